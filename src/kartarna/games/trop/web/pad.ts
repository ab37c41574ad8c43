/** TROP on paper: who was trop, and the sum of every other hand (TROP-8, TROP-12, TROP-13). */

import { marks, type PadRules } from "$web/pad/kinds";
import { SCORING } from "./scoring";

export const pad: PadRules = {
  players: SCORING.players,
  target: SCORING.target,
  fields: () => [
    { key: "trop", label: { cs: "trop", en: "trop" }, kind: "mark", low: 0, high: 1 },
    { key: "hand", label: { cs: "součet karet v ruce", en: "sum of the hand" }, kind: "number", low: SCORING.lowest_hand, high: SCORING.highest_hand },
  ],
  points: (entry) => (entry["trop"] ? 0 : (entry["hand"] ?? 0)),
  fault: (round) => (marks(round, "trop") > 1 ? "pad_one_trop" : null),
  starter: ({ rounds, first }) => {
    const last = rounds.at(-1);
    if (!last) return first;
    const seat = last.findIndex((entry) => entry["trop"]);
    return seat < 0 ? null : seat;
  },
};
