/** GAP on paper: cards of each colour in, points out (GAP-8). The columns of the board use it too. */

import { highest, type Entry, type PadRules, type PadState } from "$web/pad/kinds";
import { colours } from "$web/cards/colours";

export interface Counted {
  plus: number;
  minus: number;
  most: number; // cards of the colours that count plus
  fewest: number; // cards of those that count minus; 0: none does
}

export function count(cards: readonly number[]): Counted {
  const had = cards.filter((number) => number > 0);
  const most = Math.max(0, ...had);
  const fewest = had.length > 0 ? Math.min(...had) : 0;
  const sum = (wanted: number): number => had.filter((number) => number === wanted).length * wanted;
  if (most === fewest) return { plus: sum(most), minus: 0, most, fewest: 0 };
  return { plus: sum(most), minus: sum(fewest), most, fewest };
}

function points(entry: Entry): number {
  const { plus, minus } = count(Object.values(entry));
  return plus - minus;
}

/** GAP-9: the best single round decides, then the earlier one; those who have even that in common share the win. */
function byBestRound({ rounds }: PadState, level: readonly number[]): number[] {
  const of = (seat: number): number[] => rounds.map((round) => points(round[seat] ?? {}));
  const best = (seat: number): number => Math.max(...of(seat));
  const when = (seat: number): number => of(seat).indexOf(best(seat));
  return highest(highest(level, best), (seat) => -when(seat));
}

export const pad: PadRules = {
  players: [2, 6],
  target: 30,
  fields: (_players, deck) =>
    Object.entries(colours(deck)).map(([key, colour]) => ({
      key,
      label: colour,
      kind: "count",
      low: 0,
      high: 10,
      colour: colour.en,
      shape: colour.shape,
    })),
  points,
  fault: (round) => {
    const colours = new Set(round.flatMap((entry) => Object.keys(entry)));
    const tooMany = [...colours].some((key) => round.reduce((sum, entry) => sum + (entry[key] ?? 0), 0) > 10);
    return tooMany ? "pad_ten_of_a_colour" : null; // GAP-1
  },
  starter: ({ first, rounds, names }) => (first + rounds.length) % names.length, // GAP-10
  tie: { winners: byBestRound, told: "pad_best_round" },
};
