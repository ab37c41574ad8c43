/** The cards of Karma: `14`, the four Karma cards, and `?2`: a face-down card, known by its place only. */

import type { Look } from "$web/cards/look";
import type { Tone } from "$web/cards/tones";
import type { Fact, Options, View } from "$web/protocol";
import { size } from "$web/table/board";
import type { Reason } from "$web/table/reckoning";
import type { Catalogue, Deck, Language } from "$web/words/kinds";
import { Teller } from "$web/words/teller";
import words from "../words.toml";
import Face from "./Face.svelte";

const PAPER = "#fdf8ec";

/** The four kinds, each with a colour and a picture around 0,0, about 100 wide. */
export const KINDS: Record<string, Tone & { symbol: string }> = {
  table: { fill: "#2d6a4f", ink: PAPER, symbol: "M-48 34H48M-34 34V50M34 34V50M0 14V-44M-22-22 0-44 22-22" },
  up: { fill: "#b0561d", ink: PAPER, symbol: "M-40 46H22M-40 24H22M-40 2H22M44 40V-40M24-22 44-42 64-22M-40-20H2" },
  five: { fill: "#20548c", ink: PAPER, symbol: "M-8-40-48-16-8 8M-48 34H-8M48-40H20L17-8C32-20 54-10 52 12 50 34 26 40 14 26" },
  give: { fill: "#7a2e5d", ink: PAPER, symbol: "M-50 6V46H-8V6ZM-38-10V-16H14V26M18-22H52M36-42 56-22 36-2" },
};

/** Light to deep, from 1 to 16. */
export function shade(number: number): Tone {
  if (number <= 4) return { fill: "#f4ecd8", ink: "#3d2f63" };
  if (number <= 8) return { fill: "#ddd3ea", ink: "#33265a" };
  if (number <= 12) return { fill: "#8f80bd", ink: "#1a1033" };
  return { fill: "#43337a", ink: PAPER };
}

function name(card: string, deck: Deck, language: Language): string {
  if (card.startsWith("?")) {
    const place = Number(card.slice(1));
    return new Teller(words as unknown as Catalogue, language).sentence("face_down_card", { place });
  }
  const kinds = deck["kinds"] as Record<string, Record<Language, string>>;
  return kinds[card]?.[language] ?? card;
}

export const look: Look = {
  Face,
  accent: "#43337a",
  emblem: "M0-46C14-30 14-12 0 2C-14-12-14-30 0-46ZM-46-8C-26-12-10-4 0 8C10-4 26-12 46-8C40 18 22 34 0 36C-22 34-40 18-46-8Z",
  picture: ["5", "give", "14", "up", "16"],
  name,
  heaps: ["pile"],
  deckEntry: ([, card = ""], value) => (typeof value === "number" ? card : ""),
};

/** Whoever is left with cards loses: there are no points (KARMA-16). */
export function points(): string {
  return "";
}

/** KARMA-16: how many cards are still to go. */
export function standing(view: View, seat: number, teller: Teller): string {
  return teller.sentence("cards_short", { count: -worth(view, seat) });
}

/** The fewer the better. */
export function worth(view: View, seat: number): number {
  return -view.zones.reduce((sum, zone) => sum + (zone.seat === seat ? size(zone) : 0), 0);
}

/** KARMA-3, KARMA-5, KARMA-7, KARMA-15: what the choices are about, and whether the pile can be taken instead. */
export function asked(_view: View, options: Options): string {
  const kinds = new Set(options.choices.map((choice) => choice.decision.kind));
  if (kinds.has("chooses")) return "asked_three";
  if (kinds.has("gives")) return "asked_give";
  const or = kinds.has("takes") ? "_or_take" : "";
  if (kinds.has("plays")) return `asked_play${or}`;
  if (kinds.has("plays_face_up")) {
    const several = options.choices.some((choice) => choice.cards.length > 1);
    return or || !several ? `asked_face_up${or}` : "asked_face_up_several";
  }
  return kinds.has("turns_up") ? `asked_face_down${or}` : "asked_take";
}

/** What the pile asks for, of the facts of a view or of a preview: "at_least", "at_most" or "anything". */
export function wanted(facts: Record<string, Fact | Fact[]>): "at_least" | "at_most" | "anything" {
  if ("at_least" in facts) return "at_least";
  return "at_most" in facts ? "at_most" : "anything";
}

/** Equal cards together, as often as they are there. */
export function grouped(cards: readonly string[]): { card: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts].map(([card, count]) => ({ card, count }));
}

/** KARMA-16. */
export const reasons: readonly Reason[] = [{ line: "line_cards_left", of: ["cards_left"], count: "count" }];
