/** Reads a view of any game: which zones lie where, and which of them a choice is about. */

import type { Choice, Options, View, Zone } from "$web/protocol";
import { size } from "$web/table/board";

const HAND = "hand";
const OFFER = "offer"; // cards that lie elsewhere too, of which one is to be chosen now

/** What lies in the middle. What is on offer is shown where it lies. */
export function middleOf(view: View): Zone[] {
  const common = view.zones.filter(({ seat }) => seat === null);
  const lying = common.filter(({ name }) => name !== OFFER);
  return common.filter((zone) => zone.name !== OFFER || !isElsewhere(zone, lying));
}

function isElsewhere({ cards }: Zone, zones: readonly Zone[]): boolean {
  return cards.every((card) => zones.some((zone) => zone.cards.includes(card)));
}

/** What lies before a player, besides the hand. */
export function laidOut(view: View, seat: number): Zone[] {
  return view.zones.filter((zone) => zone.seat === seat && zone.name !== HAND && size(zone) > 0);
}

/** The zones whose cards the choices are about, with those cards: an equal card may lie in another open zone. */
export function openZones(view: View, choices: readonly Choice[]): Map<Zone, Set<string>> {
  const zones = inReach(view);
  const open = new Map<Zone, Set<string>>();
  for (const { cards } of choices.filter(({ cards }) => cards.length > 0)) {
    const home = zones.find((zone) => holds(zone, cards));
    if (home) open.set(home, new Set([...(open.get(home) ?? []), ...cards]));
  }
  return open;
}

/** Where equal cards lie in several zones: of those on offer in the middle, else one's hand first, then all else. */
function inReach(view: View): Zone[] {
  const offers = view.zones.some(({ name }) => name === OFFER);
  const far = (zone: Zone): number => {
    if (zone.seat === null) return offers ? 0 : 3;
    if (zone.seat !== view.seat) return 4;
    return zone.name === HAND ? 1 : 2;
  };
  return [...view.zones].sort((a, b) => far(a) - far(b));
}

function holds(zone: Zone, cards: readonly string[]): boolean {
  const left = [...zone.cards];
  return cards.every((card) => {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}

/** Face-down cards of one's own that are known by their places only: what can be used but is seen nowhere. */
export function coveredCards(view: View, { choices, refused }: Options): string[] {
  const seen = new Set(view.zones.flatMap(({ cards }) => cards));
  const thought = [...choices.flatMap(({ cards }) => cards), ...refused.map(({ card }) => card)];
  return [...new Set(thought)].filter((card) => card.startsWith("?") && !seen.has(card)).sort();
}

/** The other player that a choice names; null: none, or more than one. */
export function targetOf({ decision }: Choice, me: number | null): number | null {
  const seats = Object.values(decision.facts).flatMap((fact) =>
    typeof fact === "object" && "seat" in fact && fact.seat !== me ? [fact.seat] : [],
  );
  return seats.length === 1 ? (seats[0] ?? null) : null;
}

/** Is this choice meant by letting a card go there? On a player: what names this player; on the table: all else. */
export function isMeantAt(choice: Choice, target: string, me: number | null): boolean {
  const seat = targetOf(choice, me);
  return target.startsWith("seat:") ? seat === Number(target.slice("seat:".length)) : seat === null;
}

/** All cards that the effects of a choice name. */
export function concerned(choice: Choice | null): string[] {
  const facts = (choice?.effects ?? []).flatMap((effect) => Object.values(effect.facts)).flat();
  return facts.flatMap((fact) => (typeof fact === "object" && "card" in fact ? [fact.card] : []));
}
