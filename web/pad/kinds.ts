/** The score pad for real cards on a real table: what each game's pad.ts says about its own counting. Its sentences
 * stand in the game's words.toml. */

import type { Deck, Language } from "$web/words/kinds";

/** One thing to enter for a player in a round. */
export interface Field {
  key: string;
  label: Record<Language, string>;
  kind: "count" | "number" | "mark"; // a stepper, a number to type, a box to tick
  low: number;
  high: number;
  colour?: string; // its English name and shape, for a colour that is counted
  shape?: string;
}

export type Entry = Readonly<Record<string, number>>;
export type Round = readonly Entry[]; // by seat

export interface PadState {
  names: string[];
  rounds: Round[];
  first: number; // who started the first round
  target: number; // 0: none
}

export interface TieRule {
  winners(state: PadState, level: readonly number[]): number[]; // of these seats
  told: string; // the key of the sentence that says what decided
}

export interface PadRules {
  players: readonly [number, number];
  /** Rounds, or one count at the end of the game. */
  single?: boolean;
  target?: number; // the usual one; none: the pad asks for none
  fields(players: number, deck: Deck): Field[];
  points(entry: Entry, players: number): number;
  /** The key of the sentence that says what is wrong with a round. */
  fault?(round: Round): string | null;
  /** Who starts the next round; null after a round where the cards decide, absent where they always do. */
  starter?(state: PadState): number | null;
  /** The key of the sentence that says who starts where the cards always decide it. */
  starts?: string;
  over?(state: PadState, totals: readonly number[]): boolean;
  /** Where those who are level do not share the win (ALL-6). */
  tie?: TieRule;
  /** Fewer is better (Karma counts games lost). */
  lowWins?: boolean;
  /** What totals are called: the key of a sentence with {total}. */
  unit?: string;
}

export function totals(rules: PadRules, state: PadState): number[] {
  return state.names.map((_, seat) =>
    state.rounds.reduce((sum, round) => sum + rules.points(round[seat] ?? {}, state.names.length), 0),
  );
}

export function isOver(rules: PadRules, state: PadState): boolean {
  const now = totals(rules, state);
  if (rules.over) return rules.over(state, now);
  if (rules.single) return state.rounds.length > 0;
  return state.target > 0 && now.some((total) => total >= state.target);
}

/** The seats that lead; all who are level. */
export function leaders(rules: PadRules, now: readonly number[]): number[] {
  return highest([...now.keys()], (seat) => (now[seat] ?? 0) * (rules.lowWins ? -1 : 1));
}

/** Of the seats that lead at the end, those that win. */
export function winners(rules: PadRules, state: PadState): number[] {
  const level = leaders(rules, totals(rules, state));
  return level.length > 1 && rules.tie ? rules.tie.winners(state, level) : level;
}

/** Of these seats, those with the most of something. */
export function highest(seats: readonly number[], worth: (seat: number) => number): number[] {
  const most = Math.max(...seats.map(worth));
  return seats.filter((seat) => worth(seat) === most);
}

export function marks(round: Round, key: string): number {
  return round.reduce((sum, entry) => sum + (entry[key] ?? 0), 0);
}
