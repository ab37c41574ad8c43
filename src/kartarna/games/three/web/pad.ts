/** Tři je moc! on paper: cards of each colour that a player has ever taken, and the colour bonus (THREE-10, 11, 14, 15). */

import type { Entry, PadRules } from "$web/pad/kinds";
import { colours } from "$web/cards/colours";

const BONUS = "bonus";
const BONUSES = [0, 3, 5, 7, 10];

export function score(entry: Entry): number {
  const counts = Object.entries(entry).flatMap(([key, number]) => (key === BONUS ? [] : [number]));
  const up = counts.map((number) => number % 3);
  const down = counts.reduce((sum, number) => sum + number - (number % 3), 0);
  const faceUp = up.reduce((sum, number) => sum + (number === 2 ? 5 : number), 0);
  const shown = up.filter((number) => number > 0).length;
  const end = shown === 7 ? 10 : shown === 6 ? 5 : 0; // THREE-14
  return faceUp - down + end + (entry[BONUS] ?? 0);
}

export const pad: PadRules = {
  players: [2, 4],
  single: true,
  fields: (_players, deck) => [
    ...Object.entries(colours(deck)).map(([key, colour]) => ({
      key,
      label: colour,
      kind: "count" as const,
      low: 0,
      high: 12,
      colour: colour.en,
      shape: colour.shape,
    })),
    { key: BONUS, label: { cs: "barevný bonus", en: "colour bonus" }, kind: "number", low: 0, high: 10 },
  ],
  points: score,
  fault: (round) => {
    if (round.some((entry) => !BONUSES.includes(entry[BONUS] ?? 0))) return "pad_bonus_values"; // THREE-4
    const bonuses = round.map((entry) => entry[BONUS] ?? 0).filter((bonus) => bonus > 0);
    if (new Set(bonuses).size < bonuses.length) return "pad_bonus_twice";
    const keys = new Set(round.flatMap((entry) => Object.keys(entry)).filter((key) => key !== BONUS));
    const tooMany = [...keys].some((key) => round.reduce((sum, entry) => sum + (entry[key] ?? 0), 0) > 12);
    return tooMany ? "pad_twelve_of_a_colour" : null; // THREE-1
  },
};
