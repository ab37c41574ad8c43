/** Where in the app we are. Links are plain links; those that stay in the app load no new page. */

interface Place {
  path: string;
  hash: string; // without #
}

function here(): Place {
  return { path: location.pathname, hash: decodeURIComponent(location.hash.slice(1)) };
}

class Route {
  #place = $state.raw<Place>(here());

  get path(): string {
    return this.#place.path;
  }
  get hash(): string {
    return this.#place.hash;
  }
  /** The parts of the path: `/rules/GAME` is ["rules", GAME]. */
  get parts(): string[] {
    return this.path.split("/").filter(Boolean);
  }

  /** What follows the name of a page: of `/rules/GAME` it is GAME; empty on any other page. */
  under(page: string): string {
    return this.parts[0] === page ? (this.parts[1] ?? "") : "";
  }

  start(): () => void {
    const moved = (): void => {
      this.#place = here();
    };
    addEventListener("popstate", moved);
    document.addEventListener("click", follow);
    return () => {
      removeEventListener("popstate", moved);
      document.removeEventListener("click", follow);
    };
  }

  go(url: string): void {
    history.pushState(null, "", url);
    this.#place = here();
    if (!this.hash) scrollTo(0, 0);
  }

  /** Takes what is secret out of the address, so that it is in no history and no screenshot. */
  forgetHash(): void {
    history.replaceState(null, "", location.pathname);
  }
}

export const route = new Route();

function follow(event: MouseEvent): void {
  const link = (event.target as HTMLElement).closest?.("a");
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href, location.href);
  if (url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  event.preventDefault();
  route.go(url.pathname + url.search + url.hash);
}
