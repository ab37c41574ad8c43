/** What a table knows of its people besides the game: who is there, who is a bot, how much time is left, what was said. */

import { getContext, setContext } from "svelte";

/** Empty: nothing is known, as in a replay. */
export type SeatStatus = "here" | "away" | "thinking" | "";

export interface Seats {
  status(seat: number): SeatStatus;
  name(seat: number): string;
  bot(seat: number): boolean;
  clock(seat: number): string; // the time left, as 1:05; empty without a clock
  mine(): number | null; // the seat that sees this table
  gained(seat: number): string; // what the round that is over brought, as +7; empty while one is played
  explain(seat: number): void; // says why
  won(seat: number): boolean; // the game, which is over
  resigned(seat: number): boolean;
  left(seat: number): number; // how many-th it was to get rid of all cards and leave the game; 0: it has not
  said(seat: number): string; // a moment ago; empty: nothing
}

const KEY = Symbol("seats");
const NOBODY: Seats = { status: () => "", name: () => "", bot: () => false, clock: () => "", said: () => "", mine: () => null, gained: () => "", won: () => false, resigned: () => false, left: () => 0, explain: () => undefined };

/** Seconds as people read them; over days in days. */
export function timeLeft(seconds: number | null): string {
  if (seconds === null) return "";
  const whole = Math.ceil(seconds);
  if (whole >= 172_800) return `${Math.floor(whole / 86_400)} d`;
  if (whole >= 3600) return `${Math.floor(whole / 3600)} h`;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** What is left out is not known. */
export function provideSeats(seats: Partial<Seats>): void {
  setContext(KEY, { ...NOBODY, ...seats });
}

export function useSeats(): Seats {
  return getContext<Seats | undefined>(KEY) ?? NOBODY;
}
