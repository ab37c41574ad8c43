/** From an update to what is shown one after the other: every event that moves cards gives a view of its own.
 *
 * The moves of the events, applied to the zones of the view before, lead to the view after. Between them only zones
 * change; points, turns and all else wait for the last view, which is the server's own.
 */

import type { CardMove, Told, View, Zone } from "$web/protocol";
import { placeName, size, within } from "./board";

/** The way of one card, with the name under which it is seen where it leaves and where it lands; null: only its back. */
export interface Trip {
  source: string;
  target: string;
  leaves: string | null;
  lands: string | null;
}

/** How cards lie in zones that are not as all others (a part of the game's look). */
export interface Lying {
  heaps?: readonly string[];
  aside?: readonly string[];
}

export interface Stage {
  view: View | null; // null before the first deal
  events: readonly Told[]; // told when it is shown
  trips: readonly Trip[];
}

/** `before` is null before the first deal; `heaps` are zones whose first card lies on top, `aside` those that no deal fills. */
export function stagesOf(
  before: View | null,
  events: readonly Told[],
  after: View | null,
  { heaps = [], aside = [] }: Lying = {},
): Stage[] {
  const moves = events.flatMap((event) => event.moves ?? []);
  if (!after || moves.length === 0) return justShown(events, after);
  if (before?.round !== after.round) {
    const gathered = allGathered(after, moves, aside);
    return [{ view: gathered, events: [], trips: [] }, ...between(gathered, events, after, heaps)];
  }
  const sameEyes = before.game === after.game && before.seat === after.seat;
  return sameEyes ? between(before, events, after, heaps) : justShown(events, after);
}

/** Without a way that led there. */
export function justShown(events: readonly Told[], view: View | null): Stage[] {
  return [{ view, events, trips: [] }];
}

/** The last of them, with all that was told and moved: where nothing is played out. */
export function inOne(stages: readonly Stage[]): Stage[] {
  const view = stages.at(-1)?.view ?? null;
  return [{ view, events: stages.flatMap(({ events }) => events), trips: stages.flatMap(({ trips }) => trips) }];
}

/** Before a deal: nothing lies where it will bring cards, and what it will bring is in the deck. */
function allGathered(after: View, moves: readonly CardMove[], aside: readonly string[]): View {
  const sources = moves.flatMap(({ source, cards, hidden }) => Array.from({ length: cards.length + hidden }, () => source));
  const zones = after.zones.map((zone) => {
    const place = placeName(zone);
    if (aside.includes(zone.name)) return zone;
    if (moves.some(({ target }) => target === place)) return { ...zone, cards: [], hidden: 0, known: [] };
    return { ...zone, hidden: zone.hidden + sources.filter((source) => source === place).length };
  });
  return { ...after, waiting: [], zones };
}

function between(before: View, events: readonly Told[], after: View, heaps: readonly string[]): Stage[] {
  const table = new Between(before, after, heaps);
  const stages: Stage[] = [];
  let told: Told[] = [];
  for (const event of events) {
    told.push(event);
    if (!event.moves?.length) continue;
    const trips = event.moves.flatMap((move) => table.move(move));
    stages.push({ view: { ...before, zones: table.zones }, events: told, trips });
    told = [];
  }
  const last = stages.pop();
  return [...stages, { view: after, events: [...(last?.events ?? []), ...told], trips: last?.trips ?? [] }];
}

/** The zones on the way from one view to the next. */
class Between {
  zones: Zone[];
  #after: readonly Zone[];
  #heaps: readonly string[];

  constructor(before: View, after: View, heaps: readonly string[]) {
    this.zones = before.zones;
    this.#after = after.zones;
    this.#heaps = heaps;
  }

  move({ source, target, cards, hidden, becomes = cards, covered = false }: CardMove): Trip[] {
    const from = this.#at(source);
    const seen = cards.map((card, place) => from.cards.filter((other) => other === card).length > countBefore(cards, place));
    const leaving = cards.filter((_, place) => seen[place]);
    this.#put({ ...from, cards: without(from.cards, leaving), hidden: Math.max(0, from.hidden - hidden - cards.length + leaving.length) });
    const to = this.#at(target);
    this.#put(covered ? { ...to, hidden: to.hidden + cards.length + hidden } : this.#joined(to, becomes, hidden));
    const named = cards.map((card, place) => ({
      source,
      target,
      leaves: seen[place] ? card : null,
      lands: covered ? null : (becomes[place] ?? card),
    }));
    const moved = named.filter(({ leaves, lands }) => source !== target || leaves !== lands); // what is shown to who saw it, lies still
    return [...moved, ...Array.from({ length: hidden }, () => ({ source, target, leaves: null, lands: null }))];
  }

  #at(place: string): Zone {
    const [name = "", seat] = place.split(":");
    const known = this.zones.find((zone) => placeName(zone) === place);
    return known ?? { name, seat: seat === undefined ? null : Number(seat), cards: [], hidden: 0, known: [] };
  }

  /** In the order of the view to come, as far as that has these cards. */
  #joined(zone: Zone, cards: readonly string[], hidden: number): Zone {
    const all = this.#heaps.includes(zone.name) ? [...cards, ...zone.cards] : [...zone.cards, ...cards];
    const end = this.#after.find((other) => placeName(other) === placeName(zone))?.cards ?? [];
    const others = without(end, all);
    return { ...zone, cards: within(all, end) ? without(end, others) : all, hidden: zone.hidden + hidden };
  }

  /** A place that exists only between two events goes with its last card. */
  #put(zone: Zone): void {
    const place = placeName(zone);
    const stays = size(zone) > 0 || this.#after.some((other) => placeName(other) === place);
    const found = this.zones.findIndex((other) => placeName(other) === place);
    const rest = this.zones.filter((_, index) => index !== found);
    this.zones = stays ? rest.toSpliced(found < 0 ? rest.length : found, 0, zone) : rest;
  }
}

function countBefore(cards: readonly string[], place: number): number {
  return cards.slice(0, place).filter((card) => card === cards[place]).length;
}

/** What is left when these cards, copies counted, are gone: of equal ones the last go. */
function without(cards: readonly string[], gone: readonly string[]): string[] {
  const left = [...cards];
  for (const card of gone) {
    const place = left.lastIndexOf(card);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}
