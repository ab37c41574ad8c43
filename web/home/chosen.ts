/** What was chosen elsewhere for the next table: by who tried a change out, or made a deck. */

import type { OptionInfo } from "$web/protocol";

export interface Chosen {
  game: string;
  options: Record<string, OptionInfo["default"]>;
  own: boolean; // the deck of one's own
}

let chosen: Chosen | null = null;

export function choose(wish: Chosen): void {
  chosen = wish;
}

/** For this game; it is taken once. */
export function takeChosen(game: string): Chosen | null {
  const found = chosen?.game === game ? chosen : null;
  chosen = null;
  return found;
}
