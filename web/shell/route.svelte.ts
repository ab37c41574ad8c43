/** Where in the app we are. Links are plain links; those that stay in the app load no new page. */

import { BASE } from "./base";

interface Place {
  path: string;
  search: string; // without ?
  hash: string; // without #
}

function here(): Place {
  return { path: location.pathname, search: location.search.slice(1), hash: decodeURIComponent(location.hash.slice(1)) };
}

class Route {
  #place = $state.raw<Place>(here());

  get path(): string {
    return this.#place.path;
  }
  get hash(): string {
    return this.#place.hash;
  }
  /** The parts of the path: `/rules/GAME` is ["rules", GAME]. A static host has no file for a table: `/t/?ID` is ["t", ID]. */
  get parts(): string[] {
    const parts = this.path.slice(BASE.length).split("/").filter(Boolean);
    const one = parts.length === 1 && (parts[0] === "t" || parts[0] === "replay");
    return one && /^[0-9a-z]{16,}$/.test(this.#place.search) ? [...parts, this.#place.search] : parts;
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
    history.replaceState(null, "", location.pathname + location.search);
  }

  /** The address bar shows `url` for a while, for whoever copies it from there. Returns how to put back what was there. */
  lend(url: string): () => void {
    const before = location.pathname + location.search;
    history.replaceState(null, "", url);
    return () => {
      if (location.href === url) history.replaceState(null, "", before); // else one is on another page
    };
  }
}

export const route = new Route();

/** Not one that asks the browser for a new tab or window. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

function follow(event: MouseEvent): void {
  const link = (event.target as HTMLElement).closest?.("a");
  if (!link || !isPlainClick(event) || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href, location.href);
  if (url.origin !== location.origin || /^(api|docs)\//.test(url.pathname.slice(BASE.length))) return; // not pages of the app
  event.preventDefault();
  route.go(url.pathname + url.search + url.hash);
}
