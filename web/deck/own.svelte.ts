/** The deck of one's own for a game, as this browser keeps it: a draft, or one that can be played with. */

import type { CheckedDeck } from "$web/protocol";
import { api } from "$web/shell/api";

export interface OwnDeck {
  text: string; // a deck.toml
  name: string | null; // null: there is still something wrong with it
}

export const LONGEST = 16 * 1024; // bodies.LONGEST_DECK
const keyOf = (game: string): string => `kartarna.deck.${game}`;

export function ownDeck(game: string): OwnDeck | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(game)) ?? "null") as OwnDeck | null;
    return typeof kept?.text === "string" ? kept : null;
  } catch {
    return null;
  }
}

/** One that tables can have, if there is one. */
export function playableDeck(game: string): OwnDeck & { name: string } | null {
  const deck = ownDeck(game);
  return deck && deck.name !== null ? { ...deck, name: deck.name } : null;
}

export function keepDeck(game: string, deck: OwnDeck | null): void {
  try {
    if (deck) localStorage.setItem(keyOf(game), JSON.stringify(deck));
    else localStorage.removeItem(keyOf(game));
  } catch {
    // it can still be saved as a file
  }
}

export function check(game: string, text: string): Promise<CheckedDeck> {
  return api.post<CheckedDeck>(`/games/${game}/deck/check`, { deck: text });
}
