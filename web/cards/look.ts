/** How the cards of a game look and what they are called: each game's folder has a look.ts that says so. */

import { getContext, setContext, type Component } from "svelte";
import type { Deck, Language } from "$web/words/kinds";
import type { Tone } from "./tones";

export interface FaceProps {
  card: string; // its notation
  deck: Deck;
}

export interface Look {
  Face: Component<FaceProps>;
  accent: string; // the colour of the backs
  emblem: string; // what is drawn in the middle of a back: a path around 0,0, about 100 wide
  picture: readonly string[]; // five cards that stand for the game on its tile
  name(card: string, deck: Deck, language: Language): string;
  /** What a card says in a line of small print, where a part of its picture would not tell it. */
  brief?(card: string, deck: Deck): readonly { text: string; tone: Tone }[];
  /** Another order than the server's that a hand can be sorted by; `sort_hand` of the game's words says which. */
  order?(card: string, deck: Deck): number;
  /** What a card is called the other way up, where that matters: it then turns as it flies. */
  turned?(card: string): string;
  /** Zones whose first card lies on top: what comes there comes first. */
  heaps?: readonly string[];
  /** In a deck.toml, the card that an entry is about; empty: none; null: no deck can have another value there. */
  deckEntry?(path: readonly string[], value: unknown): string | null;
  /** A table of a deck.toml that need not have all its entries. */
  deckOpen?(path: readonly string[]): boolean;
  /** Zones that no deal fills, though its events tell of them. */
  aside?: readonly string[];
}

export interface Cards {
  readonly look: Look;
  readonly deck: Deck;
  readonly language: Language;
}

const KEY = Symbol("cards");

/** Says for all components below how cards look now. */
export function provideCards(now: () => Cards): void {
  setContext<Cards>(KEY, {
    get look() {
      return now().look;
    },
    get deck() {
      return now().deck;
    },
    get language() {
      return now().language;
    },
  });
}

export function useCards(): Cards {
  return getContext<Cards>(KEY);
}
