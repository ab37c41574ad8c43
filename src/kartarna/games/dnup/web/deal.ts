/** How dnup is dealt, for the proof of the shuffle: the twin of `_draw` in table.py and `slots` in view.py. */

import { forEach, lay, type Deal, type Due } from "$web/replay/dealing";
import type { Tape } from "$web/replay/tape";
import { turned } from "./look";

const GROUPS = ["base", "symbol_3", "symbol_4", "symbol_5"];
const EACH: Record<number, number> = { 2: 13, 3: 10, 4: 9, 5: 8 };

/** DNUP-3, DNUP-4: the cards of this number of players, hand by hand; then a bit for each: which way up it is held. */
export function draw(tape: Tape, { players, deck }: Due): Deal {
  const each = EACH[players] ?? 0;
  const groups = deck["cards"] as Record<string, string[]>;
  const cards = tape.shuffled(GROUPS.flatMap((group) => groups[group] ?? []).slice(0, players * each));
  const bits = tape.next();
  const held = cards.map((card, place) => ((bits >> BigInt(place)) & 1n ? higher(card) : turned(higher(card))));
  return lay(held, forEach(players, "hand", each), "");
}

/** A card with its higher value active. */
function higher(card: string): string {
  const [one = 0, other = 0] = card.split("/").map(Number);
  return one > other ? card : turned(card);
}
