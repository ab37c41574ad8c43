/** Rules and score pad also without a connection: a service worker keeps what was loaded. Only on https and localhost. */

import { BUILT, lookOf, padOf, pageOf } from "$web/games";
import { LANGUAGES } from "$web/words/kinds";

export async function workOffline(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/sw.js");
  const ready = await navigator.serviceWorker.ready;
  // Load what must work offline once, when there is time; then the worker is told all that was loaded.
  await Promise.allSettled([
    import("$web/rules/Rules.svelte"),
    import("$web/pad/Pad.svelte"),
    ...BUILT.flatMap((game) => [padOf(game), lookOf(game), ...LANGUAGES.map((language) => pageOf(game, language))]),
    ...LANGUAGES.map((language) => pageOf("", language)),
  ]);
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  ready.active?.postMessage(["/", "/icon.svg", "/manifest.webmanifest", ...loaded.filter((url) => url.includes("/assets/"))]);
}
