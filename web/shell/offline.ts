/** Rules and score pad also without a connection: a service worker keeps what was loaded. Only on https and localhost. */

import { BUILT, lookOf, padOf, pageOf, partOf, partsOf } from "$web/games";
import { BASE } from "./base";
import { LANGUAGES } from "$web/words/kinds";

/** The service worker, once it is there. */
export async function registered(): Promise<ServiceWorkerRegistration | null> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return null;
  await navigator.serviceWorker.register(`${BASE}sw.js`);
  return navigator.serviceWorker.ready;
}

export async function workOffline(): Promise<void> {
  const ready = await registered();
  if (!ready) return;
  // Load what must work offline once, when there is time; then the worker is told all that was loaded.
  await Promise.allSettled([
    import("$web/rules/Rules.svelte"),
    import("$web/rules/Pictures.svelte"),
    import("$web/pad/Pad.svelte"),
    ...BUILT.flatMap((game) => [padOf(game), lookOf(game), partsOf(game), partOf(game), ...LANGUAGES.map((language) => pageOf(game, language))]),
    ...LANGUAGES.map((language) => pageOf("", language)),
  ]);
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const examples = BUILT.map((game) => `${BASE}api/games/${game}/examples`);
  ready.active?.postMessage([BASE, `${BASE}icon.svg`, `${BASE}manifest.webmanifest`, ...examples, ...loaded.filter((url) => url.includes("/assets/"))]);
}
