/** Cards fly from where they were to where they go.
 *
 * Places are marked in the page: `data-zone` on whatever holds cards (with `data-hidden`, how many lie there unseen),
 * `data-card` on every card seen. Before the page changes the places are remembered; afterwards each card that was
 * elsewhere starts from there. Which rule moved it does not matter. A card may go by another name where it lands:
 * `data-kind` is what it becomes there, `data-turned` what it is called the other way up (then it turns as it flies).
 */

interface Remembered {
  rect: DOMRect;
  hidden: number;
  cards: Map<string, DOMRect[]>;
  names: string[];
}

interface Arrival {
  card: string;
  turned: string | undefined;
  spot: HTMLElement;
  zone: string;
}

type Counts = Map<string, Map<string, number>>;

const DURATION = 380;
const EASING = "cubic-bezier(0.22, 0.8, 0.3, 1)";

export class Flight {
  #zones = new Map<string, Remembered>();

  remember(root: HTMLElement): void {
    this.#zones = new Map();
    for (const [zone, element] of zones(root)) {
      const cards = new Map<string, DOMRect[]>();
      for (const spot of spotsIn(element)) {
        const rect = spot.getBoundingClientRect();
        for (const name of namesOf(spot)) cards.set(name, [...(cards.get(name) ?? []), rect]);
      }
      const names = spotsIn(element).map(cardOf).sort();
      this.#zones.set(zone, { rect: element.getBoundingClientRect(), hidden: hiddenIn(element), cards, names });
    }
  }

  /** Starts the flights; `quick` shortens them when much is to be caught up with. */
  fly(root: HTMLElement, quick = false): void {
    const now: Counts = new Map();
    const arrivals: Arrival[] = [];
    const hidden = new Map<string, number>();
    for (const [zone, element] of zones(root)) {
      hidden.set(zone, hiddenIn(element));
      const counts = new Map<string, number>();
      now.set(zone, counts);
      const all = this.#allTurned(zone, element);
      for (const spot of spotsIn(element)) {
        const card = cardOf(spot);
        const turned = spot.dataset["turned"];
        const name = all ? (turned ?? card) : card;
        const before = this.#zones.get(zone)?.cards.get(name)?.[counts.get(name) ?? 0];
        for (const called of all ? [name] : namesOf(spot)) counts.set(called, (counts.get(called) ?? 0) + 1);
        if (before) move(spot, before, quick, all);
        else arrivals.push({ card, turned, spot, zone });
      }
    }
    for (const arrival of arrivals) this.#arrive(arrival, now, hidden, quick);
  }

  /** Does a zone hold the cards that it held, all of them the other way up? */
  #allTurned(zone: string, element: HTMLElement): boolean {
    const before = this.#zones.get(zone)?.names.join(" ") ?? "";
    const spots = spotsIn(element);
    const turned = spots.map((spot) => spot.dataset["turned"] ?? "").sort();
    return turned.join(" ") === before && spots.map(cardOf).sort().join(" ") !== before;
  }

  #arrive({ card, turned, spot, zone }: Arrival, now: Counts, hidden: Map<string, number>, quick: boolean): void {
    const same = this.#lost(card, zone, now);
    const other = same || !turned ? null : this.#lost(turned, zone, now);
    const from = same ?? other ?? this.#unseen(zone, hidden);
    if (from) move(spot, from, quick, other !== null);
  }

  /** Where a zone has lost a card of this name. */
  #lost(name: string, to: string, now: Counts): DOMRect | null {
    for (const [zone, { cards }] of this.#zones) {
      const rects = cards.get(name) ?? [];
      const left = now.get(zone)?.get(name) ?? 0;
      if (zone !== to && rects.length > left) return rects[left] ?? null;
    }
    return null;
  }

  /** A zone that has fewer unseen cards than before. */
  #unseen(to: string, hidden: Map<string, number>): DOMRect | null {
    for (const [zone, remembered] of this.#zones) {
      if (zone !== to && remembered.hidden > (hidden.get(zone) ?? 0)) return remembered.rect;
    }
    return null;
  }
}

function zones(root: HTMLElement): [string, HTMLElement][] {
  return [...root.querySelectorAll<HTMLElement>("[data-zone]")].map((element) => [element.dataset["zone"] ?? "", element]);
}

function spotsIn(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>("[data-card]")];
}

function cardOf(spot: HTMLElement): string {
  return spot.dataset["card"] ?? "";
}

/** What a card is called where it lies, and what it becomes elsewhere. */
function namesOf(spot: HTMLElement): string[] {
  const kind = spot.dataset["kind"];
  return kind === undefined ? [cardOf(spot)] : [cardOf(spot), kind];
}

function hiddenIn(element: HTMLElement): number {
  return Number(element.dataset["hidden"] ?? 0);
}

function move(spot: HTMLElement, from: DOMRect, quick: boolean, turned: boolean): void {
  const to = spot.getBoundingClientRect();
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  if ((Math.hypot(x, y) < 2 && !turned) || to.width === 0) return;
  const scale = Math.min(1.6, Math.max(0.3, from.width / to.width));
  spot.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${scale}) rotate(${turned ? 180 : 0}deg)`, zIndex: 5 },
      { transform: "none", zIndex: 5 },
    ],
    { duration: (quick ? DURATION / 3 : DURATION) * (turned ? 1.5 : 1), easing: EASING },
  );
}
