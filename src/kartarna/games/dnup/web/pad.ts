/** dnup on paper: who got rid of all cards first and second (DNUP-13 to 15), or who won the round (DNUP-20). */

import { highest, marks, totals, type PadRules, type PadState } from "$web/pad/kinds";
import { SCORING } from "./scoring";

/** DNUP-15: whoever ended the last round by being out first had won before the second got a token. */
function outFirst(state: PadState, level: readonly number[]): number[] {
  const ends = SCORING.first_ends[state.names.length] ?? [];
  const now = totals(pad, state);
  return highest(level, (seat) => Number(state.rounds.at(-1)?.[seat]?.["first"] === 1 && ends[now[seat] ?? 0] === true));
}

export const pad: PadRules = {
  players: SCORING.players,
  fields: (players) =>
    players === 2
      ? [{ key: "won", label: { cs: "vyhrané kolo", en: "won the round" }, kind: "mark", low: 0, high: 1 }]
      : [
          { key: "first", label: { cs: "první bez karet", en: "first without cards" }, kind: "mark", low: 0, high: 1 },
          { key: "second", label: { cs: "druhý bez karet", en: "second without cards" }, kind: "mark", low: 0, high: 1 },
        ],
  points: (entry) => (["first", "second", "won"] as const).reduce((sum, key) => sum + SCORING[key] * (entry[key] ?? 0), 0),
  fault: (round) => {
    if (round.some((entry) => entry["first"] && entry["second"])) return "pad_first_or_second";
    return ["first", "second", "won"].some((key) => marks(round, key) > 1) ? "pad_one_each" : null;
  },
  starts: "pad_star_starts", // DNUP-5
  over: ({ names }, totals) => totals.some((total) => total >= (SCORING.target[names.length] ?? 0)),
  tie: { winners: outFirst, told: "pad_out_first" },
};
