/** Lets cards fly whenever what is shown changes: for a table and for a replay. */

import { tick, untrack } from "svelte";
import { settings } from "$web/shell/settings.svelte";
import { Flight } from "./flight";

const HURRY = 350; // ms between changes: where they come faster, much is to be caught up with

/** Call it while a component is made. What is shown first just lies there. */
export function fliesIn(root: () => HTMLElement | undefined, shown: () => object | null | undefined): void {
  const flight = new Flight();
  let last: object | null = null;
  let changed = 0; // when it last did

  $effect.pre(() => {
    const now = shown();
    const page = untrack(root);
    if (now && now !== last && page && settings.moves) untrack(() => flight.remember(page));
  });
  $effect(() => {
    const now = shown();
    if (!now || now === last) return;
    const first = last === null;
    const quick = performance.now() - changed < HURRY;
    [last, changed] = [now, performance.now()];
    if (first || !settings.moves || document.hidden) return;
    void tick().then(() => {
      const page = root();
      if (page) flight.fly(page, quick);
    });
  });
}
