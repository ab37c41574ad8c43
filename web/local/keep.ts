/** Keeps the app and the house on this device, so that everything but tables with friends works without a network. */

import { BASE, soloOf } from "$web/shell/base";
import { registered } from "$web/shell/offline";
import { settings } from "$web/shell/settings.svelte";
import { isAble, isKept, keptVersion, markKept } from "./choice.svelte";
import { MANIFEST } from "./manifest";

const PREFIX = "kartarna-kept-";

/** What the build has written (web/build/files.ts): every file of the app and of its house, and its size. */
interface AppFiles {
  version: string;
  files: Record<string, number>;
}

export interface Progress {
  done: number; // bytes
  all: number;
}

/** Bytes that the network carries, at best. */
export function runtimeSize(): number {
  return Object.values(MANIFEST?.files ?? {}).reduce((sum, file) => sum + file.brotli, 0);
}

/** One cache for a version of the app and its house; the one before goes when all of the new one is there. */
export async function keep(tell: (progress: Progress) => void = () => undefined): Promise<void> {
  if (!(await registered())) throw new Error("this browser cannot keep it");
  const app = await appFiles();
  const name = PREFIX + app.version;
  const cache = await caches.open(name);
  const progress = { done: 0, all: Object.values(app.files).reduce((sum, bytes) => sum + bytes, 0) };
  for (const [file, bytes] of Object.entries(app.files)) {
    if (!(await cache.match(BASE + file))) await cache.put(BASE + file, (await caches.match(BASE + file)) ?? (await fetched(file)));
    progress.done += bytes;
    tell({ ...progress });
  }
  for (const file of ["icon.svg", "manifest.webmanifest", ""]) await cache.put(BASE + file, await fetched(file)); // the document last
  if ((await appFiles()).version !== app.version) throw new Error("a newer version came meanwhile");
  for (const old of await caches.keys()) if (old.startsWith(PREFIX) && old !== name) await caches.delete(old);
  markKept(Object.keys(app.files));
}

async function appFiles(): Promise<AppFiles> {
  return (await fetched("files.json")).json() as Promise<AppFiles>;
}

async function fetched(file: string): Promise<Response> {
  const answer = await fetch(BASE + file, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return answer;
}

/** After a while: brings what is kept up to date; keeps it for who plays alone, where that is to cost the server nothing. */
export async function keepUp(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const wished = soloOf() === "device" && settings.solo !== "server" && !connection?.saveData && hasPlayed();
  if (isAble() && (keptVersion() !== null || (wished && !isKept()))) await keep();
}

function hasPlayed(): boolean {
  return Object.keys(localStorage).some((key) => key.startsWith("kartarna.last."));
}
