import { flushSync } from "svelte";
import { describe, expect, test } from "vitest";
import core from "../../src/kartarna/core/words.toml";
import gap from "../../src/kartarna/games/gap/words.toml";
import type { PastEntry, Past, Told } from "$web/protocol";
import { readMoment, writeMoment } from "$web/replay/moment";
import { capitalized, pieces, withoutName } from "$web/story/pieces";
import { chapters, deedsSince, isWhole, leftIn, merged } from "$web/story/story";
import { TableState } from "$web/table/state.svelte";
import type { Catalogue } from "$web/words/kinds";
import { Teller } from "$web/words/teller";
import { show } from "./fixture";

const did = (kind: string, seat?: number): Told => ({ kind, facts: seat === undefined ? {} : { seat: { seat } }, rule: null });
const row = (seq: number, kind: string, by: number | null, ...events: Told[]): PastEntry => ({ seq, kind, at: 0, by, events });
const GAME = [
  row(1, "opened", null, did("opened")),
  row(5, "dealt", null, did("round_starts"), did("row_dealt")),
  row(6, "decided", 0, did("play", 0), did("takes", 0)),
  row(7, "decided", 1, did("play", 1), did("refill")),
  row(8, "said", 0, did("said", 0)),
  row(9, "decided", 2, did("play", 2)),
  row(10, "decided", 2, did("choose", 2), did("round_ends"), did("score", 2)),
  row(11, "dealt", null, did("round_starts")),
];

describe("the story of a game", () => {
  test("says who left it, in this order, without what was taken back and without the game before", () => {
    const left = [row(5, "dealt", null), row(6, "decided", 2, did("out", 2)), row(7, "decided", 0, did("play", 0)), row(8, "decided", 1, did("out", 1))];
    expect(leftIn(left)).toEqual([2, 1]);
    expect(leftIn([...left, row(9, "taken_back", 0, { ...did("taken_back", 0), facts: { seat: { seat: 0 }, count: 1 } })])).toEqual([2]);
    expect(leftIn([...left, row(9, "dealt", null)])).toEqual([]);
  });

  test("what was taken back is nobody's deed any more", () => {
    const played = [row(6, "decided", 0, did("play", 0)), row(7, "decided", 1, did("play", 1)), row(8, "decided", 0, did("play", 0)), row(9, "decided", 1, did("play", 1))];
    const back: Told = { ...did("taken_back", 0), facts: { seat: { seat: 0 }, count: 2 } };
    expect(deedsSince([...played, row(10, "taken_back", 0, back)], 0, 2)[1]).toHaveLength(1);
    expect(deedsSince([...played.slice(0, 2), row(10, "taken_back", 0, back)], 0, 2)[1]).toEqual([]);
  });

  test("tells what another's deed did to the reader, and not to others", () => {
    const beaten = [row(6, "decided", 1, did("lays", 1), did("beaten", 0), did("now", 2), did("score", 0), { ...did("hand_now", 0), private: true })];
    expect(deedsSince(beaten, 0, 3)[1]?.map(({ kind }) => kind)).toEqual(["lays", "beaten"]);
    expect(deedsSince(beaten, 2, 3)[1]?.map(({ kind }) => kind)).toEqual(["lays", "now"]);
  });

  test("tells as somebody's deed what it brought to light", () => {
    const turned = [row(6, "decided", 1, did("turns_up", 1), did("shown"), did("draws"))];
    expect(deedsSince(turned, 0, 2)[1]?.map(({ kind }) => kind)).toEqual(["turns_up", "shown"]);
  });

  test("is whole from the first deal on: nothing came before it that could be shown", () => {
    const begins = (number: number): Told => ({ kind: "round_starts", facts: { number }, rule: null });
    expect(isWhole([row(5, "dealt", null, begins(1))])).toBe(true);
    expect(isWhole([row(5, "dealt", null, did("game_starts"))])).toBe(true);
    expect(isWhole([row(5, "dealt", null, begins(2)), row(9, "dealt", null, begins(3))])).toBe(false);
    expect(isWhole([row(6, "decided", 0, did("play", 0))])).toBe(false);
  });

  test("has chapters by rounds and turns by seats; how a round ended is nobody's turn", () => {
    const told = chapters(GAME).map(({ head, turns }) => [head?.kind ?? null, turns.map(({ seat, events }) => [seat, events.map(({ kind }) => kind)])]);
    expect(told).toEqual([
      [null, [[null, ["opened"]]]],
      ["round_starts", [
        [null, ["row_dealt"]],
        [0, ["play", "takes"]],
        [1, ["play", "refill"]],
        [null, ["said"]],
        [2, ["play", "choose"]],
        [null, ["round_ends", "score"]],
      ]],
      ["round_starts", []],
    ]);
  });

  test("what was taken back is not told, and take-backs in a row are told once", () => {
    const takenBack = (seq: number, count: number): PastEntry => row(seq, "taken_back", 0, { ...did("taken_back", 0), facts: { seat: { seat: 0 }, count } });
    const wish = (seq: number): PastEntry => row(seq, "proposed", 0, did("proposed_take_back", 0));
    const kinds = (entries: PastEntry[]): string[] => chapters(entries).flatMap(({ turns }) => turns.flatMap(({ events }) => events.map(({ kind }) => kind)));
    const played = GAME.slice(1, 6); // three decisions, and something said
    expect(kinds([...played, wish(20), takenBack(21, 1)])).toEqual(["row_dealt", "play", "takes", "play", "refill", "said", "taken_back"]);
    expect(kinds([...played, wish(20), takenBack(21, 1), wish(22), takenBack(23, 2)])).toEqual(["row_dealt", "said", "taken_back"]);
    expect(kinds([...played, takenBack(21, 3), row(24, "decided", 0, did("play", 0))])).toEqual(["row_dealt", "said", "taken_back", "play"]);
  });

  test("what others did since my decision: their own deeds only, and none of mine", () => {
    const kinds = (me: number | null): string[][] => deedsSince(GAME, me, 3).map((deeds) => deeds.map(({ kind }) => kind));
    expect(kinds(0)).toEqual([[], ["play"], ["play", "choose"]]);
    expect(kinds(1)).toEqual([[], [], ["play", "choose"]]);
    expect(kinds(null)).toEqual([["play", "takes"], ["play"], ["choose"]]); // a spectator: the last of each
  });

  test("rows that are told again take the place of those that are known", () => {
    const again = row(6, "decided", 0, did("play", 0), did("drawn"));
    expect(merged(GAME.slice(2), [GAME[0] as PastEntry, again]).map(({ seq, events }) => [seq, events.length])).toEqual([
      [1, 1], [6, 2], [7, 2], [8, 1], [9, 1], [10, 3], [11, 1],
    ]);
  });
});

