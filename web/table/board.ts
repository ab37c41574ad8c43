/** What a board is given, and small helpers to read a view. */

import type { Fact, Told, View, Zone } from "$web/protocol";
import type { Teller } from "$web/words/teller";
import type { Choosing } from "./choosing.svelte";

export interface BoardProps {
  view: View; // what this seat (or a spectator) sees
  choosing: Choosing; // what it can decide, what it is about to choose
  names: readonly string[]; // by seat
  teller: Teller; // tells events, refusals and words of this game
  told?: readonly Told[]; // what has happened last, as far as it is shown
}

/** What a game's Part is given to draw one place of its board, as the pictures in the rules show it. */
export interface PartProps extends BoardProps {
  place: Zone;
}

const NOWHERE: Zone = { name: "", seat: null, cards: [], hidden: 0, known: [] };

export function zone(view: View, name: string, seat: number | null = null): Zone {
  return view.zones.find((zone) => zone.name === name && zone.seat === seat) ?? NOWHERE;
}

export function size(zone: Zone): number {
  return zone.cards.length + zone.hidden;
}

/** A zone as moves and the page (`data-zone`) name it: `deck`, `hand:2`. */
export function placeName({ name, seat }: Zone): string {
  return seat === null ? name : `${name}:${seat}`;
}

/** Are all these cards, copies counted, among those? */
export function within(cards: readonly string[], all: readonly string[]): boolean {
  const counts = counted(all);
  return [...counted(cards)].every(([card, count]) => (counts.get(card) ?? 0) >= count);
}

function counted(cards: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return counts;
}

/** The other seats in order of play, beginning at the left of one's own. To those who only watch, everyone is another. */
export function others(view: View): number[] {
  const { seat, players } = view;
  if (seat === null) return Array.from({ length: players }, (_, i) => i);
  return Array.from({ length: players - 1 }, (_, i) => (seat + 1 + i) % players);
}

export function factNumber(facts: Record<string, Fact | Fact[]>, name: string): number | null {
  const value = facts[name];
  return typeof value === "number" ? value : null;
}

/** The seat that a fact names. */
export function factSeat(facts: Record<string, Fact | Fact[]>, name: string): number | null {
  const value = facts[name];
  return typeof value === "object" && "seat" in value ? value.seat : null;
}

/** The cards that a fact of an event names. */
export function factCards(event: Told | undefined, name: string): string[] {
  const value = event?.facts[name];
  const items = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return items.flatMap((item) => (typeof item === "object" && "card" in item ? [item.card] : []));
}
