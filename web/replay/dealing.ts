/** Draws a deal from the numbers of a shuffle, as the layout of the game says it (twin of core/layout.py). */

import type { LotInfo } from "$web/protocol";
import type { Tape } from "./tape";

/** Where every card lies when a round begins, zone by zone, as records tell it. */
export type Deal = Record<string, string[]>;

export function draw(tape: Tape, layout: readonly LotInfo[]): Deal {
  const deal: Deal = {};
  let before: string[] = []; // what the lot before gave
  for (const lot of layout) {
    const names = drawLot(tape, lot, before);
    let next = 0;
    for (const [zone, count] of lot.zones) {
      if (count > 0) deal[zone] = names.slice(next, next + count);
      next += count;
    }
    before = names.slice(0, next);
  }
  return deal;
}

/** The things of a lot in the order in which they go to the zones, each by the name of the side that is up. */
function drawLot(tape: Tape, { things, without, single }: LotInfo, before: readonly string[]): string[] {
  const gone = new Set(before.flatMap((name) => without[name] ?? []));
  const left = things.filter((_, place) => !gone.has(place));
  if (single) return left.length > 1 ? (left[tape.below(left.length)] ?? []) : (left[0] ?? []); // of one alone nothing is drawn
  const shuffled = tape.shuffled(left);
  const sides = shuffled.some((thing) => thing.length > 1) ? tape.next() : 0n; // a bit for each place
  return shuffled.map((thing, place) => thing[Number((sides >> BigInt(place)) & 1n)] ?? "");
}