describe("the past at a table", () => {
  const past = (seat: number | null, entries: PastEntry[]): Past => ({ type: "past", id: "p", seq: 11, seat, entries, whole: false });
  const seqs = (table: TableState): number[] => table.log.map(({ seq }) => seq);

  test("goes before what has come since, each row once", () => {
    const table = new TableState();
    const update = { type: "update" as const, view: null, asked: 0, options: null, clocks: [], table: null, ending: null, take_back: false };
    table.receive({ ...update, ...(GAME[6] as PastEntry) });
    table.receive(past(null, GAME.slice(1, 7)));
    table.receive({ ...update, ...(GAME[7] as PastEntry) });
    expect(seqs(table)).toEqual([5, 6, 7, 8, 9, 10, 11]);
    table.receive({ ...update, ...row(11, "sync", null) });
    expect(seqs(table)).toEqual([]); // all is told anew
  });

  test("of other eyes is not shown: the curtain has fallen meanwhile", () => {
    const table = new TableState();
    table.receive({ type: "you", seats: [0, 1], host: true, seat: null, acts: true });
    table.receive(past(0, GAME));
    expect(table.log).toEqual([]);
    table.receive(past(null, GAME));
    expect(table.log).toHaveLength(GAME.length);
  });
});

test("since your turn: only who did something has a line", async () => {
  const { page, table } = await show("gap-start");
  const lines = (): string[] => [...page.querySelectorAll("aside .since dt")].map((name) => name.textContent ?? "");
  table.log = [];
  flushSync();
  expect(lines()).toEqual([]);
  const other = ((table.view?.seat ?? 0) + 1) % 4;
  table.log = [row(9, "decided", other, did("refill", other))];
  flushSync();
  expect(lines()).toHaveLength(1);
  expect(page.querySelector("aside .since")?.textContent).not.toContain("–");
});

describe("a sentence in pieces", () => {
  const teller = new Teller({ ...core, ...gap } as unknown as Catalogue, "en", ["Eva", "Eva B"], (card) => `card ${card}`);
  const takes: Told = { kind: "takes", facts: { seat: { seat: 0 }, count: 2, cards: [{ card: "7r" }, { card: "8g" }] }, rule: null };

  test("has its cards apart, and read as a whole it is the sentence", () => {
    const found = pieces(takes, teller);
    expect(found.map(({ card }) => card).filter(Boolean)).toEqual(["7r", "8g"]);
    expect(found.map(({ text }) => text).join("")).toBe(teller.say(takes));
    expect(found.filter(({ heard }) => heard).map(({ text }) => text)).toEqual([", ", "."]);
  });

  test("gives up the name at its beginning, and no other", () => {
    const { name, rest } = withoutName(pieces(takes, teller), "Eva");
    expect([name, rest[0]?.text]).toEqual(["Eva ", "takes 2 cards: "]);
    expect(capitalized(rest)[0]?.text).toBe("Takes 2 cards: "); // as the second sentence of a turn
    expect(withoutName(pieces(takes, teller), "Ev").name).toBe("");
    expect(withoutName(pieces({ kind: "refill", facts: { cards: [{ card: "7r" }] }, rule: null }, teller), "Eva").name).toBe("");
  });
});

test.each([
  ["", 0, ""],
  ["17", 17, ""],
  ["17.abc-_9", 17, "abc-_9"],
  ["-3", 0, ""],
  ["x.y", 0, "y"],
  ["2.5", 2, "5"],
])("the moment of the address %j", (hash, place, secret) => {
  expect(readMoment(hash)).toEqual({ place, secret });
  expect(readMoment(writeMoment({ place, secret }).slice(1))).toEqual({ place, secret });
});

test("the log follows what is told, however fast, until somebody scrolls up", async () => {
  const { page, table, update } = await show("gap-row-of-six");
  const log = page.querySelector<HTMLElement>("aside .log");
  if (!log) throw new Error("no log");
  log.style.overflowY = "auto";
  let height = 1000;
  Object.defineProperties(log, { scrollHeight: { get: () => height }, clientHeight: { get: () => 300 } });
  const tell = async (seq: number): Promise<number> => {
    height += 100;
    table.receive({ ...update, seq: update.seq + seq, events: [did("play", 1)] });
    flushSync();
    await new Promise(requestAnimationFrame);
    return log.scrollTop;
  };
  const scrolledTo = (top: number): void => {
    log.scrollTop = top;
    log.dispatchEvent(new Event("scroll"));
  };
  expect(await tell(1)).toBe(1100);
  height += 100; // told before the browser says that it has scrolled
  scrolledTo(800);
  expect(await tell(2)).toBe(1300);
  scrolledTo(1000);
  scrolledTo(400);
  expect(await tell(3)).toBe(400);
});
