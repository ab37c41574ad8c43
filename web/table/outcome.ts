/** How a round or a game ended, seat by seat: read from the events that the server explains it with. */

import type { Ending, TableInfo, Told, View } from "$web/protocol";
import { t } from "$web/words/shell.svelte";
import { number, type Teller } from "$web/words/teller";
import { factNumber, factSeat } from "./board";

const BEGINNINGS = ["limit_reached", "round_ends", "game_ends", "wins", "share", "loses", "nobody_wins"];
const VERDICTS = ["wins", "share", "loses", "nobody_wins"];
const COUNTED = ["round_score", "game_score"]; // told by the number itself
const ORDINALS = 4; // places that have a word of their own

export interface Outcome {
  seat: number;
  gained: string; // what the round brought, as +7; empty where nothing is counted
  rule: string | null;
  lines: Told[]; // why
}

/** Of what the last step brought, the part that is about the end. */
export function endOf({ events }: Ending): Told[] {
  const begins = events.findIndex(({ kind }) => BEGINNINGS.includes(kind));
  return begins < 0 ? [] : events.slice(begins);
}

/** As they are told where nobody can have more than so much. */
export function capped(totals: readonly number[], most: number): number[] {
  return totals.map((total) => Math.min(total, most));
}

/** What brought the end about, where that is said of somebody and is no move of cards: "… is trop". */
export function causeIn(ending: Ending): Told | undefined {
  const before = ending.events[ending.events.length - endOf(ending).length - 1];
  return before && !before.moves && factSeat(before.facts, "seat") !== null ? before : undefined;
}

export function verdictIn(ending: Ending): Told | undefined {
  return endOf(ending).find(({ kind }) => VERDICTS.includes(kind));
}

/** What is told of nobody in particular. */
export function apartIn(ending: Ending): Told[] {
  const known = [...VERDICTS, ...COUNTED, "round_ends", "game_ends"];
  return endOf(ending).filter(({ kind, facts }) => !known.includes(kind) && factSeat(facts, "seat") === null);
}

export function outcomes(ending: Ending, players: number): Outcome[] {
  const told = endOf(ending);
  return Array.from({ length: players }, (_, seat) => {
    const own = told.filter(({ kind, facts }) => factSeat(facts, "seat") === seat && !VERDICTS.includes(kind));
    const counted = own.find(({ kind }) => COUNTED.includes(kind));
    const points = counted && (factNumber(counted.facts, "points") ?? factNumber(counted.facts, "total"));
    const gained = typeof points === "number" ? `${points > 0 ? "+" : ""}${number(points)}` : "";
    return { seat, gained, rule: counted?.rule ?? null, lines: own.filter(({ kind }) => !COUNTED.includes(kind)) };
  });
}

/** Seats as they stand, the best first; who has won stands before who has as much, and who has left the game earlier before who left later. */
export function standing({ totals }: View, winners: readonly number[] = [], left: readonly number[] = []): number[] {
  const won = (seat: number): number => Number(winners.includes(seat));
  const last = (seat: number): number => (left.includes(seat) ? left.indexOf(seat) : left.length);
  return totals.map((_, seat) => seat).sort((a, b) => won(b) - won(a) || (totals[b] ?? 0) - (totals[a] ?? 0) || last(a) - last(b) || a - b);
}

/** The last round that was played to its end: a game may be ended in the middle of one. */
export function lastCounted({ round, over, waiting }: View): number {
  return over || waiting.length === 0 ? round : round - 1;
}

/** Whoever has as much shares a place; who has won stands before all others. */
export function placeOf(view: View, seat: number, winners: readonly number[]): number {
  const ahead = (other: number): boolean => winners.includes(other) || (view.totals[other] ?? 0) > (view.totals[seat] ?? 0);
  return 1 + view.totals.filter((_, other) => other !== seat && ahead(other)).length;
}

/** What the end of a game is to this player; to all others it is the verdict itself. */
export function headline(view: View, info: TableInfo, ending: Ending, me: number | null, names: readonly string[], teller: Teller): string {
  const verdict = verdictIn(ending);
  if (me !== null && info.seats[me]?.resigned) return t("you_resigned"); // whatever became of it
  if (info.ended !== "over" || !verdict) return info.ended ? teller.sentence(`ended_${info.ended}`) : t("game_over");
  if (me === null || verdict.kind === "nobody_wins") return teller.say(verdict);
  if (info.winners.includes(me)) return t(info.winners.length > 1 && verdict.kind === "share" ? "you_share" : "you_win");
  if (verdict.kind === "loses") return t("you_lose");
  const [winner, second] = info.winners;
  if (view.players === 2 && winner !== undefined && second === undefined) return t("somebody_wins", { name: names[winner] ?? "" });
  const place = placeOf(view, me, info.winners);
  return t(place <= ORDINALS ? `you_came_${place}` : "you_came", { place });
}
