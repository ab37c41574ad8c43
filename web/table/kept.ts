/** What this browser was shown of fair shuffles and what it gave to them: a record is compared with it (docs/shuffle.md). */

import { fromHex, hex, sha256 } from "./sha256";

/** A start of the shuffle in which this browser took part. */
export interface KeptStart {
  commitment: string;
  parts: Record<number, string>; // drawn here, by seat
  promises: (string | null)[] | null; // the list that was shown when a part was revealed; null: none was revealed
}

interface KeptTable {
  at: number; // when it was last written
  starts: KeptStart[];
}

const PREFIX = "kartarna.shuffle.";
const OLD_PREFIX = "kartarna.part."; // parts without the promises: nothing can be compared with them
const MOST_TABLES = 50;
const MOST_STARTS = 50;
const unsaved = new Map<string, string>(); // where the browser's storage is full or forbidden, the page remembers

export function promiseOf(part: string): string {
  return hex(sha256(fromHex(part)));
}

export function sameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, place) => value === other[place]);
}

/** The starts of a table, the last one last. */
export function keptStarts(table: string): KeptStart[] {
  return read(PREFIX + table)?.starts ?? [];
}

/** The part to promise: drawn once, so that a reload does not change it. Null: it was revealed already, or is one too many. */
export function partToPromise(table: string, commitment: string, seat: number): string | null {
  // From a start of which nothing was revealed nobody has learnt anything: it is kept only until the next one.
  const starts = keptStarts(table).filter((start) => start.promises || start.commitment === commitment);
  let start = starts.find((known) => known.commitment === commitment);
  if (start?.promises || (!start && starts.length >= MOST_STARTS)) return null;
  if (!start) starts.push((start = { commitment, parts: {}, promises: null }));
  const part = (start.parts[seat] ??= hex(crypto.getRandomValues(new Uint8Array(32))));
  keep(table, starts);
  return part;
}

/** The part to reveal under this list of promises, which is kept first. Null: it was revealed under another, or is not in it. */
export function partToReveal(table: string, commitment: string, seat: number, promises: (string | null)[]): string | null {
  const starts = keptStarts(table);
  const start = starts.find((known) => known.commitment === commitment);
  const part = start?.parts[seat];
  if (!start || !part || promises[seat] !== promiseOf(part)) return null;
  if (start.promises) return sameList(start.promises, promises) ? part : null;
  start.promises = [...promises];
  keep(table, starts);
  return part;
}

function keep(table: string, starts: KeptStart[]): void {
  const key = PREFIX + table;
  const text = JSON.stringify({ at: Date.now(), starts } satisfies KeptTable);
  try {
    prune(key);
    localStorage.setItem(key, text);
    unsaved.delete(key);
  } catch {
    unsaved.set(key, text);
  }
}

/** Room for this table: those that were played longest ago are forgotten. */
function prune(key: string): void {
  const keys = Object.keys(localStorage);
  for (const old of keys.filter((name) => name.startsWith(OLD_PREFIX))) localStorage.removeItem(old);
  const others = keys.filter((name) => name.startsWith(PREFIX) && name !== key);
  if (others.length < MOST_TABLES) return;
  const newest = others.sort((one, other) => (read(other)?.at ?? 0) - (read(one)?.at ?? 0));
  for (const old of newest.slice(MOST_TABLES - 1)) localStorage.removeItem(old);
}

function read(key: string): KeptTable | null {
  try {
    return JSON.parse(unsaved.get(key) ?? localStorage.getItem(key) ?? "null") as KeptTable | null;
  } catch {
    return null;
  }
}
