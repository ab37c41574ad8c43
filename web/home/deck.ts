/** Which deck a wish has: one of the house by its name, or one's own as a text. */

import { playableDeck } from "$web/deck/own.svelte";
import type { GameInfo, TryoutWish } from "$web/protocol";

export const OWN = "\u0000own"; // in a list of names: no deck of a house is called so

/** The parts of a wish that say so. */
export function deckWish(info: GameInfo, chosen: string): Pick<TryoutWish, "deck" | "own_deck"> {
  const own = chosen === OWN ? playableDeck(info.id) : null;
  if (own) return { deck: null, own_deck: own.text };
  return { deck: chosen === info.decks[0]?.name || chosen === OWN ? null : chosen };
}
