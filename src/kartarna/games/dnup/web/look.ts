/** The cards of dnup: `5/3`, the active value first. `★` is the star card while nobody knows which way up it is. */

import type { Look } from "$web/cards/look";
import type { Tone } from "$web/cards/tones";
import type { Options, Told, View } from "$web/protocol";
import { factNumber } from "$web/table/board";
import type { Reason } from "$web/table/reckoning";
import type { Deck } from "$web/words/kinds";
import type { Teller } from "$web/words/teller";
import Face from "./Face.svelte";

const PAPER = "#fdf8ec";
const INK = "#2a2219";

/** Ten steps from pale to deep: a value is known by its numeral, its tint helps to find it. */
const TINTS: readonly Tone[] = [
  { fill: "#f3e3b3", ink: INK },
  { fill: "#f1cf8b", ink: INK },
  { fill: "#eeb46a", ink: INK },
  { fill: "#e79357", ink: INK },
  { fill: "#c3543f", ink: PAPER },
  { fill: "#a03a4c", ink: PAPER },
  { fill: "#7f3159", ink: PAPER },
  { fill: "#5f315f", ink: PAPER },
  { fill: "#433360", ink: PAPER },
  { fill: "#26304f", ink: PAPER },
];

export function tint(value: number): Tone {
  return TINTS[value - 1] ?? { fill: PAPER, ink: INK };
}

export function valuesOf(card: string, deck: Deck): [number, number] {
  const [upper = 0, lower = 0] = (card === "★" ? String(deck["star"]) : card).split("/").map(Number);
  return [upper, lower];
}

export function isStar(card: string, deck: Deck): boolean {
  const [low, high] = valuesOf("★", deck);
  return card === "★" || card === `${low}/${high}` || card === `${high}/${low}`;
}

function name(card: string, deck: Deck): string {
  if (card === "★") return `${String(deck["star"])}★?`;
  return isStar(card, deck) ? `${card}★` : card;
}

/** The same card the other way up. */
export function turned(card: string): string {
  return card.split("/").reverse().join("/");
}

export const look: Look = {
  Face,
  accent: "#2b5a70",
  emblem: "M-20-34V30M-34 16-20 34-6 16M20 34V-30M6-16 20-34 34-16",
  picture: ["3/9", "5/1", "5/8", "2/10", "7/4"],
  name,
  brief: (card, deck) => valuesOf(card, deck).map((value) => ({ text: String(value), tone: tint(value) })),
  turned,
  deckEntry: (_path, value) => (typeof value === "string" && /^([1-9]|10)\/([1-9]|10)$/.test(value) ? value : ""),
  order: (card, deck) => valuesOf(card, deck)[1], // by what the cards turn to
};

/** With two players the area matters (DNUP-18); without sets of others there is only A and D. */
export function asked(view: View, options: Options): string {
  const area = factNumber(view.facts, "area");
  if (area !== null) return `asked_area_${area}`;
  return options.choices.some((choice) => choice.decision.kind === "takes") ? "asked_any" : "asked_lay";
}

/** DNUP-15, DNUP-20: letter tokens, or rounds won with two players. */
export function points(view: View, seat: number, teller: Teller): string {
  return teller.sentence(view.players === 2 ? "rounds" : "tokens", { count: Math.min(view.totals[seat] ?? 0, most(view)) });
}

/** There are four letter tokens: of two won at the end the second may find none. */
export function most(view: View): number {
  return view.players === 2 ? 2 : 4;
}

export function goal(view: View): string {
  return view.players === 2 ? "goal_rounds" : "goal_tokens";
}

export function progress(view: View, seat: number): number {
  return (view.totals[seat] ?? 0) / most(view);
}

/** DNUP-13, DNUP-14, DNUP-20. */
export const reasons: readonly Reason[] = [{ line: "line_out", of: ["score_first", "score_second", "score_round"] }];

/** DNUP-13 to DNUP-15: who was out first and who second; or who has all the tokens. */
export function cause(events: readonly Told[]): Told | undefined {
  const [first, second, won] = ["score_first", "score_second", "wins"].map((kind) => events.find((event) => event.kind === kind)?.facts["seat"]);
  if (first === undefined) return undefined;
  if (second !== undefined) return { kind: "both_out", facts: { seat: first, second }, rule: "DNUP-14" };
  return won === undefined ? undefined : { kind: "all_tokens", facts: { seat: first }, rule: "DNUP-15" };
}
