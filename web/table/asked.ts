/** What is asked of a seat, as a sentence; it may name the cards that can be chosen. */

import type { Manner } from "$web/games";
import type { Options, View } from "$web/protocol";
import type { Teller } from "$web/words/teller";

export function askedOf(manner: Manner, view: View | null, options: Options | null, teller: Teller): string {
  if (!view || !options) return "";
  const cards = options.choices.flatMap(({ cards }) => cards.map((card) => ({ card })));
  return teller.sentence(manner.asked(view, options, teller), { cards });
}
