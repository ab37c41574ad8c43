/** Tři je moc! on paper: cards of each colour that a player has ever taken, and the colour bonus (THREE-10, 11, 14, 15). */

import type { Entry, PadRules } from "$web/pad/kinds";
import { colours } from "$web/cards/colours";
import { SCORING } from "./scoring";

const BONUS = "bonus";

export function score(entry: Entry): number {
  const counts = Object.entries(entry).flatMap(([key, number]) => (key === BONUS ? [] : [number]));
  const colours = counts.filter((number) => SCORING.face_up[number]).length;
  const points = counts.reduce((sum, number) => sum + (SCORING.points[number] ?? 0), 0);
  return points + (SCORING.end_bonus[colours] ?? 0) + (entry[BONUS] ?? 0);
}

export const pad: PadRules = {
  players: SCORING.players,
  single: true,
  fields: (_players, deck) => [
    ...Object.entries(colours(deck)).map(([key, colour]) => ({
      key,
      label: colour,
      kind: "count" as const,
      low: 0,
      high: SCORING.most_of_a_colour,
      colour: colour.en,
      shape: colour.shape,
    })),
    { key: BONUS, label: { cs: "barevný bonus", en: "colour bonus" }, kind: "number", low: 0, high: Math.max(...SCORING.bonuses) },
  ],
  points: score,
  fault: (round) => {
    const none = (entry: Entry): boolean => ![0, ...SCORING.bonuses].includes(entry[BONUS] ?? 0);
    if (round.some(none)) return "pad_bonus_values"; // THREE-4
    const bonuses = round.map((entry) => entry[BONUS] ?? 0).filter((bonus) => bonus > 0);
    if (new Set(bonuses).size < bonuses.length) return "pad_bonus_twice";
    const keys = new Set(round.flatMap((entry) => Object.keys(entry)).filter((key) => key !== BONUS));
    const tooMany = [...keys].some((key) => round.reduce((sum, entry) => sum + (entry[key] ?? 0), 0) > SCORING.most_of_a_colour);
    return tooMany ? "pad_twelve_of_a_colour" : null; // THREE-1
  },
};
