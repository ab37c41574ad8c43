/** How a game draws its deals: each game's folder has a deal.ts, so that the browser can check them by itself. */

import type { Deck } from "$web/words/kinds";
import type { Tape } from "./tape";

/** Where every card lies when a round begins, zone by zone, as records tell it. */
export type Deal = Record<string, string[]>;

export interface Due {
  players: number;
  round: number; // from 1
  deck: Deck;
  starter: number | null; // the seat that the table has fixed, from 1; null: it is drawn
  first: Deal; // the deal of the first round
}

export type Draw = (tape: Tape, due: Due) => Deal;

/** ALL-1: who starts. Of a fixed starter nothing is drawn. */
export function drawStarter(tape: Tape, { players, starter }: Due): Deal {
  return { starter: [String(starter ?? tape.below(players) + 1)] };
}

/** The cards go to their places in order, so many to each; what is left goes to the last one. */
export function lay(cards: readonly string[], places: readonly (readonly [string, number])[], rest: string): Deal {
  const deal: Deal = {};
  let next = 0;
  for (const [zone, count] of [...places, [rest, cards.length] as const]) {
    if (next < cards.length) deal[zone] = cards.slice(next, next + count);
    next += count;
  }
  return deal;
}

/** So many cards for each seat: `hand 1`, `hand 2` … */
export function forEach(players: number, zone: string, count: number): [string, number][] {
  return Array.from({ length: players }, (_, seat) => [`${zone} ${seat + 1}`, count]);
}

export function repeat(card: string, copies: number): string[] {
  return Array.from({ length: copies }, () => card);
}
