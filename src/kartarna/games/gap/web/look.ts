/** The cards of GAP: `7r`, or a colour alone: `r`. */

import { byColour, colours, type Colour } from "$web/cards/colours";
import type { Look } from "$web/cards/look";
import type { Told, View } from "$web/protocol";
import { factCards, factNumber } from "$web/table/board";
import type { Reason } from "$web/table/reckoning";
import type { Deck, Language } from "$web/words/kinds";
import Face from "./Face.svelte";

export function colourOf(card: string, deck: Deck): Colour {
  return colours(deck)[card.slice(-1)] ?? { cs: "", en: "", shape: "circle", numbers: [] };
}

function name(card: string, deck: Deck, language: Language): string {
  return `${colourOf(card, deck)[language]} ${card.slice(0, -1)}`.trimEnd();
}

export const look: Look = {
  Face,
  accent: "#2f6b4a",
  emblem: "M-34 44V-6M-6 44V-44M34 44V20",
  picture: ["7r", "8g", "8b", "0y", "9p"],
  name,
  deckEntry: (path) => (path.includes("numbers") ? null : ""), // GAP-1: all colours have the same
  aside: ["left_out"], // colours, known before the deal
  order: byColour, // the server's is by number
};

/** GAP-3: a card of the hand; or, after it, one of the equal cards of the row. */
export function asked(view: View): string {
  return view.zones.some((zone) => zone.name === "offer") ? "asked_choose" : "asked_play";
}

/** What a choice takes for certain (GAP-5). */
export function takenBy(effects: readonly Told[]): string[] {
  return effects.filter(({ kind }) => kind === "takes" || kind === "takes_besides").flatMap((effect) => factCards(effect, "cards"));
}

/** Of what it lets one choose (GAP-3 b). */
export function offeredBy(effects: readonly Told[]): string[] {
  return effects.filter(({ kind }) => kind === "takes_one_of").flatMap((effect) => factCards(effect, "cards"));
}

/** GAP-9: a total, a number of rounds, or a time; and whether this round is the last. */
export function goal(view: View): string {
  const last = ["extra_round", "last_round"].find((fact) => fact in view.facts);
  if (last) return `fact_${last}`;
  if (factNumber(view.facts, "target") !== null) return "goal_target";
  return factNumber(view.facts, "rounds") !== null ? "goal_rounds" : "goal_timed";
}

/** Towards a number of rounds, or through a time, all come equally far. */
export function progress(view: View, seat: number): number | null {
  const target = factNumber(view.facts, "target");
  return target === null ? null : (view.totals[seat] ?? 0) / target;
}

/** GAP-8. */
export const reasons: readonly Reason[] = [
  { line: "line_most", of: ["score", "score_no_minus"], cards: "most", plus: "plus" },
  { line: "line_fewest", of: ["score"], cards: "fewest", minus: "minus" },
  { line: "line_nothing", of: ["score_nothing"] },
];
