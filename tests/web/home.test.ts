import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import Continue from "$web/home/Continue.svelte";
import History from "$web/home/History.svelte";
import { Lobby } from "$web/home/lobby.svelte";
import Nudge from "$web/home/Nudge.svelte";
import { keepWish, lastOpponents } from "$web/home/play";
import type { GameInfo, HouseInfo, TableLine } from "$web/protocol";
import RuleBook from "$web/rules/RuleBook.svelte";
import { house } from "$web/shell/house.svelte";
import NumberField from "$web/shell/NumberField.svelte";
import { invitationIn } from "$web/table/secret";
import { route } from "$web/shell/route.svelte";
import { settings } from "$web/shell/settings.svelte";

const GAME: GameInfo = { id: "gap", title: "GAP", leads: {}, players: [2, 3, 4, 5, 6], options: [], events: [], decks: [], course: false };
const HOUSE: HouseInfo = { version: "1", languages: ["cs", "en"], games: [GAME], bots: ["random", "easy", "medium", "expert"], longest_record: 1 };
let mounted: object | null = null;

beforeEach(() => {
  localStorage.clear();
  settings.change({ language: "en" });
});
afterEach(() => {
  if (mounted) void unmount(mounted);
  mounted = null;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function line(id: string, change: Partial<TableLine> = {}): TableLine {
  const seat = { human: false, free: false, link: false };
  const seats = [{ ...seat, name: "Eva", human: true, bot: null }, { ...seat, name: "", bot: "medium" }, { ...seat, name: "Bob", human: true, bot: null }];
  const fixed = { days: false, clock: false, spectators: true, practice: false, arranged: false, own_deck: false, ended: null, winners: [], created: 0, changed: 0, nudged: [], between: false, rounds: 0, totals: [], options: {} };
  return { id, game: "gap", phase: "playing", seats, yours: [0], waiting: [1], ...fixed, ...change };
}

describe("a number", () => {
  test.each([["9", 4], ["1", 2], ["3", 3], ["", 3]])("typed as %s is never out of its range", (typed, taken) => {
    const changes: number[] = [];
    mounted = mount(NumberField, { target: document.body, props: { label: "Players", value: 3, low: 2, high: 4, change: (value: number) => void changes.push(value) } });
    flushSync();
    const field = document.querySelector("input") as HTMLInputElement;
    field.value = typed;
    field.dispatchEvent(new Event("change", { bubbles: true }));
    expect(changes).toEqual([taken]);
    expect(field.value).toBe(String(taken));
  });

  test.each([
    [null, [5]], // there is nothing less than nothing
    [5, [1, 10]],
    [1, ["empty", 6]],
    [498, [493, 500]],
  ])("that may be left empty goes by steps: %s", (value, expected) => {
    const changes: unknown[] = [];
    const props = { label: "Points", value, low: 1, high: 500, step: 5, change: (taken: number) => void changes.push(taken), clear: () => void changes.push("empty") };
    mounted = mount(NumberField, { target: document.body, props });
    flushSync();
    document.querySelectorAll("button").forEach((button) => button.click());
    expect(changes).toEqual(expected);
  });
});

describe("a table of mine", () => {
  test.each([
    [{ between: true, rounds: 2, waiting: [0] }, "end of round 2: the next one waits for you"],
    [{ between: true, rounds: 2, waiting: [2] }, "End of round 2"],
    [{ waiting: [0] }, "your turn"],
  ])("with %o says how it stands", (change, told) => {
    mounted = mount(Continue, { target: document.body, props: { tables: [line("a", change)] } });
    flushSync();
    expect(document.querySelector("a")?.textContent).toContain(told);
  });

  test.each([
    [[23, 30, 29], [1], "lost · place 3 of 3", "30 : 29 : 23"],
    [[30, 23, 29], [0], "won", "30 : 29 : 23"],
    [[-4, 0, 0], [1, 2], "lost", ""], // everybody wins but the last, and nothing is counted
  ])("that ended %o, won by %o, is told as %s, %s", (totals, winners, result, points) => {
    mounted = mount(History, { target: document.body, props: { tables: [line("a", { phase: "finished", ended: "over", totals, winners, rounds: 3 })] } });
    flushSync();
    const told = (part: string): string => (document.querySelector(part)?.textContent ?? "").replace(/\s+/g, " ").trim();
    expect(told(".result").replace(" place", " · place")).toBe(result);
    expect(told(".points")).toBe(points);
    expect(document.querySelector("a")?.getAttribute("href")).toBe("/replay/a");
  });
});

test.each([
  ["Come! http://localhost:3000/t/abc234/gap#S3cret-x", "/t/abc234/gap#S3cret-x"],
  ["/t/abc234#S3cret", "/t/abc234#S3cret"],
  ["http://localhost:3000/t/abc234/gap", ""], // without its secret
  ["https://other.example/t/abc234#S3cret", ""], // not of this house
])("the invitation in %s is %s", (text, found) => {
  vi.stubGlobal("location", new URL("http://localhost:3000/t/x"));
  expect(invitationIn(text)).toBe(found);
});

describe("a nudge", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    route.go("/");
    vi.useRealTimers();
  });

  test.each([
    ["/rules/gap", [0], "GAP: they are waiting for your move."],
    ["/rules/gap", [2], ""], // somebody else is waited for
    ["/t/a", [0], ""], // the table tells it itself
    ["/", [0], ""], // and so does home
  ])("at %s reaches who reads something else: seats %o", async (path, nudged, said) => {
    const answers: Record<string, unknown> = { "/api/me": { name: "Eva" }, "/api/me/tables": { tables: [line("a", { nudged })] } };
    vi.stubGlobal("fetch", (url: string) => Promise.resolve(new Response(JSON.stringify(answers[url]))));
    route.go(path);
    mounted = mount(Nudge, { target: document.body });
    await vi.advanceTimersByTimeAsync(10_500);
    flushSync();
    expect(document.querySelector("[role=status]")?.textContent?.trim()).toBe(said);
    expect(document.querySelector("a")?.getAttribute("href")).toBe(said ? "/t/a" : undefined);
  });
});

