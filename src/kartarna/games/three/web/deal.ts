/** How Tři je moc! is dealt, for the proof of the shuffle: the twin of `_draw` in rules.py and `slots` in view.py. */

import { colours } from "$web/cards/colours";
import { drawStarter, forEach, lay, type Deal, type Due } from "$web/replay/dealing";
import type { Tape } from "$web/replay/tape";
import type { Kind } from "./look";

/** THREE-5, THREE-6: the starter, a card for each row, a hand and a pile for each seat; the rest is left out. */
export function draw(tape: Tape, due: Due): Deal {
  const letters = new Map(Object.entries(colours(due.deck)).flatMap(([letter, { numbers }]) => numbers.map((number) => [number, letter])));
  const start = (due.deck["start"] as Kind).numbers;
  const numbers = Array.from({ length: 90 }, (_, number) => number).filter((number) => !start.includes(number));
  const starter = drawStarter(tape, due);
  const hands = forEach(due.players, "hand", 8);
  const piles = forEach(due.players, "pile", 12);
  const places = hands.flatMap((hand, seat) => [hand, piles[seat] ?? hand]);
  const cards = tape.shuffled(numbers.map((number) => `${number}${letters.get(number) ?? ""}`));
  return { ...starter, ...lay(cards, [["rows", 3], ...places], "out") };
}
