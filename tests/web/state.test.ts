import { describe, expect, test } from "vitest";
import type { Options, Told, Update, View } from "$web/protocol";
import { timeLeft } from "$web/table/seats";
import { TableState } from "$web/table/state.svelte";

const told = (kind: string): Told => ({ kind, facts: {}, rule: null });

function view(seat: number | null, waiting: number[]): View {
  const hand = { name: "hand", seat: 0, cards: seat === 0 ? ["7r"] : [], hidden: seat === 0 ? 0 : 1, known: [] };
  return { game: "gap", seat, players: 2, round: 1, waiting, over: false, totals: [0, 0], zones: [hand], facts: {} };
}

function update(seq: number, seat: number | null, waiting: number[], events: Told[] = []): Update {
  const options: Options | null = seat === null ? null : { choices: [], refused: [] };
  return { type: "update", seq, kind: "decided", at: 0, events, view: view(seat, waiting), asked: 0, options, clocks: [], table: null };
}

describe("what a browser knows of a table", () => {
  test("events become the log; the end of a round is kept until it is put away", () => {
    const table = new TableState();
    table.receive(update(1, 0, [0], [told("play"), told("round_ends"), told("score")]));
    table.receive(update(2, 0, [0], [told("round_starts")]));
    expect(table.log.map((line) => line.told.kind)).toEqual(["play", "round_ends", "score", "round_starts"]);
    expect(table.ending.map((event) => event.kind)).toEqual(["round_ends", "score"]);
    expect(table.seq).toBe(2);
  });

  test("a question stands while others decide; a new row, another seat or a restore make it another", () => {
    const table = new TableState();
    const welcome = (epoch: string): void => table.receive({ type: "welcome", version: 1, table: "t", now: 0, phrases: [], epoch });
    const question = (seq: number, seat: number, asked: number): string => {
      table.receive({ ...update(seq, seat, [0, 1]), asked });
      return table.question;
    };
    welcome("first");
    const first = question(1, 0, 1);
    expect(question(2, 0, 1)).toBe(first);
    const others = [question(2, 1, 1), question(3, 0, 3), (welcome("second"), question(2, 0, 1))];
    expect(new Set([first, ...others]).size).toBe(4);
  });

  test("hot seat: when the curtain falls, nothing that only the seat saw is left, and all that everybody saw", () => {
    const table = new TableState();
    table.receive(update(1, null, [0], [told("round_starts")]));
    table.receive(update(2, 0, [0], [{ ...told("hand_dealt"), private: true }]));
    table.receive(update(3, 0, [1], [told("play"), { ...told("drawn"), private: true }]));
    table.receive({ type: "you", seats: [0, 1], host: true, seat: null, acts: true });
    expect(JSON.stringify([table.view, table.options, table.log, table.latest])).not.toMatch(/7r|hand_dealt|drawn/);
    expect(table.waiting).toEqual([1]);
    expect(table.log.map((line) => line.told.kind)).toEqual(["round_starts", "play"]);
    expect(table.latest.map(({ kind }) => kind)).toEqual(["play"]);
  });

  test("the view that spectators have stays when the curtain falls", () => {
    const table = new TableState();
    table.receive(update(1, null, [0]));
    table.receive({ type: "you", seats: [0, 1], host: true, seat: null, acts: true });
    expect(table.view?.seat).toBeNull();
  });

  test("a running clock is counted by the server's time", () => {
    const table = new TableState();
    const now = Date.now() / 1000;
    table.receive({ type: "welcome", version: 1, table: "t", now: now + 100, phrases: [], epoch: "first" });
    table.receive({ ...update(1, 0, [0]), clocks: [{ left: 30, ends: now + 120 }, { left: 25, ends: null }] });
    expect(table.left(0, now)).toBeCloseTo(20, 0);
    expect(table.left(1, now)).toBe(25);
    expect(table.left(2, now)).toBeNull();
  });

  test("a human who is not there is away; a bot never is", () => {
    const table = new TableState();
    const chair = { kind: "link" as const, name: "", human: true, bot: null, stand_in: false, resigned: false };
    table.receive({ ...update(1, 0, [0]), table: { seats: [chair, chair, { ...chair, human: false, bot: "easy" }] } as unknown as Update["table"] });
    table.receive({ type: "presence", seats: [0], watchers: 0 });
    expect([0, 1, 2].map((seat) => table.away(seat))).toEqual([false, true, false]);
  });
});

describe("time left", () => {
  test.each([
    [null, ""],
    [0, "0:00"],
    [4.2, "0:05"],
    [65, "1:05"],
    [7200, "2 h"],
    [259_200, "3 d"],
  ])("%s is %s", (seconds, text) => {
    expect(timeLeft(seconds)).toBe(text);
  });
});
