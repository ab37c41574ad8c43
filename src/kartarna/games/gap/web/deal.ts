/** How GAP is dealt, for the proof of the shuffle: the twin of `_draw` in rules.py and `slots` in view.py. */

import { colours } from "$web/cards/colours";
import { drawStarter, forEach, lay, type Deal, type Due } from "$web/replay/dealing";
import type { Tape } from "$web/replay/tape";

/** GAP-1, GAP-2: the starter and the colours left out in the first round; in every round the cards of the others. */
export function draw(tape: Tape, due: Due): Deal {
  const { players, round, deck, first } = due;
  const letters = Object.keys(colours(deck));
  const opening = round === 1 ? { ...drawStarter(tape, due), ...leaveOut(tape, letters, 4 - players) } : {};
  const without = (round === 1 ? opening : first)["left_out"] ?? [];
  const cards = Array.from({ length: 10 }, (_, number) => letters.filter((letter) => !without.includes(letter)).map((letter) => `${number}${letter}`));
  const places = [...forEach(players, "hand", players <= 4 ? 6 : 5), ["row", 4] as const];
  return { ...opening, ...lay(tape.shuffled(cards.flat()), places, "deck") };
}

function leaveOut(tape: Tape, letters: readonly string[], count: number): Deal {
  const shuffled = tape.shuffled(letters);
  return count > 0 ? { left_out: shuffled.slice(0, count) } : {};
}
