import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Options, Told, Update, View, You, Zone } from "$web/protocol";
import { settings } from "$web/shell/settings.svelte";
import { timeLeft } from "$web/table/seats";
import { TableState } from "$web/table/state.svelte";

const told = (kind: string): Told => ({ kind, facts: {}, rule: null });

function view(seat: number | null, waiting: number[]): View {
  const hand = { name: "hand", seat: 0, cards: seat === 0 ? ["7r"] : [], hidden: seat === 0 ? 0 : 1, known: [] };
  return { game: "gap", seat, players: 2, round: 1, waiting, over: false, totals: [0, 0], zones: [hand], facts: {} };
}

function update(seq: number, seat: number | null, waiting: number[], events: Told[] = []): Update {
  const options: Options | null = seat === null ? null : { choices: [], refused: [] };
  return { type: "update", seq, kind: "decided", at: 0, events, view: view(seat, waiting), asked: 0, options, clocks: [], table: null, by: waiting[0] ?? null, ending: null, take_back: false };
}

describe("what a browser knows of a table", () => {
  test("events become the log; the end of a round is kept until the next is dealt", () => {
    const table = new TableState();
    const ending = { totals: [[3, 1]], events: [told("play"), told("round_ends"), told("score")] };
    table.receive({ ...update(1, 0, [], ending.events), ending });
    expect(table.ending).toEqual(ending);
    table.receive(update(2, 0, [0], [told("round_starts")]));
    expect(table.log.map(({ events }) => events.map(({ kind }) => kind))).toEqual([["play", "round_ends", "score"], ["round_starts"]]);
    expect(table.ending).toBeNull();
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
    table.receive(update(2, 0, [0], [{ ...told("dealt"), moves: [{ source: "deck", target: "hand:0", cards: ["7r"], hidden: 0 }] }, { ...told("hand_dealt"), private: true }]));
    table.receive(update(3, 0, [1], [told("play"), { ...told("drawn"), private: true }]));
    table.receive({ type: "you", seats: [0, 1], host: true, seat: null, acts: true });
    table.playback.goOn();
    expect(JSON.stringify([table.stage, table.options, table.log, table.latest])).not.toMatch(/7r|hand_dealt|drawn/);
    expect(table.waiting).toEqual([1]);
    expect(table.log.flatMap(({ events }) => events.map(({ kind }) => kind))).toEqual(["round_starts", "dealt", "play"]);
    expect(table.latest.map(({ kind }) => kind)).toEqual(["play"]);
  });

  test("hot seat: what a move has brought stays until its owner has seen it, and the next player's news wait as long", () => {
    const table = new TableState();
    const covered: You = { type: "you", seats: [0, 1], host: true, seat: null, acts: true };
    table.receive(update(1, 0, [0]));
    table.receive(update(2, 0, [1], [told("play"), { ...told("drawn"), private: true }]));
    table.receive(covered);
    table.receive(update(3, null, [1], [told("said")]));
    expect([table.playback.held, table.covered, table.view?.seat]).toEqual([true, false, 0]);
    table.playback.skip(); // whoever taps has not said so
    expect(table.covered).toBe(false);
    table.playback.goOn();
    expect([table.playback.held, table.covered, table.view?.seat]).toEqual([false, true, null]);
    table.receive({ ...covered, seat: 1 });
    expect(table.covered).toBe(false);
  });

  test("hot seat: the curtain waits also after a bot's move between, and after a move that brought nothing new", () => {
    for (const events of [[told("bot_plays")], []]) {
      const table = new TableState();
      table.receive(update(1, 0, [0]));
      table.receive(update(2, 0, [2], [told("draw"), { ...told("drawn"), private: true }]));
      table.receive(update(3, 0, [1], events));
      table.receive({ type: "you", seats: [0, 1], host: true, seat: null, acts: true });
      expect([table.playback.held, table.covered, table.view?.seat]).toEqual([true, false, 0]);
      table.playback.goOn();
      expect([table.covered, table.stage]).toEqual([true, null]);
    }
  });

  test("the view that spectators have stays when the curtain falls", () => {
    const table = new TableState();
    table.receive(update(1, null, [0]));
    table.receive({ type: "you", seats: [0, 1], host: true, seat: null, acts: true });
    expect(table.view?.seat).toBeNull();
  });

  test("a running clock is counted by the server's time", () => {
    const table = new TableState();
    const now = performance.now() / 1000;
    vi.spyOn(Date, "now").mockReturnValue(0); // someone sets this machine's clock
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
    table.receive({ type: "you", seats: [0, 1], host: true, seat: 0, acts: true });
    expect(table.away(1)).toBe(false); // at this device, behind the curtain
  });
});

