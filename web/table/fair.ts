/** Our part of the fair shuffle (docs/shuffle.md): promise a random part, reveal it when all have promised. */

import type { ClientMessage, Shuffle, TableInfo } from "$web/protocol";
import { partToPromise, partToReveal, promiseOf } from "./kept";

type Send = (message: ClientMessage) => Promise<unknown>;

export class FairShuffle {
  #done = new Set<string>(); // the steps taken on this connection

  constructor(
    readonly send: Send,
    readonly newId: () => string,
  ) {}

  /** Does whatever the table waits for from these seats. The table is the one we went to, whatever the server calls it. */
  step(table: string, info: TableInfo, seats: readonly number[]): void {
    const shuffle = info.shuffle;
    if (info.phase !== "shuffling" || !shuffle?.commitment) return;
    for (const seat of seats) if (shuffle.waiting.includes(seat)) this.#answer(table, shuffle, shuffle.commitment, seat);
  }

  /** After a new connection all steps may be needed again; what was kept sees to it that they are the same steps. */
  forget(): void {
    this.#done.clear();
  }

  #answer(table: string, shuffle: Shuffle, commitment: string, seat: number): void {
    const step = `${commitment}.${seat}.${shuffle.promises ? "reveal" : "promise"}`;
    if (this.#done.has(step)) return;
    this.#done.add(step);
    const message = this.#message(table, shuffle, commitment, seat);
    if (message) void this.send(message).catch(() => this.#done.delete(step));
  }

  #message(table: string, shuffle: Shuffle, commitment: string, seat: number): ClientMessage | null {
    if (shuffle.promises) {
      const part = partToReveal(table, commitment, seat, shuffle.promises);
      return part === null ? null : { type: "reveal", id: this.newId(), seat, part };
    }
    const part = partToPromise(table, commitment, seat);
    return part === null ? null : { type: "promise", id: this.newId(), seat, hash: promiseOf(part) };
  }
}
