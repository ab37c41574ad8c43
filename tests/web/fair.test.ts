import { flushSync, mount, unmount } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ClientMessage, Replay, Shuffle, TableInfo } from "$web/protocol";
import { draw } from "$web/replay/dealing";
import Proof from "$web/replay/Proof.svelte";
import { checkProof, keyOf, verdict, type Layouts, type ProvenRecord, type ShuffleProof } from "$web/replay/proof";
import { Tape } from "$web/replay/tape";
import { settings } from "$web/shell/settings.svelte";
import { FairShuffle } from "$web/table/fair";
import { keptStarts, partToPromise, partToReveal, promiseOf } from "$web/table/kept";
import { fromHex, hex, joined, sha256 } from "$web/table/sha256";
import records from "./proofs.json";

const [HONEST, CROOK] = [0, 2]; // the human seats of the record; the others are bots
const TABLE = "aaaabbbbccccdddd";
const { layouts: LAYOUTS, ...THREE } = records.find(({ game }) => game === "three") as unknown as ProvenRecord & { layouts: Layouts };

function text(value: string): Uint8Array {
  return joined(Uint8Array.of(0, value.length), new TextEncoder().encode(value));
}

/** C, as docs/shuffle.md has it. */
function commitmentOf(secret: string): string {
  return hex(sha256(joined(text("kartarna-shuffle-1/commit"), text(TABLE), text("three"), fromHex(secret))));
}

const drawn = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));
const bySeat = (honest: string | null, crook: string | null): (string | null)[] => [honest, null, crook, null];

/** A server, and the player on seat CROOK who is in league with it. */
class Server {
  secret = drawn();
  crook = drawn();
  aborted: ShuffleProof[] = [];
  heard: ClientMessage[] = [];
  browser = this.connect();

  /** A new connection, or a page that was loaded again. */
  connect(): FairShuffle {
    return (this.browser = new FairShuffle(
      (message) => Promise.resolve(this.heard.push(message)),
      () => "id",
    ));
  }

  get commitment(): string {
    return commitmentOf(this.secret);
  }

  show(promises: (string | null)[] | null, commitment = this.commitment): ClientMessage | undefined {
    const before = this.heard.length;
    const shuffle: Shuffle = { commitment, waiting: [HONEST, CROOK], bots: [1, 3], promises, parts: null, aborted: [] };
    this.browser.step(TABLE, { id: "another", phase: "shuffling", shuffle } as unknown as TableInfo, [HONEST]);
    return this.heard[before];
  }

  /** Steps 2 and 3: the promise and then the part of the honest browser. */
  ceremony(): { hash: string; part: string } {
    const { hash } = this.show(null) as { hash: string };
    const { part } = this.show(bySeat(hash, promiseOf(this.crook))) as { part: string };
    return { hash, part };
  }

  start(honest: string | null, crook: string | null = this.crook, promised = honest): ShuffleProof {
    const promises = bySeat(promised && promiseOf(promised), crook && promiseOf(crook));
    return { scheme: "kartarna-shuffle-1", table: TABLE, commitment: this.commitment, secret: this.secret, promises, parts: bySeat(honest, crook) };
  }

  /** A record whose cards follow from this start: nothing in it contradicts itself. */
  record(proof: ShuffleProof): ProvenRecord {
    const deal = draw(new Tape(keyOf("three", proof), 1), LAYOUTS[0] ?? []);
    return { ...structuredClone(THREE), rounds: [{ deal }], proof: { ...proof, aborted: this.aborted } };
  }
}

/** What the replay says; also that the record alone, which is all that the check once looked at, is consistent. */
function said(record: ProvenRecord, table = TABLE): string[] {
  expect(checkProof(record, LAYOUTS)).toBe(true);
  return verdict(record, LAYOUTS, table, keptStarts(table));
}

let server: Server;

beforeEach(() => {
  localStorage.clear();
  server = new Server();
});

