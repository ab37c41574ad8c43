/** What has happened at a table, put in order for readers: by rounds, by turns, by what is new to somebody. */

import type { PastEntry, Told } from "$web/protocol";
import { factNumber, factSeat } from "$web/table/board";

/** What one seat did in its turn; or, without a seat, what belongs to nobody's turn. */
export interface Turn {
  id: string;
  seat: number | null;
  events: Told[];
}

export interface Chapter {
  id: number;
  head: Told | null; // "Round 2 begins."; null before the first deal
  turns: Turn[];
}

const TAKEN_BACK = "taken_back";
const WISH = "proposed_take_back";
const HEADS = ["round_starts", "game_starts"];
const SHOWN = ["shown", "does_not_fit"]; // what somebody's doing has brought to light
const COUNTING = /score/;
const ENDINGS = ["round_ends", "game_ends", "wins", "share", "loses", "nobody_wins"];

/** The place of the first event that tells how a round or the game ended; −1: none does. */
export function endingIn(events: readonly Told[]): number {
  return events.findIndex(({ kind }) => ENDINGS.includes(kind));
}

/** What was told again takes the place of the same rows; rows are in order, each once. */
export function merged(known: readonly PastEntry[], told: readonly PastEntry[]): PastEntry[] {
  const rows = new Map([...known, ...told].map((entry) => [entry.seq, entry]));
  return [...rows.values()].sort((one, other) => one.seq - other.seq);
}

/** Without what was taken back, and without the wish to; of several take-backs in a row the last is told. */
function whatStands(entries: readonly PastEntry[]): PastEntry[] {
  let standing: PastEntry[] = [];
  for (const entry of entries) {
    const undone = factNumber(entry.events.find(({ kind }) => kind === TAKEN_BACK)?.facts ?? {}, "count") ?? 0;
    standing = undone > 0 ? withoutLast(standing, undone) : standing;
    while (undone > 0 && standing.at(-1)?.events.some(({ kind }) => kind === TAKEN_BACK || kind === WISH)) standing.pop();
    standing.push(entry);
  }
  return standing;
}

/** Without the last decisions, so many; whatever else was told among them stays. */
function withoutLast(entries: readonly PastEntry[], decisions: number): PastEntry[] {
  let left = decisions;
  return [...entries].reverse().filter(({ kind }) => kind !== "decided" || left-- <= 0).reverse();
}

export function chapters(entries: readonly PastEntry[]): Chapter[] {
  const found: Chapter[] = [];
  for (const entry of whatStands(entries)) {
    if (entry.kind === "dealt" || found.length === 0) found.push({ id: entry.seq, head: headOf(entry), turns: [] });
    for (const turn of turnsOf(entry)) append(found.at(-1)?.turns ?? [], turn);
  }
  return found;
}

/** Does this tell the game from its first deal on? */
export function isWhole(entries: readonly PastEntry[]): boolean {
  const first = entries.find(({ kind }) => kind === "dealt");
  const head = first && headOf(first);
  return head != null && (head.kind === "game_starts" || factNumber(head.facts, "number") === 1);
}

function headOf({ events }: PastEntry): Told | null {
  return events.find(({ kind }) => HEADS.includes(kind)) ?? null;
}

/** The decision, and after it what it ended. */
function turnsOf({ seq, kind, by, events }: PastEntry): Turn[] {
  const rest = events.filter((told) => !HEADS.includes(told.kind));
  const end = endingIn(rest);
  const [own, others] = kind !== "decided" ? [[], rest] : end < 0 ? [rest, []] : [rest.slice(0, end), rest.slice(end)];
  return [
    { id: `${seq}`, seat: by, events: own },
    { id: `${seq}+`, seat: null, events: others },
  ].filter((turn) => turn.events.length > 0);
}

function append(turns: Turn[], turn: Turn): void {
  const last = turns.at(-1);
  if (last && last.seat === turn.seat) last.events.push(...turn.events);
  else turns.push(turn);
}

/** What each other seat did since the last decision of this one, and what that did to it; for a spectator, in each seat's last turn. */
export function deedsSince(entries: readonly PastEntry[], me: number | null, players: number): Told[][] {
  const decisions = whatStands(entries).filter(({ kind, by }) => kind === "decided" && by !== null);
  const own = decisions.findLastIndex(({ by }) => by === me);
  const since = me === null ? decisions : decisions.slice(own + 1);
  return Array.from({ length: players }, (_, seat) => {
    const made = since.filter(({ by }) => by === seat);
    return (me === null ? made.slice(-1) : made).flatMap(({ events }) => events.filter((told) => isDeedOf(seat, told) || isDoneTo(me, told)));
  });
}

function isDoneTo(me: number | null, { facts, kind, private: own }: Told): boolean {
  return me !== null && !own && !COUNTING.test(kind) && factSeat(facts, "seat") === me;
}

/** Of a seat's step its own doing: not what followed for the table, nor the score. */
export function isDeedOf(seat: number, { facts, kind }: Told): boolean {
  const doer = facts["seat"];
  if (SHOWN.includes(kind)) return true;
  return !COUNTING.test(kind) && typeof doer === "object" && "seat" in doer && doer.seat === seat;
}

/** The seats that have left the game, in this order: by getting rid of all cards. */
export function leftIn(entries: readonly PastEntry[]): number[] {
  const begun = entries.findLastIndex(({ kind }) => kind === "dealt");
  const left = whatStands(entries.slice(Math.max(0, begun))).flatMap(({ events }) => events.filter(({ kind }) => kind === "out"));
  return [...new Set(left.map(({ facts }) => factSeat(facts, "seat")))].filter((seat) => seat !== null);
}
