/** The cards of TROP: `7`, `-2`, or with the letter of an action: `3s`. */

import type { Look } from "$web/cards/look";
import type { Tone } from "$web/cards/tones";
import type { Choice, Options, Told, View } from "$web/protocol";
import { factCards, factNumber } from "$web/table/board";
import { number as spelt } from "$web/words/teller";
import type { Reason } from "$web/table/reckoning";
import type { Deck, Entry, Language } from "$web/words/kinds";
import words from "../words.toml";
import Face from "./Face.svelte";

const PAPER = "#fdf8ec";
const INK = "#2a2219";
export const ACTIONS: Record<string, string> = { s: "same", r: "reverse", d: "discard", t: "take" };

/** What an action does, as a picture around 0,0, about 100 wide. */
export const SYMBOLS: Record<string, string> = {
  same: "M-40-18H8M-40 18H8M24-34 48-10M48-34 24-10",
  reverse: "M-42-16H30L8-38M42 16H-30L-8 38",
  discard: "M-34 40H34M0 20V-42M-26-18 0-42 26-18",
  take: "M-34-40H34M0-20V42M-26 18 0 42 26 18",
};

/** Cool below zero, pale around it, warmer the nearer a card brings the row to 21. */
export function warmth(number: number): Tone {
  if (number < 0) return { fill: "#bcd9d3", ink: "#17413c" };
  if (number === 0) return { fill: "#ece4d2", ink: INK };
  if (number <= 3) return { fill: "#f5dfa8", ink: INK };
  if (number <= 6) return { fill: "#f2c46d", ink: INK };
  if (number <= 9) return { fill: "#e8954a", ink: INK };
  if (number <= 12) return { fill: "#bd4a2c", ink: PAPER };
  return { fill: "#8a2226", ink: PAPER };
}

export function numberOf(card: string): number {
  return parseInt(card, 10);
}

export function actionOf(card: string): string {
  return ACTIONS[card.slice(-1)] ?? "";
}

/** Empty for a card without an action. */
export function actionName(action: string, language: Language): string {
  return (words[`action_${action}`] as Entry | undefined)?.[language] ?? "";
}

function name(card: string, _deck: Deck, language: Language): string {
  const number = String(numberOf(card)).replace("-", "−");
  const action = actionName(actionOf(card), language);
  return action ? `${number} (${action})` : number;
}

/** TROP-1, TROP-3: how many cards there are of a number, and how many of them have an action. */
function deckEntry([table, key = "", number = ""]: readonly string[], value: unknown): string {
  if (typeof value !== "number") return "";
  const letter = Object.keys(ACTIONS).find((letter) => ACTIONS[letter] === key) ?? "";
  return table === "copies" ? key : `${number}${letter}`;
}

export const look: Look = {
  Face,
  accent: "#8a4b1f",
  emblem: "M-40 30A46 46 0 0 1 40 30M0 22 24-18",
  picture: ["-2", "3s", "7", "12", "15"],
  name,
  brief: (card) => [{ text: spelt(numberOf(card)), tone: warmth(numberOf(card)) }],
  deckEntry,
  deckOpen: ([first]) => first === "actions",
};

/** TROP-5, TROP-6: a card or the deck; or, after it, a card of the row. */
export function asked(view: View, options: Options): string {
  const choosing = view.facts["choosing"];
  if (typeof choosing === "string") return `asked_${choosing}`;
  const kinds = new Set(options.choices.map((choice) => choice.decision.kind));
  if (!kinds.has("play")) return "asked_draw";
  return kinds.has("draw") ? "asked_draw_or_play" : "asked_play";
}

/** TROP-13: points on the way to the target. */
export function progress(view: View, seat: number): number {
  return (view.totals[seat] ?? 0) / (factNumber(view.facts, "target") ?? 100);
}

/** What a choice makes of the row: its total, or between which totals it will be. */
export interface Outcome {
  least: number;
  most: number;
  trop: boolean; // for certain
}

export function outcome(choice: Choice | null | undefined): Outcome | null {
  const effects = choice?.effects ?? [];
  const counted = effects.find(({ kind }) => kind === "row_total" || kind === "row_total_between");
  if (!counted) return null;
  const total = factNumber(counted.facts, "total");
  const least = total ?? factNumber(counted.facts, "least") ?? 0;
  const most = total ?? factNumber(counted.facts, "most") ?? 0;
  return { least, most, trop: effects.some(({ kind }) => kind === "trop") };
}

export function spell({ least, most }: Outcome): string {
  return least === most ? spelt(least) : `${spelt(least)} … ${spelt(most)}`;
}

/** TROP-8: what one holds. */
export const reasons: readonly Reason[] = [{ line: "line_hand", of: ["score", "score_trop"], cards: "cards", plus: "points" }];

/** TROP-8: the card that was too much, and the sum. */
export function cause(events: readonly Told[]): Told | undefined {
  const end = events.findIndex(({ kind }) => kind === "trop");
  const start = events.findIndex(({ kind }) => kind === "play");
  const between = start < 0 ? [] : events.slice(start + 1, end);
  const [card] = factCards(events[start], "card");
  const total = factNumber(between.find(({ kind }) => kind === "row_total")?.facts ?? {}, "total");
  const moved = between.some((event) => factCards(event, "card").length + factCards(event, "cards").length > 0); // more than that card counts
  if (card === undefined || total === null || moved) return undefined;
  const points = numberOf(card);
  return { kind: "trop_with", facts: { seat: events[start]?.facts["seat"] ?? "", before: total - points, points, total }, rule: events[end]?.rule ?? null };
}