describe("a record compared with what the browser kept", () => {
  test("is right if the server was honest", () => {
    const { part } = server.ceremony();
    expect(said(server.record(server.start(part)))).toEqual(["proof_right_own"]);
  });

  test("is only consistent in itself if the browser kept nothing", () => {
    expect(said(server.record(server.start(drawn())))).toEqual(["proof_right"]);
  });

  test("is wrong if the server took another secret once it knew all parts", () => {
    const { part } = server.ceremony();
    server.secret = drawn();
    expect(said(server.record(server.start(part)))).toEqual(["proof_other_commitment"]);
  });

  test("is wrong if a player in league with the server took another part once all others were known", () => {
    const { part } = server.ceremony();
    expect(said(server.record(server.start(part, drawn())))).toEqual(["proof_other_promises"]);
  });

  test("is wrong if the server put a part of its own in the browser's place", () => {
    server.show(null);
    const forged = drawn();
    expect(server.show(bySeat(promiseOf(forged), promiseOf(server.crook)))).toBeUndefined();
    expect(said(server.record(server.start(forged)))).toEqual(["proof_other_part"]);
  });

  test("is wrong if the server hides a start that it gave up after it knew the parts", () => {
    const first = server.ceremony();
    const given = server.start(first.part, null);
    given.promises = bySeat(first.hash, promiseOf(server.crook));
    server.secret = drawn();
    const second = server.ceremony();
    const hidden = server.record(server.start(second.part));
    expect(second.part).not.toBe(first.part);
    expect(said(hidden)).toEqual(["proof_missing_start"]);
    server.aborted = [given];
    expect(said(server.record(server.start(second.part)))).toEqual(["proof_right_own", "proof_aborted"]);
  });

  test("tells that a part was sent which the record says never came", () => {
    const first = server.ceremony();
    server.aborted = [server.start(null, server.crook, first.part)];
    server.secret = drawn();
    const second = server.ceremony();
    expect(said(server.record(server.start(second.part)))).toEqual(["proof_right_own", "proof_aborted", "proof_unheard"]);
  });

  test("is wrong if the server goes back to a start that it had given up", () => {
    const first = server.ceremony();
    const record = server.record(server.start(first.part));
    server.secret = drawn();
    server.ceremony();
    expect(said(record)).toEqual(["proof_other_commitment"]);
  });

  test("is wrong if its proof is of another table", () => {
    const { part } = server.ceremony();
    expect(said(server.record(server.start(part)), "eeeeffffgggghhhh")).toEqual(["proof_other_table"]);
  });
});

describe("the browser's part of the shuffle", () => {
  test("is the same after a reload, under the same list", () => {
    const { hash, part } = server.ceremony();
    server.connect();
    expect(server.show(bySeat(hash, promiseOf(server.crook)))).toMatchObject({ type: "reveal", part });
  });

  test("is not revealed again under another list, nor promised again", () => {
    const { hash } = server.ceremony();
    server.connect();
    expect(server.show(bySeat(hash, promiseOf(drawn())))).toBeUndefined();
    expect(server.show(null)).toBeUndefined();
  });

  test("is another one for commitments that begin alike", () => {
    const [one, other] = ["ab".repeat(32), "ab".repeat(31) + "cd"];
    const first = server.show(null, one) as { hash: string };
    expect((server.show(null, other) as { hash: string }).hash).not.toBe(first.hash);
  });

  test("is kept for fifty tables, and what was never revealed only until the next start", () => {
    localStorage.setItem(`kartarna.part.${TABLE}.abababababababab.0`, "old");
    for (let table = 0; table < 60; table++) partToPromise(`table${table}`, "ab".repeat(32), 0);
    expect(Object.keys(localStorage)).toHaveLength(50);
    expect(keptStarts("table59")).toHaveLength(1);
    partToPromise("table59", "cd".repeat(32), 0);
    expect(keptStarts("table59").map(({ commitment }) => commitment)).toEqual(["cd".repeat(32)]);
  });

  test("is not given to more starts than can be kept", () => {
    const commitments = Array.from({ length: 51 }, () => drawn());
    const parts = commitments.map((commitment) => {
      const part = partToPromise(TABLE, commitment, 0);
      return part && partToReveal(TABLE, commitment, 0, [promiseOf(part)]);
    });
    expect(parts.filter(Boolean)).toHaveLength(50);
    expect(parts.at(-1)).toBeNull();
  });
});

describe("the page of a replay", () => {
  /** What it says about a record of the table; where there is a button, after it was pressed. */
  async function shown(proof: Replay["proof"], record: string, wanted: string): Promise<void> {
    settings.change({ language: "en" });
    const props = { replay: { proof, layouts: LAYOUTS, steps: [{}] } as unknown as Replay, table: TABLE, recordText: () => Promise.resolve(record) };
    const page = mount(Proof, { target: document.body, props });
    flushSync();
    document.querySelector("button")?.click();
    await vi.waitFor(() => expect(document.body.textContent).toContain(wanted));
    await unmount(page);
  }

  test("says what differs", async () => {
    const { part } = server.ceremony();
    await shown("right", JSON.stringify(server.record(server.start(part))), "It is right: every deal follows");
    server.secret = drawn();
    await shown("right", JSON.stringify(server.record(server.start(part))), "It is wrong! The server's commitment in the record");
  });

  test("does not take a record without a proof, or one that cannot be read, from a server that shuffled", async () => {
    await shown("none", "{}", "This game has no proof of its shuffle.");
    server.ceremony();
    await shown("none", "{}", "The record has no proof of its shuffle, although this browser took part");
    await shown("right", "{}", "It is wrong!");
  });
});
