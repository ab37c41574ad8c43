/** What a table knows of its people besides the game: who is away, who is a bot, how much time is left. */

import { getContext, setContext } from "svelte";

export interface Seats {
  away(seat: number): boolean;
  bot(seat: number): boolean;
  clock(seat: number): string; // the time left, as 1:05; empty without a clock
}

const KEY = Symbol("seats");

/** Seconds as people read them; over days in days. */
export function timeLeft(seconds: number | null): string {
  if (seconds === null) return "";
  const whole = Math.ceil(seconds);
  if (whole >= 172_800) return `${Math.floor(whole / 86_400)} d`;
  if (whole >= 3600) return `${Math.floor(whole / 3600)} h`;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function provideSeats(seats: Seats): void {
  setContext(KEY, seats);
}

export function useSeats(): Seats {
  return getContext<Seats | undefined>(KEY) ?? { away: () => false, bot: () => false, clock: () => "" };
}