test("a search of the rules that finds nothing says so", async () => {
  mounted = mount(RuleBook, { target: document.body, props: { game: "gap", rule: "" } });
  const field = await vi.waitUntil(() => document.querySelector<HTMLInputElement>("input[type=search]"));
  const look = (words: string): number => {
    field.value = words;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    return document.querySelectorAll(".rule").length;
  };
  expect(look("GAP-1")).toBeGreaterThan(0);
  expect(document.querySelector("[role=status]")).toBeNull();
  expect(look("xyzzy")).toBe(0);
  expect(document.querySelector("[role=status]")?.textContent).toBe("No rule has: xyzzy");
});

describe("opponents", () => {
  beforeEach(async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(HOUSE))));
    await house.ask();
  });

  test("are as last time", () => {
    expect(lastOpponents(GAME)).toEqual({ bots: 3, level: "medium" });
    keepWish({ game: "gap", seats: [{ kind: "host" }, { kind: "bot", bot: "expert" }] });
    expect(lastOpponents(GAME)).toEqual({ bots: 1, level: "expert" });
  });

  test("are the usual ones, if the game or the server has no longer what was kept", () => {
    keepWish({ game: "gap", seats: [{ kind: "host" }, ...Array.from({ length: 8 }, () => ({ kind: "bot" as const, bot: "gone" }))] });
    expect(lastOpponents(GAME)).toEqual({ bots: 3, level: "medium" });
  });
});

describe("tables of mine", () => {
  test("that wait for me come first", () => {
    const lobby = new Lobby();
    lobby.there = { open: [], mine: [line("new", { changed: 9 }), line("mine", { waiting: [0] }), line("old")], finished: [] };
    expect(lobby.waiting.map(({ id }) => id)).toEqual(["mine", "new", "old"]);
  });

  test.each([
    [{ waiting: [0] }, "your turn"],
    [{ waiting: [0], nudged: [0] }, "they are waiting for you"],
    [{ waiting: [1, 2] }, "Waiting for Bruno, Bob"],
  ])("say whose turn it is: %o", (change, said) => {
    mounted = mount(Continue, { target: document.body, props: { tables: [line("a", change)] } });
    flushSync();
    expect(document.body.textContent).toContain(said);
    expect(document.querySelector("a")?.getAttribute("href")).toBe("/t/a");
  });

  test("that are over say how, against whom and when", () => {
    const at = Date.UTC(2026, 4, 3, 12) / 1000;
    const over = { phase: "finished" as const, ended: "over", changed: at };
    const tables = [line("a", { ...over, winners: [0], practice: true }), line("b", { ...over, winners: [0, 2] }), line("c", { ...over, winners: [2] }), line("d", { ...over, ended: "agreed" })];
    mounted = mount(History, { target: document.body, props: { tables } });
    flushSync();
    const plain = (text: string): string => text.replace(/\s+/g, " ").trim();
    const told = [...document.querySelectorAll("li")].map((item) => plain(item.textContent ?? ""));
    const said = (how: Intl.DateTimeFormatOptions): string => new Intl.DateTimeFormat("en", how).format(at * 1000);
    const when = `${said({ day: "numeric", month: "short" })} ${said({ hour: "numeric", minute: "2-digit" })} Replay`;
    const opponents = `Bruno Bob ${when}`;
    expect(told).toEqual([`GAP won practice ${opponents}`, `GAP shared the win ${opponents}`, `GAP lost ${opponents}`, `GAP ended by agreement ${opponents}`].map(plain));
    expect(document.querySelectorAll("li:first-child .avatar").length).toBe(2);
  });
});
