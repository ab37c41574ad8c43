/** Checks in the browser that server and players kept their word about the shuffle (docs/shuffle.md). */

import type { LotInfo } from "$web/protocol";
import { sameList, type KeptStart } from "$web/table/kept";
import { fromHex, hex, hmac, joined, sha256 } from "$web/table/sha256";
import { draw, type Deal } from "./dealing";
import { Tape } from "./tape";

const SCHEME = "kartarna-shuffle-1";
const LONGEST_TABLE = 200; // letters of a table's id: its length is two bytes of what is hashed

/** A start of the shuffle: the one that dealt the cards, or one that was given up. */
interface Start {
  scheme: string;
  table: string;
  commitment: string;
  secret: string;
  promises: (string | null)[];
  parts: (string | null)[];
}

export interface ShuffleProof extends Start {
  aborted?: Start[];
}

/** What the check needs of a record. */
export interface ProvenRecord {
  game: string;
  players: number;
  seats: { kind: string }[];
  rounds: { deal: Deal }[];
  proof: ShuffleProof;
}

function text(value: string): Uint8Array {
  const bytes = new TextEncoder().encode(value);
  return joined(Uint8Array.of(bytes.length >> 8, bytes.length & 255), bytes);
}

function commitmentOf(game: string, { table, secret }: Start): Uint8Array {
  return sha256(joined(text(`${SCHEME}/commit`), text(table), text(game), fromHex(secret)));
}

/** The secret fits the commitment, and every part that was shown fits its promise. */
export function keptWord(game: string, start: Start): boolean {
  const parts = start.parts.every((part, seat) => part === null || hex(sha256(fromHex(part))) === start.promises[seat]);
  if (start.scheme !== SCHEME || start.table.length > LONGEST_TABLE) return false;
  return hex(commitmentOf(game, start)) === start.commitment && parts;
}

/** K: a bot's seat has no part, a human's has 32 bytes. */
export function keyOf(game: string, start: Start): Uint8Array {
  const parts = start.parts.map((part) => (part === null ? Uint8Array.of(0) : joined(Uint8Array.of(1), fromHex(part))));
  const head = joined(text(`${SCHEME}/key`), text(start.table), text(game), commitmentOf(game, start));
  return hmac(fromHex(start.secret), joined(head, Uint8Array.of(parts.length), ...parts));
}

/** How each round of a record is dealt, as its game has it. */
export type Layouts = readonly (readonly LotInfo[])[];

/** Everybody kept their word, exactly the human seats had a part in it, and every deal of the record follows. */
export function checkProof(record: ProvenRecord, layouts: Layouts): boolean {
  const { game, players, proof, rounds } = record;
  const kept = [proof, ...(proof.aborted ?? [])].every((start) => keptWord(game, start));
  const humans = record.seats.every(({ kind }, seat) => (kind === "human") === ((proof.parts[seat] ?? null) !== null));
  const whole = rounds.length > 0 && rounds.length === layouts.length && proof.parts.length === players && record.seats.length === players;
  if (!kept || !humans || !whole) return false;
  const key = keyOf(game, proof);
  return rounds.every(({ deal }, place) => same(deal, draw(new Tape(key, place + 1), layouts[place] ?? [])));
}

function same(one: Deal, other: Deal): boolean {
  const spelt = (deal: Deal): string => JSON.stringify(Object.keys(deal).sort().map((zone) => [zone, deal[zone]]));
  return spelt(one) === spelt(other);
}

/** The names of the sentences about a table's record: is it right in itself, and is it what this browser was shown? */
export function verdict(record: ProvenRecord, layouts: Layouts, table: string, kept: readonly KeptStart[]): string[] {
  const { proof } = record;
  if (!checkProof(record, layouts)) return ["proof_wrong"];
  if (proof.table !== table) return ["proof_other_table"];
  const wrong = kept.length > 0 && difference(proof, kept);
  if (wrong) return [wrong];
  const right = kept.length > 0 ? "proof_right_own" : "proof_right";
  const aborted = proof.aborted?.length ? ["proof_aborted"] : [];
  return [right, ...aborted, ...(unheard(proof, kept) ? ["proof_unheard"] : [])];
}

/** What the record tells otherwise than this browser was shown it; null: nothing. */
function difference(proof: ShuffleProof, kept: readonly KeptStart[]): string | null {
  if (kept.at(-1)?.commitment !== proof.commitment) return "proof_other_commitment";
  for (const mine of kept) {
    const final = mine.commitment === proof.commitment;
    const told = final ? proof : abortedStart(proof, mine);
    if (mine.promises && !told) return "proof_missing_start";
    if (mine.promises && told && !sameList(mine.promises, told.promises)) return "proof_other_promises";
    // A start that was given up may have ended before the part came.
    const fits = (part: string, seat: number): boolean => told?.parts[seat] === part || (!final && !told?.parts[seat]);
    if (!ownParts(mine).every(([seat, part]) => fits(part, seat))) return "proof_other_part";
  }
  return null;
}

/** Did a start end because a part did not come that this browser has sent? */
function unheard(proof: ShuffleProof, kept: readonly KeptStart[]): boolean {
  return kept.some((mine) => {
    const told = mine.promises && abortedStart(proof, mine);
    return told && ownParts(mine).some(([seat]) => !told.parts[seat]);
  });
}

function abortedStart(proof: ShuffleProof, mine: KeptStart): Start | undefined {
  return proof.aborted?.find(({ commitment }) => commitment === mine.commitment);
}

function ownParts(mine: KeptStart): [number, string][] {
  return Object.entries(mine.parts).map(([seat, part]) => [Number(seat), part]);
}
