import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ClientMessage } from "$web/protocol";
import { Connection } from "$web/table/connection";
import { TableState } from "$web/table/state.svelte";

/** A socket whose other end is the test. */
class FakeSocket {
  static all: FakeSocket[] = [];
  static CONNECTING = 0;
  static OPEN = 1;
  readyState = 0;
  sent: ClientMessage[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  close(): void {
    this.lose(1000);
  }
  open(): void {
    this.readyState = 1;
    this.onopen();
    this.say({ type: "welcome", version: 1, table: "abc", now: 0, phrases: [], epoch: "first" });
  }
  say(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  lose(code: number): void {
    this.readyState = 3;
    this.onclose({ code });
  }
}

const last = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;
const row = (seq: number): object => ({ type: "update", seq, kind: "decided", at: 0, events: [], view: null, asked: seq, options: null, clocks: [], table: null });

let connection: Connection;
let table: TableState;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  table = new TableState();
  connection = new Connection("abc", table, "secret");
  connection.open();
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the connection to a table", () => {
  test("says hello with the secret of the link", () => {
    last().open();
    expect(last().sent).toEqual([{ type: "hello", version: 1, last: null, epoch: null, secret: "secret" }]);
    expect(table.status).toBe("connected");
  });

  test("comes back after a loss and asks for what it missed", () => {
    last().open();
    last().say(row(7));
    last().lose(1006);
    expect(table.status).toBe("lost");
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(2);
    last().open();
    expect(last().sent[0]).toMatchObject({ type: "hello", last: 7, epoch: "first" });
  });

  test("waits longer each time, half a minute at most", () => {
    last().lose(1006);
    vi.advanceTimersByTime(1);
    for (const wait of [1000, 2000, 4000, 8000, 16000, 30000, 30000]) {
      const before = FakeSocket.all.length;
      last().lose(1006);
      vi.advanceTimersByTime(wait - 1);
      expect(FakeSocket.all).toHaveLength(before);
      vi.advanceTimersByTime(2);
      expect(FakeSocket.all).toHaveLength(before + 1);
    }
  });

  test("a decision that was not answered is sent again with the same id, and carried out once", async () => {
    last().open();
    last().say(row(3));
    const done = connection.decide(0, 42);
    const [, decision] = last().sent;
    expect(decision).toMatchObject({ type: "decide", seat: 0, seq: 3, action: 42 });
    last().lose(1012);
    vi.advanceTimersByTime(1);
    last().open();
    expect(last().sent[1]).toEqual(decision);
    last().say({ type: "done", id: (decision as { id: string }).id, seq: 4, secret: null });
    await expect(done).resolves.toMatchObject({ seq: 4 });
    last().lose(1006);
    vi.advanceTimersByTime(1);
    last().open();
    expect(last().sent).toHaveLength(1);
  });

  test("a refusal is shown, and nothing is sent again", async () => {
    last().open();
    const done = connection.decide(0, 1);
    const reason = { kind: "stale", facts: {}, rule: null };
    const refused = expect(done).rejects.toEqual(reason);
    last().say({ type: "refused", id: (last().sent[1] as { id: string }).id, reason });
    await refused;
    expect(table.refusal).toEqual(reason);
  });

  test.each([1008, 4401, 4404])("gives up on close code %i", (code) => {
    last().lose(code);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(table.status).toBe("refused");
  });

  test("takes its part in the shuffle: promises, then reveals what it promised", () => {
    last().open();
    last().say({ type: "you", seats: [0], host: true, seat: 0, acts: true });
    const shuffle = { commitment: "ab".repeat(32), waiting: [0], bots: [1], promises: null, parts: null, aborted: [] };
    const info = (now: object): object => ({ ...row(1), table: { id: "abc", game: "gap", phase: "shuffling", seats: [], shuffle: { ...shuffle, ...now } } });
    last().say(info({}));
    const promise = last().sent[1] as { type: string; hash: string };
    expect(promise.type).toBe("promise");
    last().say(info({}));
    expect(last().sent).toHaveLength(2);
    last().say(info({ promises: [promise.hash, null] }));
    expect(last().sent[2]).toMatchObject({ type: "reveal", seat: 0 });
  });

  test("reveals nothing if the server changed its promise", () => {
    last().open();
    last().say({ type: "you", seats: [0], host: true, seat: 0, acts: true });
    const shuffle = { commitment: "cd".repeat(32), waiting: [0], bots: [], promises: ["00".repeat(32)], parts: null, aborted: [] };
    last().say({ ...row(1), table: { id: "abc", game: "gap", phase: "shuffling", seats: [], shuffle } });
    expect(last().sent).toHaveLength(1);
  });
});
