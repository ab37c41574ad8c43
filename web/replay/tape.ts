/** The random numbers of a round, read from the key of its shuffle (docs/shuffle.md; twin of core/tape.py). */

import { joined, sha256 } from "$web/table/sha256";

const HALF = 32n;
const MASK = (1n << HALF) - 1n;

function bytes(value: number, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, place) => Number((BigInt(value) >> BigInt(8 * (length - 1 - place))) & 255n));
}

export class Tape {
  #words: bigint[] = [];
  #blocks = 0;

  constructor(
    readonly key: Uint8Array,
    readonly round: number, // from 1
  ) {}

  /** The next 64 bits: four such words come from each block, SHA-256(K ‖ round ‖ counter). */
  next(): bigint {
    if (this.#words.length === 0) {
      const block = new DataView(sha256(joined(this.key, bytes(this.round, 4), bytes(this.#blocks++, 8))).buffer);
      this.#words = [0, 8, 16, 24].map((place) => block.getBigUint64(place));
    }
    return this.#words.shift() ?? 0n;
  }

  /** Uniform in 0 … n − 1: words that would favour some numbers are rejected. */
  below(n: number): number {
    const count = BigInt(n);
    const least = ((1n << HALF) - count) % count;
    let product = (this.next() >> HALF) * count;
    while ((product & MASK) < least) product = (this.next() >> HALF) * count;
    return Number(product >> HALF);
  }

  /** Fisher–Yates, from the last place down. */
  shuffled<T>(cards: readonly T[]): T[] {
    const pool = [...cards];
    for (let last = pool.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [pool[last], pool[other]] = [pool[other] as T, pool[last] as T];
    }
    return pool;
  }
}
