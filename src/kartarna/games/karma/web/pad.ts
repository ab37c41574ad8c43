/** Karma on paper: who was left with cards (KARMA-16). The fewer games lost, the better. */

import { type PadRules } from "$web/pad/kinds";
import { SCORING } from "./scoring";

export const pad: PadRules = {
  players: SCORING.players,
  lowWins: true,
  unit: "pad_lost",
  fields: () => [{ key: "lost", label: { cs: "zůstaly karty", en: "left with cards" }, kind: "mark", low: 0, high: 1 }],
  points: (entry) => entry["lost"] ?? 0,
  over: () => false,
};
