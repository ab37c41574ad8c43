/** What is new on the table for who looks: cards that others brought there since one's own last decision. */

import type { Update } from "$web/protocol";
import type { Trip } from "./stages";

export interface Fresh {
  place: string;
  card: string;
  seat: number; // who brought it
}

/** `by`: whose step these trips are of. What somebody takes is seen in its own place, and not marked. */
export function freshAfter(before: readonly Fresh[], trips: readonly Trip[], by: number): readonly Fresh[] {
  return trips.reduce<readonly Fresh[]>((fresh, { source, target, leaves, lands }) => {
    const left = fresh.findIndex(({ place, card }) => place === source && card === leaves);
    const rest = fresh.filter((_, index) => index !== left);
    return lands !== null && isOnTable(target, source) ? [...rest, { place: target, card: lands, seat: by }] : rest;
  }, before);
}

/** In the middle; or laid there out of the hand of who has the place. */
function isOnTable(target: string, source: string): boolean {
  const [, owner] = target.split(":");
  return owner === undefined || (source === `hand:${owner}` && !target.startsWith("hand:"));
}

/** What is new after a stage of an update. One's own step has seen it all; who only watches is shown the last step. */
export function freshBy({ kind, by, view }: Pick<Update, "kind" | "by" | "view">, before: readonly Fresh[], trips: readonly Trip[], first: boolean): readonly Fresh[] {
  const seat = view?.seat ?? null;
  if (kind !== "decided" || by == null || by === seat) return [];
  return freshAfter(first && seat === null ? [] : before, trips, by);
}

/** Marks the cards on the page in the colour of who brought them. Returns what takes the marks away. */
export function markFresh(root: HTMLElement, fresh: readonly Fresh[]): () => void {
  const marked = fresh.flatMap(({ place, card, seat }) => {
    const found = [...root.querySelectorAll<HTMLElement>(`[data-zone="${CSS.escape(place)}"] [data-card="${CSS.escape(card)}"]`)];
    const spot = found.findLast(({ dataset }) => dataset["fresh"] === undefined);
    if (!spot) return [];
    spot.dataset["fresh"] = `${seat}`;
    spot.style.setProperty("--fresh", `var(--seat-${seat % 12})`);
    return [spot];
  });
  return () => {
    for (const spot of marked) {
      delete spot.dataset["fresh"];
      spot.style.removeProperty("--fresh");
    }
  };
}
