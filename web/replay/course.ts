/** The course of a game over its steps: where its rounds begin, who stood how, what it came to. */

import type { Manner } from "$web/games";
import type { Ending, Replay, ReplayStep } from "$web/protocol";

/** A moment that one may look for. */
export interface Landmark {
  place: number;
  kind: "round" | "out"; // a round begins; somebody has no cards left
  round: number;
}

export function landmarksOf(steps: readonly ReplayStep[]): Landmark[] {
  return steps.flatMap(({ round, events }, place): Landmark[] => {
    if (place > 0 && steps[place - 1]?.round !== round) return [{ place, kind: "round", round }];
    return events.some(({ kind }) => kind === "out") ? [{ place, kind: "out", round }] : [];
  });
}

/** The first step of the round after this one, or of this round, or of the one before if it is that already. */
export function roundFrom(steps: readonly ReplayStep[], at: number, by: 1 | -1): number {
  const starts = [0, ...landmarksOf(steps).flatMap(({ place, kind }) => (kind === "round" ? [place] : []))];
  return by > 0 ? (starts.find((place) => place > at) ?? steps.length - 1) : (starts.findLast((place) => place < at) ?? 0);
}

/** How every seat stands after each step, from 0 (the least ever) to 1; nothing where nobody has anything. */
export function courses({ steps, players }: Replay, manner: Manner): number[][] {
  const value = ({ view }: ReplayStep, seat: number): number => manner.worth?.(view, seat) ?? view.totals[seat] ?? 0;
  const values = Array.from({ length: players }, (_, seat) => steps.map((step) => value(step, seat)));
  const [least, most] = [Math.min(...values.flat()), Math.max(...values.flat())];
  return least === most ? [] : values.map((line) => line.map((value) => (value - least) / (most - least)));
}

/** What the game came to, as a table says it: the totals after each round, and the last step. */
export function endingOf(steps: readonly ReplayStep[]): Ending {
  const closing = steps.filter(({ round }, place) => steps[place + 1]?.round !== round);
  return { totals: closing.map(({ view }) => view.totals), events: steps.at(-1)?.events ?? [] };
}
