/** The cards of Tři je moc!: `40t`, a colour alone `t`, a grey or start card `15`, a bonus `+7`. */

import { byColour, colours, type Colour } from "$web/cards/colours";
import type { Look } from "$web/cards/look";
import type { View } from "$web/protocol";
import { factNumber } from "$web/table/board";
import type { Reason } from "$web/table/reckoning";
import type { Deck, Language } from "$web/words/kinds";
import { t } from "$web/words/shell.svelte";
import Face from "./Face.svelte";

/** Start cards, greys and bonuses have no shape. */
export type Kind = Omit<Colour, "shape"> & { shape?: string };

/** The colour of a card; greys and start cards have none of the seven. */
export function kindOf(card: string, deck: Deck): Kind & { tone: string } {
  const colour = colours(deck)[card.slice(-1)];
  if (colour) return { ...colour, tone: colour.en };
  if (card.startsWith("+")) return { ...(deck["bonus"] as Kind), tone: "gold" };
  const start = deck["start"] as Kind;
  return start.numbers.includes(Number(card)) ? { ...start, tone: "black" } : { ...(deck["grey"] as Kind), tone: "grey" };
}

export function numberOf(card: string): string {
  return card.replace(/\D/g, "");
}

function name(card: string, deck: Deck, language: Language): string {
  return `${kindOf(card, deck)[language]} ${numberOf(card)}`.trimEnd();
}

/** THREE-1, THREE-4: only the numbers of the colours can be others. */
function deckEntry([table, letter, key]: readonly string[], value: unknown): string | null {
  if (table !== "colours") return letter === "numbers" ? null : "";
  return key === "numbers" && typeof value === "number" ? `${value}${letter}` : "";
}

export const look: Look = {
  Face,
  accent: "#8f2c5a",
  emblem: "M-34-30H-4M-34 0H-4M-34 30H-4M16-30H20M16 0H20M16 30H20M36-30H40",
  picture: ["30", "34m", "40t", "52b", "57o"],
  name,
  deckEntry,
  order: byColour, // the server's is by number
};

/** THREE-7: always a card of the hand. */
export function asked(): string {
  return "asked_play";
}

/** THREE-15 is counted at the end only; until then the server says what each collection would be worth. */
export function points(view: View, seat: number): string {
  return t("points_short", { total: worth(view, seat) });
}

export function worth(view: View, seat: number): number {
  return factNumber(view.facts, `worth_${seat + 1}`) ?? 0;
}

/** THREE-15, with the bonuses of THREE-11 and THREE-14. */
export const reasons: readonly Reason[] = [
  { line: "line_ones", of: ["score_ones"], cards: "colours", plus: "points" },
  { line: "line_twos", of: ["score_twos"], cards: "colours", plus: "points" },
  { line: "line_face_down", of: ["score_face_down"], minus: "count" },
  { line: "line_colour_bonus", of: ["score_colour_bonus"], plus: "points" },
  { line: "line_end_bonus", of: ["score_end_bonus"], plus: "points" },
];
