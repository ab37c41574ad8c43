/** What a screen reader says of a card that can be pressed: its name, what it would do alone, or why it cannot be used. */

import type { Choosing, Mark } from "$web/table/choosing.svelte";
import type { Teller } from "$web/words/teller";
import type { Cards } from "./look";

export function describe(card: string, usable: boolean, choosing: Choosing, teller: Teller, cards: Cards, mark?: Mark): string {
  const alone = choosing.choices.filter((choice) => choice.cards.length === 1 && choice.cards[0] === card);
  const effects = usable && alone.length === 1 ? (alone[0]?.effects ?? []) : [];
  const refusal = usable ? null : choosing.refusal(card);
  const why = refusal ? `${refusal.rule ? `${refusal.rule}: ` : ""}${teller.say(refusal)}` : "";
  // What stands on the face must be in the name, and what is in brackets does not count as such (WCAG 2.5.3).
  const name = cards.look.name(card, cards.deck, cards.language).replace(/ \((.*)\)$/, ", $1");
  return [`${name}.`, ...effects.map((effect) => teller.say(effect)), why, mark ? teller.sentence(`hint_card_${mark}`) : ""].filter(Boolean).join(" ");
}
