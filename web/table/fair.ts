/** Our part of the fair shuffle (docs/shuffle.md): promise a random part, reveal it when all have promised. */

import type { ClientMessage, Shuffle, TableInfo } from "$web/protocol";
import { fromHex, hex, sha256 } from "./sha256";

type Send = (message: ClientMessage) => Promise<unknown>;

function place(table: string, commitment: string, seat: number): string {
  return `kartarna.part.${table}.${commitment.slice(0, 16)}.${seat}`;
}

/** The part for this attempt: drawn once, kept so that a reload does not lose it, never used twice. */
function part(table: string, commitment: string, seat: number): string {
  const key = place(table, commitment, seat);
  const kept = localStorage.getItem(key);
  if (kept) return kept;
  const drawn = hex(crypto.getRandomValues(new Uint8Array(32)));
  localStorage.setItem(key, drawn);
  return drawn;
}

export class FairShuffle {
  #done = new Set<string>(); // the steps taken on this connection

  constructor(
    readonly send: Send,
    readonly newId: () => string,
  ) {}

  /** Does whatever the table waits for from these seats. */
  step(info: TableInfo, seats: readonly number[]): void {
    const shuffle = info.shuffle;
    if (info.phase !== "shuffling" || !shuffle?.commitment) return;
    for (const seat of seats) if (shuffle.waiting.includes(seat)) this.#answer(info.id, shuffle, shuffle.commitment, seat);
  }

  /** After a new connection all steps may be needed again. */
  forget(): void {
    this.#done.clear();
  }

  #answer(table: string, shuffle: Shuffle, commitment: string, seat: number): void {
    const step = `${commitment}.${seat}.${shuffle.promises ? "reveal" : "promise"}`;
    if (this.#done.has(step)) return;
    this.#done.add(step);
    const mine = part(table, commitment, seat);
    const hash = hex(sha256(fromHex(mine)));
    if (!shuffle.promises) {
      void this.send({ type: "promise", id: this.newId(), seat, hash }).catch(() => this.#done.delete(step));
    } else if (shuffle.promises[seat] === hash) {
      void this.send({ type: "reveal", id: this.newId(), seat, part: mine }).catch(() => this.#done.delete(step));
    }
  }
}
