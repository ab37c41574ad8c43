/** Where cards were and where they are now on the page, and so which way each of them flies or slides.
 *
 * Places are marked in the page: `data-zone` on whatever holds cards, `data-card` on every card seen, `data-back` on a
 * back with a place of its own. What moves is said by the events: a card flies from the place that it left to the place that it reached; cards that stay may slide to make
 * room. Nothing else moves.
 */

import type { Trip } from "./stages";

interface Spot {
  card: string | null; // null: a back
  rect: DOMRect;
  element: HTMLElement;
}

interface Place {
  rect: DOMRect; // of a card that lies there, seen or not; else of the whole place
  bare: boolean; // the rect is no card's
  spots: Spot[];
}

export type Places = Map<string, Place>;

/** A card in the air. Where one end is not on the page, it appears or vanishes at the other. */
export interface Flight extends Trip {
  place: number; // among those that fly together
  from: DOMRect | null;
  to: DOMRect | null;
  turned: boolean; // it is called otherwise the other way up, and turns as it flies
  spot: HTMLElement | null; // where it comes to lie; null: it is only counted there
}

/** A card that stays in its place, moved by others. */
interface Slide {
  element: HTMLElement;
  from: DOMRect;
  to: DOMRect;
}

export function placesIn(root: HTMLElement): Places {
  const places: Places = new Map();
  for (const element of root.querySelectorAll<HTMLElement>("[data-zone]")) {
    const name = element.dataset["zone"] ?? "";
    const here = placeOf(element);
    const known = places.get(name);
    if (!known) places.set(name, here);
    else places.set(name, { ...(known.bare ? here : known), spots: [...known.spots, ...here.spots] });
  }
  return places;
}

/** What is in the place itself, not in another that lies within it. */
function placeOf(element: HTMLElement): Place {
  const own = (found: Element): boolean => found.closest("[data-zone]") === element;
  const spots = [...element.querySelectorAll<HTMLElement>("[data-card], [data-back]")].filter(own);
  const card = [...element.querySelectorAll(".card, .card-place")].filter(own).at(-1);
  return {
    rect: (card ?? element).getBoundingClientRect(),
    bare: !card,
    spots: spots.map(spotOf),
  };
}

/** The box is that of the card: where cards cover each other, the place of one is narrower than the card. */
function spotOf(element: HTMLElement): Spot {
  const card = element.querySelector(".card") ?? element;
  return { card: element.dataset["card"] ?? null, rect: card.getBoundingClientRect(), element };
}

/** The flights of these trips and, afterwards, the slides of what stayed. */
export function ways(before: Places, after: Places, trips: readonly Trip[]): { flights: Flight[]; slides: Slide[] } {
  const left = new Claims(before);
  const reached = new Claims(after);
  const flights = trips.map((trip, place) => {
    const start = left.claim(trip.source, trip.leaves);
    const end = reached.claim(trip.target, trip.lands);
    const spot = end.spot?.element ?? null;
    return { ...trip, place, ...boxes(start, end), turned: isTurned(trip, spot), spot };
  });
  return { flights, slides: slides(left, reached) };
}

/** The other way up: by what it is called now, or unseen among others in its place. */
function isTurned({ source, target, leaves, lands }: Trip, spot: HTMLElement | null): boolean {
  if (leaves === null) return lands === null && source === target;
  return leaves !== lands && spot?.dataset["turned"] === leaves;
}

interface End {
  place: Place | undefined;
  spot: Spot | undefined;
}

/** Which of the cards of a place are spoken for: of equal ones the one that is gone from the page, else the last. */
class Claims {
  readonly places: Places;
  #claimed = new Set<Spot>();

  constructor(places: Places) {
    this.places = places;
  }

  claim(name: string, card: string | null): End {
    const place = this.places.get(name);
    const alike = this.free(name).filter((spot) => spot.card === card);
    const spot = alike.find(({ element }) => !element.isConnected) ?? alike.at(-1);
    if (spot) this.#claimed.add(spot);
    return { place, spot };
  }

  free(name: string): Spot[] {
    return (this.places.get(name)?.spots ?? []).filter((spot) => !this.#claimed.has(spot));
  }
}

/** From where to where: a place without a card is flown to at its middle, in the size of the card at the other end. */
function boxes(start: End, end: End): { from: DOMRect | null; to: DOMRect | null } {
  const [first, last] = [start, end].map(({ place, spot }) => seen(spot?.rect ?? (place && !place.bare ? place.rect : null)));
  const sized = ({ place }: End, like: DOMRect | null): DOMRect | null => (place && like && isThere(place.rect) ? middle(place.rect, like) : null);
  return { from: first ?? sized(start, last ?? null), to: last ?? sized(end, first ?? null) };
}

/** What is not on the page at all has no place either. */
function isThere({ left, top, right, bottom }: DOMRect): boolean {
  return left !== 0 || top !== 0 || right !== 0 || bottom !== 0;
}

/** Where there is little room the card of a hand has no size: its middle is flown to. */
function seen(box: DOMRect | null): DOMRect | null {
  return box && box.width > 0 ? box : null;
}

function middle(place: DOMRect, { width, height }: DOMRect): DOMRect {
  return new DOMRect(place.left + (place.width - width) / 2, place.top + (place.height - height) / 2, width, height);
}

function slides(left: Claims, reached: Claims): Slide[] {
  return [...reached.places.keys()].flatMap((name) => {
    const before = left.free(name);
    return reached.free(name).flatMap(({ card, rect, element }) => {
      const place = before.findIndex((spot) => spot.card === card);
      const [was] = place < 0 ? [] : before.splice(place, 1);
      return was && isElsewhere(was.rect, rect) ? [{ element, from: was.rect, to: rect }] : [];
    });
  });
}

function isElsewhere(one: DOMRect, other: DOMRect): boolean {
  return other.width > 0 && Math.hypot(one.left - other.left, one.top - other.top) >= 2;
}
