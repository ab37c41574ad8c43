/** Cards fly from where they were to where they go.
 *
 * Places are marked in the page: `data-zone` on whatever holds cards (with `data-hidden`, how many lie there unseen),
 * `data-card` on every card seen. Before the page changes the places are remembered; afterwards each card that was
 * elsewhere starts from there. Which rule moved it does not matter.
 */

interface Remembered {
  rect: DOMRect;
  hidden: number;
  cards: Map<string, DOMRect[]>;
}

const DURATION = 380;
const EASING = "cubic-bezier(0.22, 0.8, 0.3, 1)";

export class Flight {
  #zones = new Map<string, Remembered>();

  remember(root: HTMLElement): void {
    this.#zones = new Map();
    for (const [zone, element] of zones(root)) {
      const cards = new Map<string, DOMRect[]>();
      for (const [card, spot] of cardsIn(element)) cards.set(card, [...(cards.get(card) ?? []), spot.getBoundingClientRect()]);
      this.#zones.set(zone, { rect: element.getBoundingClientRect(), hidden: hiddenIn(element), cards });
    }
  }

  /** Starts the flights; `quick` shortens them when much is to be caught up with. */
  fly(root: HTMLElement, quick = false): void {
    const now = new Map<string, Map<string, number>>();
    const arrivals: { card: string; spot: HTMLElement; zone: string }[] = [];
    const hidden = new Map<string, number>();
    for (const [zone, element] of zones(root)) {
      hidden.set(zone, hiddenIn(element));
      const counts = new Map<string, number>();
      now.set(zone, counts);
      for (const [card, spot] of cardsIn(element)) {
        const place = counts.get(card) ?? 0;
        counts.set(card, place + 1);
        const before = this.#zones.get(zone)?.cards.get(card)?.[place];
        if (before) move(spot, before, quick);
        else arrivals.push({ card, spot, zone });
      }
    }
    for (const { card, spot, zone } of arrivals) {
      const from = this.#origin(card, zone, now, hidden);
      if (from) move(spot, from, quick);
    }
  }

  /** A zone that has lost this card; or else one that has fewer unseen cards than before. */
  #origin(card: string, to: string, now: Map<string, Map<string, number>>, hidden: Map<string, number>): DOMRect | null {
    for (const [zone, { cards }] of this.#zones) {
      const rects = cards.get(card) ?? [];
      const left = now.get(zone)?.get(card) ?? 0;
      if (zone !== to && rects.length > left) return rects[left] ?? null;
    }
    for (const [zone, remembered] of this.#zones) {
      if (zone !== to && remembered.hidden > (hidden.get(zone) ?? 0)) return remembered.rect;
    }
    return null;
  }
}

function zones(root: HTMLElement): [string, HTMLElement][] {
  return [...root.querySelectorAll<HTMLElement>("[data-zone]")].map((element) => [element.dataset["zone"] ?? "", element]);
}

function cardsIn(element: HTMLElement): [string, HTMLElement][] {
  return [...element.querySelectorAll<HTMLElement>("[data-card]")].map((spot) => [spot.dataset["card"] ?? "", spot]);
}

function hiddenIn(element: HTMLElement): number {
  return Number(element.dataset["hidden"] ?? 0);
}

function move(spot: HTMLElement, from: DOMRect, quick: boolean): void {
  const to = spot.getBoundingClientRect();
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  if (Math.hypot(x, y) < 2 || to.width === 0) return;
  const scale = Math.min(1.6, Math.max(0.3, from.width / to.width));
  spot.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 5 },
      { transform: "none", zIndex: 5 },
    ],
    { duration: quick ? DURATION / 3 : DURATION, easing: EASING },
  );
}
