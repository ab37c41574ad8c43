/** Checks in the browser that server and players kept their word about the shuffle (docs/shuffle.md). */

import { fromHex, hex, joined, sha256 } from "$web/table/sha256";

export interface ShuffleProof {
  scheme: string;
  table: string;
  commitment: string;
  secret: string;
  promises: (string | null)[];
  parts: (string | null)[];
}

export type Verdict = "right" | "wrong" | "unknown";

function text(value: string): Uint8Array {
  const bytes = new TextEncoder().encode(value);
  return joined(Uint8Array.of(bytes.length >> 8, bytes.length & 255), bytes);
}

/** The secret fits the commitment, and every part fits its promise. */
export function checkProof(game: string, proof: ShuffleProof): Verdict {
  if (proof.scheme !== "kartarna-shuffle-1") return "unknown";
  const commitment = sha256(joined(text("kartarna-shuffle-1/commit"), text(proof.table), text(game), fromHex(proof.secret)));
  const kept = proof.parts.every((part, seat) => (part === null ? null : hex(sha256(fromHex(part)))) === (proof.promises[seat] ?? null));
  return hex(commitment) === proof.commitment && kept ? "right" : "wrong";
}

/** Does the record have the parts that this browser drew itself? None were kept: null. */
export function ownPartsKept(proof: ShuffleProof, kept: (key: string) => string | null): boolean | null {
  const own = proof.parts.flatMap((part, seat) => {
    const mine = kept(`kartarna.part.${proof.table}.${proof.commitment.slice(0, 16)}.${seat}`);
    return mine === null ? [] : [mine === part];
  });
  return own.length === 0 ? null : own.every(Boolean);
}
