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

export function isLaid({ decision }: Choice): boolean {
  return decision.kind === "lays" || decision.kind === "lays_in";
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

/** A set in its lane: one that lies there, or one that a choice would bring there. */
export interface Shown {
  place: Place;
  cards: readonly string[];
  brought: Choice | null; // by this choice; null: it lies there
}

/** The sets of one size. One's own are near, those of others face them. */
export interface Lane {
  size: number;
  far: Shown[];
  near: Shown[];
}

export const LANES = 5; // the last one has all larger sets too

/** The set that this choice would lay, or make grow. */
function broughtBy(choice: Choice, places: readonly Place[]): Shown[] {
  const laid = places.find((place) => laysAt(choice, place));
  if (laid) return [{ place: laid, cards: choice.cards, brought: choice }];
  const grown = choice.decision.kind === "adds" ? places.find((place) => isAbout(choice, place)) : undefined;
  if (!grown) return [];
  return [{ place: grown, cards: factCards(choice.effects.find((effect) => effect.kind === "grown"), "cards"), brought: choice }];
}

export function lanesOf(places: readonly Place[], meant: readonly Choice[], me: number | null): Lane[] {
  const lying = places.filter((place) => place.cards.length > 0).map((place) => ({ place, cards: place.cards, brought: null }));
  const shown = [...lying, ...meant.flatMap((choice) => broughtBy(choice, places))];
  const sizes = [...new Set(shown.map(({ cards }) => cards.length))].sort((a, b) => a - b);
  return Array.from({ length: LANES }, (_, index) => index + 1).map((size) => {
    const here = sizes.filter((other) => Math.min(other, LANES) === size);
    const facing = here.map((other) => face(shown.filter(({ cards }) => cards.length === other), me));
    return { size, far: facing.flatMap(({ far }) => far), near: facing.flatMap(({ near }) => near) };
  });
}

/** Sets of the same size, for as long as the beaten one still lies there: the higher is nearer, if not one alone is mine. */
function face(shown: readonly Shown[], me: number | null): Omit<Lane, "size"> {
  const mine = shown.filter(({ place }) => place.seat === me);
  const others = shown.filter(({ place }) => place.seat !== me);
  if (shown.length < 2 || (mine.length > 0 && others.length > 0)) return { far: others, near: mine };
  const [highest, ...lower] = [...shown].sort((a, b) => valueOf(b.cards) - valueOf(a.cards));
  return { far: lower, near: highest ? [highest] : [] };
}

/** DNUP-6: all its cards have it. */
export function valueOf(cards: readonly string[]): number {
  return parseInt(cards[0] ?? "0");
}

/** What would become of a set that lies on the table, if this were chosen? */
export function fate(choice: Choice, place: Place): "" | "beaten" | "taken" | "grows" {
  if (isAbout(choice, place)) return choice.decision.kind === "takes" ? "taken" : "grows";
  const beaten = (effect: Told): boolean =>
    ["beaten", "beaten_out"].includes(effect.kind) && isMeant(place, factSeat(effect.facts, "seat"), factCards(effect, "cards").length);
  return choice.effects.some(beaten) ? "beaten" : "";
}
