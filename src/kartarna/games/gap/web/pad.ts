/** GAP on paper: cards of each colour in, points out (GAP-8). The columns of the board use it too. */

import { type Entry, type PadRules, type PadState } from "$web/pad/kinds";
import { colours } from "$web/cards/colours";
import { SCORING } from "./scoring";

/** GAP-8: of each of these numbers of cards, whether its colour counts plus (1), minus (−1) or not at all. */
export function signsOf(cards: readonly number[]): number[] {
  const different = [...new Set(cards.filter((number) => number > 0))].sort((one, other) => other - one);
  return cards.map((number) => SCORING.signs[different.length]?.[different.indexOf(number)] ?? 0);
}

export function scoreOf(cards: readonly number[]): number {
  const signs = signsOf(cards);
  return cards.reduce((sum, number, place) => sum + number * (signs[place] ?? 0), 0);
}

function points(entry: Entry): number {
  return scoreOf(Object.values(entry));
}

/** GAP-9: those whom no other one beats by the best single round, its points and when it was. */
function byBestRound({ rounds }: PadState, level: readonly number[]): number[] {
  const of = (seat: number): number[] => rounds.map((round) => points(round[seat] ?? {}));
  const best = (seat: number): number => Math.max(...of(seat));
  const when = (seat: number): number => of(seat).indexOf(best(seat));
  const beats = (one: number, other: number): boolean =>
    SCORING.better[1 + Math.sign(best(one) - best(other))]?.[1 + Math.sign(when(one) - when(other))] ?? false;
  return level.filter((seat) => !level.some((other) => beats(other, seat)));
}

export const pad: PadRules = {
  players: SCORING.players,
  target: SCORING.target,
  fields: (_players, deck) =>
    Object.entries(colours(deck)).map(([key, colour]) => ({
      key,
      label: colour,
      kind: "count",
      low: 0,
      high: SCORING.most_of_a_colour,
      colour: colour.en,
      shape: colour.shape,
    })),
  points,
  fault: (round) => {
    const colours = new Set(round.flatMap((entry) => Object.keys(entry)));
    const tooMany = [...colours].some((key) => round.reduce((sum, entry) => sum + (entry[key] ?? 0), 0) > SCORING.most_of_a_colour);
    return tooMany ? "pad_ten_of_a_colour" : null; // GAP-1
  },
  starter: ({ first, rounds, names }) => (first + rounds.length) % names.length, // GAP-10
  tie: { winners: byBestRound, told: "pad_best_round" },
};
