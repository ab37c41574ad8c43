/** A score pad in this browser: what was written stays, and every step can be undone. */

import type { PadState, Round } from "./kinds";

const MOST_STEPS = 100;

export class Book {
  #key: string;
  #state = $state.raw<PadState>({ names: [], rounds: [], first: 0, target: 0 });
  #before = $state.raw<PadState[]>([]);

  constructor(game: string, target: number) {
    this.#key = `kartarna.pad.${game}`;
    this.#state = { names: [], rounds: [], first: 0, target, ...kept(this.#key) };
  }

  get state(): PadState {
    return this.#state;
  }
  get undoable(): boolean {
    return this.#before.length > 0;
  }

  /** A new game. The one before it can be brought back; before the first there is nothing. */
  begin(names: string[], first: number, target: number): void {
    const next = { names, rounds: [], first, target };
    if (this.#state.names.length > 0) this.#write(next);
    else this.#keep(next);
  }

  /** Writes a round: a new one at the end, or an old one anew. */
  put(place: number, round: Round): void {
    const rounds = [...this.#state.rounds];
    rounds[place] = round;
    this.#write({ ...this.#state, rounds });
  }

  remove(place: number): void {
    this.#write({ ...this.#state, rounds: this.#state.rounds.filter((_, other) => other !== place) });
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (!last) return;
    this.#before = this.#before.slice(0, -1);
    this.#keep(last);
  }

  #write(next: PadState): void {
    this.#before = [...this.#before, this.#state].slice(-MOST_STEPS);
    this.#keep(next);
  }

  #keep(next: PadState): void {
    this.#state = next;
    try {
      localStorage.setItem(this.#key, JSON.stringify(next));
    } catch {
      // a private window: the pad holds until it is closed
    }
  }
}

function kept(key: string): Partial<PadState> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<PadState>;
  } catch {
    return {};
  }
}
