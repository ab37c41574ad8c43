/** How TROP is dealt, for the proof of the shuffle: the twin of `_draw` in rules.py and `slots` in view.py. */

import { drawStarter, repeat, type Deal, type Due } from "$web/replay/dealing";
import type { Tape } from "$web/replay/tape";
import type { Deck } from "$web/words/kinds";
import { ACTIONS } from "./look";

const LOWEST = -3;
const HIGHEST = 15;

/** TROP-4: the starter in the first round; in every round the whole deck. */
export function draw(tape: Tape, due: Due): Deal {
  const starter = due.round === 1 ? drawStarter(tape, due) : {};
  return { ...starter, deck: tape.shuffled(inOrder(due.deck)) };
}

/** All cards: by number, the plain ones first, then by action. */
function inOrder(deck: Deck): string[] {
  const copies = deck["copies"] as Record<string, number>;
  const actions = deck["actions"] as Record<string, Record<string, number>>;
  return Array.from({ length: HIGHEST - LOWEST + 1 }, (_, place) => {
    const number = String(LOWEST + place);
    const acting = Object.entries(ACTIONS).flatMap(([letter, action]) => repeat(number + letter, actions[action]?.[number] ?? 0));
    return [...repeat(number, (copies[number] ?? 0) - acting.length), ...acting];
  }).flat();
}
