/** What was chosen elsewhere for the next table: by who tried a change out, or made a deck. */

import type { OptionInfo } from "$web/protocol";
import { soloOf, to } from "$web/shell/base";
import { route } from "$web/shell/route.svelte";

export interface Chosen {
  game: string;
  options: Record<string, OptionInfo["default"]>;
  own: boolean; // the deck of one's own
}

let chosen: Chosen | null = null;

/** Remembers it for the page that is opened now. */
export function choose(wish: Chosen, page: "lab" | "new"): void {
  chosen = wish;
  const alone = page === "new" && soloOf() === "only"; // there is no server where friends could come
  route.go(to(`/${page}/${wish.game}${alone ? "/device" : ""}`));
}

/** For this game; it is taken once. */
export function takeChosen(game: string): Chosen | null {
  const found = chosen?.game === game ? chosen : null;
  chosen = null;
  return found;
}
