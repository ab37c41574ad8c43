/** From a card's notation to its face, as the deck describes it: `7r` is a number and a mark, `joker` a mark alone. */

import type { ShapeName, SymbolName, ToneName } from "$web/protocol";
import type { Deck } from "$web/words/kinds";

/** How a part of the notation is drawn. */
export interface Mark {
  tone?: ToneName | string; // of a colour without a tone: its English name
  shape?: ShapeName | string;
  symbol?: SymbolName;
}

export interface Face extends Mark {
  text: string; // the number, or whatever is written instead; empty: the mark says it all
}

interface Faces {
  back?: ToneName;
  emblem?: SymbolName;
  picture?: string[];
  marks?: Record<string, Mark>;
  numbers?: { from: number; tone: ToneName }[];
}

interface Colour {
  en: string;
  shape: string;
  tone?: ToneName;
}

export function facesOf(deck: Deck): Faces {
  return (deck["faces"] ?? {}) as Faces;
}

/** The marks of a deck: its colours by themselves, and those that it describes. */
export function marksOf(deck: Deck): Record<string, Mark> {
  const colours = Object.entries((deck["colours"] ?? {}) as Record<string, Colour>);
  const coloured = colours.map(([letter, { en, shape, tone }]) => [letter, { tone: tone ?? en, shape }] as const);
  return { ...Object.fromEntries(coloured), ...facesOf(deck).marks };
}

/** The longest mark that a card's notation ends with. */
export function markOf(card: string, deck: Deck): string {
  const fitting = Object.keys(marksOf(deck)).filter((mark) => card.endsWith(mark));
  return fitting.reduce((longest, mark) => (mark.length > longest.length ? mark : longest), "");
}

export function faceOf(card: string, deck: Deck): Face {
  const mark = markOf(card, deck);
  const text = card.slice(0, card.length - mark.length);
  const number = Number(text);
  const step = text ? facesOf(deck).numbers?.findLast(({ from }) => number >= from) : undefined;
  return { ...(step ? { tone: step.tone } : {}), ...marksOf(deck)[mark], text };
}
