/** The colours of a deck whose cards are written with a letter for theirs: `7r`, or the letter alone. */

import type { Deck } from "$web/words/kinds";

export interface Colour {
  cs: string;
  en: string;
  shape: string;
  numbers: number[];
}

export function colours(deck: Deck): Record<string, Colour> {
  return deck["colours"] as Record<string, Colour>;
}

/** Sorts a hand by colour, in the order of the deck; cards without a colour come first. */
export function byColour(card: string, deck: Deck): number {
  return Object.keys(colours(deck)).indexOf(card.slice(-1));
}
