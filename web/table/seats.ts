/** What a table knows of its people besides the game: who is away, whether known cards are shown. */

import { getContext, setContext } from "svelte";

export interface Seats {
  readonly known: boolean; // the table shows the aid of ALL-4
  away(seat: number): boolean;
}

const KEY = Symbol("seats");

export function provideSeats(seats: Seats): void {
  setContext(KEY, seats);
}

export function useSeats(): Seats {
  return getContext<Seats | undefined>(KEY) ?? { known: true, away: () => false };
}
