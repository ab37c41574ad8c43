/** The table of points at the end of a round: for every reason a line, in it what each seat has of it. */

import type { Ending, Told } from "$web/protocol";
import { number, type Teller } from "$web/words/teller";
import { factCards, factNumber, factSeat } from "./board";
import { endOf } from "./outcome";

/** Which events of the end make a line. A game says it in its `look.ts`; what it leaves out is told in sentences. */
export interface Reason {
  line: string; // the key of its name in words.toml
  of: readonly string[]; // kinds of events; `cell_KIND` in words.toml stands in place of a number
  cards?: string; // the fact with the cards that count
  plus?: string; // the fact with the points
  minus?: string; // … that are taken off
  count?: string; // the fact with a number that is no points
}

export interface Cell {
  told: string; // the number with its sign, or a word; empty: only cards
  cards: readonly string[];
  void: boolean; // a word says that the cards do not count
  sentence: string; // all of it
}

export interface Line {
  name: string;
  rule: string;
  cells: (Cell | null)[]; // by seat
}

export function signed(points: number): string {
  return `${points > 0 ? "+" : ""}${number(points)}`;
}

function pointsIn({ facts }: Told, { plus, minus }: Reason): number | null {
  if (minus !== undefined) return -(factNumber(facts, minus) ?? 0);
  return plus === undefined ? null : factNumber(facts, plus);
}

function cellOf(event: Told | undefined, reason: Reason, teller: Teller): Cell | null {
  if (!event) return null;
  const points = pointsIn(event, reason);
  const word = teller.knows(`cell_${event.kind}`) ? teller.sentence(`cell_${event.kind}`) : "";
  const cards = reason.cards === undefined ? [] : factCards(event, reason.cards);
  const count = reason.count === undefined ? null : factNumber(event.facts, reason.count);
  const counted = count === null ? "" : number(count);
  return { told: word || (points === null ? counted : signed(points)), cards, void: word !== "" && points !== null, sentence: teller.say(event) };
}

/** A line for every reason that somebody has. */
export function linesOf(ending: Ending, reasons: readonly Reason[], players: number, teller: Teller): Line[] {
  const told = endOf(ending);
  return reasons.flatMap((reason) => {
    const events = told.filter(({ kind }) => reason.of.includes(kind));
    const [first] = events;
    if (!first) return [];
    const of = (seat: number): Told | undefined => events.find(({ facts }) => factSeat(facts, "seat") === seat);
    const cells = Array.from({ length: players }, (_, seat) => cellOf(of(seat), reason, teller));
    return [{ name: teller.sentence(reason.line), rule: first.rule ?? teller.rule(first.kind), cells }];
  });
}

/** Is this in a line of the table? */
export function inLine(event: Told, reasons: readonly Reason[]): boolean {
  return reasons.some(({ of }) => of.includes(event.kind));
}
