/** Lets what happens at a table be heard. */

import { untrack } from "svelte";
import type { Told } from "$web/protocol";
import { soundOf, type Sound } from "./sounds";
import type { Stage } from "./stages";

interface Heard {
  stage: Stage | null;
  refused: Told | null;
}

/** Call it while a component is made: `make` is called with every sound. What is there first is silent. */
export function hearIn(now: () => Heard, make: (sound: Sound) => void): void {
  let last: Heard | null = null;
  $effect(() => {
    const { stage, refused } = now();
    const before = last;
    last = { stage, refused };
    if (!before?.stage) return;
    untrack(() => {
      const heard = stage && stage !== before.stage ? soundOf(stage, stage.view?.seat ?? null) : null;
      if (heard) make(heard);
      if (refused && refused !== before.refused) make("refusal");
    });
  });
}
