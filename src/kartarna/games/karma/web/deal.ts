/** How Karma is dealt, for the proof of the shuffle: the twin of `_draw` in table.py and `slots` in view.py. */

import { drawStarter, forEach, lay, repeat, type Deal, type Due } from "$web/replay/dealing";
import type { Tape } from "$web/replay/tape";
import type { Deck } from "$web/words/kinds";

const KINDS = ["table", "up", "five", "give"];

/** KARMA-3: the starter, three cards face down and six in hand for each, the draw pile. */
export function draw(tape: Tape, due: Due): Deal {
  const starter = drawStarter(tape, due);
  const one = inOrder(due.deck);
  const cards = tape.shuffled(due.players < 7 ? one : [...one, ...one]); // KARMA-2
  return { ...starter, ...lay(cards, [...forEach(due.players, "face_down", 3), ...forEach(due.players, "hand", 6)], "deck") };
}

function inOrder(deck: Deck): string[] {
  const numbers = deck["numbers"] as Record<string, number>;
  const kinds = deck["kinds"] as Record<string, { copies: number }>;
  const plain = Array.from({ length: 16 }, (_, place) => String(place + 1));
  return [...plain.flatMap((card) => repeat(card, numbers[card] ?? 0)), ...KINDS.flatMap((kind) => repeat(kind, kinds[kind]?.copies ?? 0))];
}
