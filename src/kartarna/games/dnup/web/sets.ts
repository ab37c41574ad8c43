/** The sets on the table, and what a choice would do to them, as its decision and effects tell it. */

import type { Choice, Told, View } from "$web/protocol";
import { factCards, factNumber, factSeat } from "$web/table/board";

/** A place for a set: one in front of each player, two with two players (DNUP-18). */
export interface Place {
  zone: string; // set, set_1, set_2
  seat: number;
  cards: readonly string[];
}

export function placesOf(view: View, seat: number): Place[] {
  return view.zones
    .filter((zone) => zone.seat === seat && zone.name.startsWith("set"))
    .map((zone) => ({ zone: zone.name, seat, cards: zone.cards }));
}

/** The name of a place, for flights and for letting go of a card. */
export function nameOf({ zone, seat }: Place): string {
  return `${zone}:${seat}`;
}

/** No two sets on the table have the same size (DNUP-12), so owner and size tell which one is meant. */
function isMeant(place: Place, seat: number | null, size: number): boolean {
  return place.seat === seat && place.cards.length === size && size > 0;
}

/** Would this choice take that set, or add a card to it? */
export function isAbout({ decision, effects }: Choice, place: Place): boolean {
  const owner = factSeat(decision.facts, "owner");
  if (decision.kind === "takes") return isMeant(place, owner, factCards(decision, "cards").length);
  const grown = effects.find((effect) => effect.kind === "grown");
  return decision.kind === "adds" && isMeant(place, owner, factCards(grown, "cards").length - 1);
}

/** Would this choice lay a set there? */
function laysAt({ decision }: Choice, place: Place): boolean {
  if (factSeat(decision.facts, "seat") !== place.seat) return false;
  return decision.kind === "lays" || (decision.kind === "lays_in" && place.zone === `set_${factNumber(decision.facts, "area")}`);
}

/** Is this choice meant by letting a card go there? On the open table: laying. */
export function isMeantAt(choice: Choice, target: string, places: readonly Place[]): boolean {
  if (choice.decision.kind !== "adds") return target === "table" || places.some((place) => nameOf(place) === target && laysAt(choice, place));
  const place = places.find((place) => isAbout(choice, place));
  return place !== undefined && (target === nameOf(place) || target === `seat:${place.seat}`);
}

export interface Outcome {
  joining: string[]; // cards that would come to lie here
  leaves: "" | "beaten" | "taken"; // would this set go?
}

export function outcome(choice: Choice | null, place: Place): Outcome {
  const joining = choice && (laysAt(choice, place) || (choice.decision.kind === "adds" && isAbout(choice, place))) ? choice.cards : [];
  const beaten = (effect: Told): boolean =>
    ["beaten", "beaten_out"].includes(effect.kind) &&
    isMeant(place, factSeat(effect.facts, "seat"), factCards(effect, "cards").length);
  const taken = choice?.decision.kind === "takes" && isAbout(choice, place);
  return { joining, leaves: taken ? "taken" : choice?.effects.some(beaten) ? "beaten" : "" };
}
