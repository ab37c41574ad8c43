/** Where the app lies: `/`, or the folder that a static host shows it in. Its scripts are in `assets` below it. */

const script = import.meta.url;
export const BASE: string = import.meta.env.PROD ? new URL("..", script).pathname : "/";

/** Who plays with whom: `server` has tables for all; with `only` there is no server, and every game is on this device. */
export type Solo = "server" | "device" | "only";

export function soloOf(page: Document | undefined = globalThis.document): Solo {
  const said = page?.querySelector<HTMLMetaElement>('meta[name="kartarna-solo"]')?.content;
  return said === "device" || said === "only" ? said : "server";
}

const WITH_ID = /^\/(t|replay)\/(\w+)/;

/** The address of a page of the app. A static host has a file for every page, but none for every table. */
export function to(path: string): string {
  const written = soloOf() === "only" ? path.replace(WITH_ID, "/$1/?$2") : path;
  return BASE + written.slice(1);
}
