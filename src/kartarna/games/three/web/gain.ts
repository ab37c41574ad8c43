/** What a choice would do to a collection, as its effects tell it. */

import type { Choice } from "$web/protocol";
import { factCards, factNumber } from "$web/table/board";
import { SCORING } from "./scoring";

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

export type Counts = Readonly<Record<string, number>>; // cards ever taken, by the letter of their colour

/** Greys count nothing (THREE-9). */
export function colourCounts(cards: readonly string[]): Counts {
  const counts: Record<string, number> = {};
  for (const letter of cards.map((card) => card.slice(-1)).filter((letter) => /[a-z]/.test(letter))) {
    counts[letter] = (counts[letter] ?? 0) + 1;
  }
  return counts;
}

/** Colours that lie face up. */
export function facing(counts: Counts): number {
  return Object.values(counts).filter((count) => (SCORING.face_up[count] ?? 0) > 0).length;
}

/** Why the collection is worth more or less after a choice: by colour, by the number of colours, by the colour bonus. */
export function changes(now: Counts, then: Counts, { bonus }: Gain): { key: string; points: number }[] {
  const points = (counts: Counts, letter: string): number => SCORING.points[counts[letter] ?? 0] ?? 0;
  const end = (counts: Counts): number => SCORING.end_bonus[facing(counts)] ?? 0;
  const found = [
    ...Object.keys(then).map((letter) => ({ key: letter, points: points(then, letter) - points(now, letter) })),
    { key: "colours", points: end(then) - end(now) },
    { key: "bonus", points: bonus ?? 0 },
  ];
  return found.filter(({ points }) => points !== 0);
}
