/** A sentence in pieces: its text, and the cards that it names. */

import type { Fact, Told } from "$web/protocol";
import type { Teller } from "$web/words/teller";

export interface Piece {
  text: string; // of a card: its name
  card?: string;
  heard?: boolean; // only parts or ends a row of cards: for the ear, not for the eye
}

const MARK = "\uE000"; // stands in no text

export function pieces(told: Told, teller: Teller): Piece[] {
  const facts = Object.fromEntries(Object.entries(told.facts).map(([name, fact]) => [name, Array.isArray(fact) ? fact.map(marked) : marked(fact)]));
  const parts = teller.say({ ...told, facts }).split(MARK);
  return parts
    .map((part, place): Piece => (place % 2 ? { text: teller.cardName(part), card: part } : { text: part, heard: place > 0 && /^(, |\.)$/.test(part) }))
    .filter(({ text }) => text !== "");
}

/** A card by its notation, to be found again in the sentence. */
function marked(fact: Fact): Fact {
  return typeof fact === "object" && "card" in fact ? `${MARK}${fact.card}${MARK}` : fact;
}

/** The same without the name that it begins with, where that stands above it already. */
export function withoutName(sentence: readonly Piece[], name: string): { name: string; rest: readonly Piece[] } {
  const [first, ...rest] = sentence;
  if (!first || first.card !== undefined || !first.text.startsWith(`${name} `)) return { name: "", rest: sentence };
  return { name: `${name} `, rest: [{ ...first, text: first.text.slice(name.length + 1) }, ...rest] };
}

/** The same, beginning with a capital letter. */
export function capitalized([first, ...rest]: readonly Piece[]): readonly Piece[] {
  return first ? [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest] : [];
}
