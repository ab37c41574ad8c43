/** What a choice would do to a collection, as its effects tell it. */

import type { Choice } from "$web/protocol";
import { factCards, factNumber } from "$web/table/board";

export interface Gain {
  taken: string[]; // cards of the row, greys too
  turned: string[]; // colours of which three go face down (THREE-10)
  bonus: number | null; // the colour bonus won (THREE-11)
  worth: number; // of the collection after it (THREE-15)
}

/** Null where nothing is taken. */
export function gainOf(choice: Choice | null): Gain | null {
  const told = (kind: string) => choice?.effects.filter((effect) => effect.kind === kind) ?? [];
  const [takes] = [...told("takes_first"), ...told("takes_higher")];
  if (!takes) return null;
  return {
    taken: factCards(takes, "cards"),
    turned: told("turned").flatMap((effect) => factCards(effect, "colour")),
    bonus: factNumber(told("colour_bonus")[0]?.facts ?? {}, "points"),
    worth: factNumber(told("would_score")[0]?.facts ?? {}, "points") ?? 0,
  };
}
