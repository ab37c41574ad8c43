/** What people at the table have just said: shown at their seats for a while. (The log and the live region have it, too.) */

import { SvelteMap } from "svelte/reactivity";
import type { Told } from "$web/protocol";

const SHOWN = 6000; // ms

export class Bubbles {
  #said = new SvelteMap<number, string>(); // seat to the key of its phrase
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** Empty: nothing. */
  at(seat: number): string {
    return this.#said.get(seat) ?? "";
  }

  hear(events: readonly Told[]): void {
    for (const { kind, facts } of events) {
      const { seat, phrase } = facts as { seat?: { seat: number }; phrase?: { word: string } };
      if (kind === "said" && seat && phrase) this.#show(seat.seat, phrase.word);
    }
  }

  #show(seat: number, phrase: string): void {
    this.#said.set(seat, phrase);
    clearTimeout(this.#timers.get(seat));
    this.#timers.set(seat, setTimeout(() => this.#said.delete(seat), SHOWN));
  }
}