describe("an update is played out", () => {
  const row = (cards: string[], hidden = 0): Zone => ({ name: "row", seat: null, cards, hidden, known: [] });
  const deck = (hidden: number): Zone => ({ name: "deck", seat: null, cards: [], hidden, known: [] });
  const refill = (kind: string, card: string): Told => ({ ...told(kind), moves: [{ source: "deck", target: "row", cards: [card], hidden: 0 }] });
  const next = (seq: number, asked: number, zones: Zone[], ...events: Told[]): Update => {
    const before = update(seq, 0, [0], events);
    return { ...before, asked, view: before.view && { ...before.view, zones }, options: asked ? before.options : null };
  };
  const shown = (table: TableState): unknown[] => [table.view?.zones[0]?.cards.join(""), table.asked, table.options !== null, table.log.flatMap(({ events }) => events.map(({ kind }) => kind)).join(" ")];
  let table: TableState;

  beforeEach(() => {
    vi.useFakeTimers();
    settings.change({ motion: "normal" });
    table = new TableState();
    table.receive(next(1, 1, [row(["a"]), deck(3)]));
  });
  afterEach(() => {
    vi.useRealTimers();
    settings.change({ motion: "none" });
  });

  test("view and log go together; what is asked comes with the last view", () => {
    table.receive(next(2, 2, [row(["a", "b", "c"]), deck(1)], told("play"), refill("first", "b"), refill("second", "c"), told("turn")));
    expect(shown(table)).toEqual(["ab", 0, false, "play first"]);
    expect(table.seq).toBe(2); // nothing is asked for again after a loss of the connection
    vi.advanceTimersByTime(2000);
    expect(shown(table)).toEqual(["abc", 2, true, "play first second turn"]);
    expect(table.latest.map(({ kind }) => kind)).toEqual(["play", "first", "second", "turn"]);
  });

  test("the result is not told before the last cards lie still and were looked at; a press brings it at once", () => {
    const last = { ...next(2, 0, [row(["a", "b"]), deck(2)], refill("last", "b")), ending: { totals: [], events: [] } };
    table.receive(last);
    expect(shown(table)[0]).toBe("ab");
    vi.advanceTimersByTime(380 + 500);
    expect(table.result).toBeNull();
    vi.advanceTimersByTime(600);
    expect(table.result).toEqual(last.ending);
    table.receive({ ...next(3, 0, [row(["a", "b", "c"]), deck(1)], refill("last", "c")), ending: { totals: [], events: [] } });
    expect(table.result).toBeNull();
    table.playback.skip();
    expect(table.result).not.toBeNull();
  });

  test("a question that stands while others decide is not interrupted", () => {
    table.receive(next(2, 1, [row(["a", "b", "c"]), deck(1)], refill("first", "b"), refill("second", "c")));
    expect(shown(table)).toEqual(["ab", 1, true, "first"]);
  });

  test("a question that is no longer open is not asked", () => {
    table.receive(next(2, 2, [row(["a", "b", "c"]), deck(1)], refill("first", "b"), refill("second", "c")));
    table.receive(next(3, 0, [row(["a", "b", "c", "d"]), deck(0)], refill("third", "d")));
    vi.advanceTimersByTime(600);
    expect(shown(table).slice(0, 3)).toEqual(["abc", 2, false]);
    vi.advanceTimersByTime(600);
    expect(shown(table).slice(0, 3)).toEqual(["abcd", 0, false]);
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
