import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import start from "../../web/fixtures/gap-start.json";
import words from "$games/gap/words.toml";
import TableForm from "$web/home/TableForm.svelte";
import type { GameInfo, NewTable, TableInfo, Update } from "$web/protocol";
import { settings } from "$web/shell/settings.svelte";
import { featuresOf } from "$web/table/avatar";
import { Bubbles } from "$web/table/bubbles.svelte";
import Menu from "$web/table/Menu.svelte";
import Notices from "$web/table/Notices.svelte";
import { TableState } from "$web/table/state.svelte";
import type { Catalogue } from "$web/words/kinds";
import { SHARED } from "$web/words/shared";
import { Teller } from "$web/words/teller";

const update = start as unknown as Update;
const names = ["Eva", "Adam", "Bára"];
const teller = new Teller({ ...SHARED, ...(words as unknown as Catalogue) }, "en", names);
let mounted: object | null = null;

beforeEach(() => settings.change({ language: "en" }));
afterEach(() => {
  if (mounted) void unmount(mounted);
  mounted = null;
  document.body.replaceChildren();
});

/** A table of GAP where this browser has the first seat. */
function tableWith(info: Partial<TableInfo>): TableState {
  const table = new TableState();
  table.receive({ type: "you", seats: [0], host: true, seat: 0, acts: true });
  if (update.table) table.receive({ ...update, table: { ...update.table, ...info } });
  return table;
}

function button(name: string): HTMLButtonElement | undefined {
  return [...document.querySelectorAll("button")].find((one) => (one.getAttribute("aria-label") ?? one.textContent)?.trim() === name);
}

function press(name: string): void {
  button(name)?.click();
  flushSync();
}

/** What the menu sends. */
function openMenu(info: Partial<TableInfo>): unknown[] {
  const sent: unknown[] = [];
  const props = { table: tableWith(info), names, teller, send: (message: unknown) => void sent.push(message) };
  mounted = mount(Menu, { target: document.body, props });
  flushSync();
  press("At the table");
  return sent;
}

describe("the menu", () => {
  test("asks once more before somebody resigns", () => {
    const sent = openMenu({});
    press("Resign");
    expect(sent).toEqual([]);
    press("Really resign: a bot plays on");
    expect(sent).toEqual([{ type: "resign", seat: 0 }]);
  });

  test("offers no proposal while one is open", () => {
    openMenu({ events: ["last_round"], proposal: { what: "end", seat: 1, agreed: [1] } });
    expect(button("Propose the last round")).toBeUndefined();
    expect(button("End the game")).toBeUndefined();
    expect(button("Resign")).toBeDefined();
  });
});

describe("taking back", () => {
  const undo = (): HTMLButtonElement | undefined => button("Take back the last move");

  test.each([true, false])("is lit only when it works: %s", (possible) => {
    const table = tableWith({ take_backs: true });
    table.canTakeBack = possible;
    mounted = mount(Menu, { target: document.body, props: { table, names, teller, send: () => undefined } });
    flushSync();
    expect(undo()?.disabled).toBe(!possible);
  });
});

describe("people at the table", () => {
  test("who are to decide can be nudged; not oneself, not a bot", () => {
    const seats = (update.table?.seats ?? []).map((seat, place) => ({ ...seat, human: place < 2, bot: place < 2 ? null : "medium" }));
    const sent: unknown[] = [];
    const table = tableWith({ seats });
    table.waiting = [0, 1, 2];
    mounted = mount(Menu, { target: document.body, props: { table, names, teller, send: (message: unknown) => void sent.push(message) } });
    flushSync();
    press("At the table");
    expect([button("Nudge Eva"), button("Nudge Bára")]).toEqual([undefined, undefined]);
    press("Nudge Adam");
    expect(sent).toEqual([{ type: "nudge", seat: 0, absent: 1 }]);
  });

  test("are told who watches, and who waits for them", () => {
    const table = tableWith({});
    table.receive({ type: "presence", seats: [0], watchers: 2 });
    table.latest = [{ kind: "nudged", facts: { seat: { seat: 1 }, other: { seat: 0 } }, rule: null }];
    table.waiting = [0];
    const props = { table, names, teller, send: () => undefined };
    const parts = [mount(Menu, { target: document.body, props }), mount(Notices, { target: document.body, props })];
    flushSync();
    expect(document.body.textContent).toContain("2 spectators");
    expect(document.body.textContent).toContain("Adam is waiting for your move.");
    table.waiting = [1];
    table.latest = [];
    flushSync();
    expect(document.body.textContent).not.toContain("Adam is waiting");
    for (const part of parts) void unmount(part);
  });

  test("who only watch are told so", () => {
    const table = tableWith({});
    table.receive({ type: "you", seats: [], host: false, seat: null, acts: true });
    mounted = mount(Notices, { target: document.body, props: { table, names, teller, send: () => undefined } });
    flushSync();
    expect(document.body.textContent).toContain("You are watching.");
  });

  test("speak in bubbles that go away", () => {
    vi.useFakeTimers();
    const bubbles = new Bubbles();
    bubbles.hear([{ kind: "said", facts: { seat: { seat: 2 }, phrase: { word: "phrase_hello" } }, rule: null }]);
    expect([bubbles.at(2), bubbles.at(1)]).toEqual(["phrase_hello", ""]);
    vi.advanceTimersByTime(7000);
    expect(bubbles.at(2)).toBe("");
    vi.useRealTimers();
  });

  test("have faces that follow from their names", () => {
    expect(featuresOf("Eva", false)).toEqual(featuresOf("Eva", false));
    const faces = new Set(["Eva", "Adam", "Bára", "Cyril", "Dana", "Emil"].map((name) => JSON.stringify(featuresOf(name, false))));
    expect(faces.size).toBeGreaterThan(3);
    expect(featuresOf("Eva", true)).not.toEqual(featuresOf("Eva", false));
  });
});

describe("the last round (GAP-9)", () => {
  test("is proposed from the menu", () => {
    const sent = openMenu({ events: ["last_round"] });
    press("Propose the last round");
    expect(sent).toEqual([{ type: "propose", seat: 0, what: "last_round" }]);
    expect(document.querySelector("dialog")).toBeNull(); // the menu is done
  });

  test("is not in the menu where it cannot be proposed", () => {
    openMenu({ events: [] });
    expect(button("End the game")).toBeDefined(); // against bots nobody has to agree
    expect(button("Propose the last round")).toBeUndefined();
  });

  test("that somebody else proposes can be agreed to or not", () => {
    const sent: unknown[] = [];
    const table = tableWith({ proposal: { what: "last_round", seat: 1, agreed: [1] } });
    mounted = mount(Notices, { target: document.body, props: { table, teller, send: (message) => void sent.push(message) } });
    flushSync();
    expect(document.body.textContent).toContain("Adam proposes that this round be the last.");
    press("No");
    press("Agree");
    expect(sent).toEqual([{ type: "decline", seat: 0 }, { type: "agree", seat: 0 }]);
  });

  test("a table never has more players than the game", () => {
    const info: GameInfo = { id: "gap", title: "GAP", leads: {}, players: [2, 3, 4], options: [], events: [], decks: [], course: false };
    const wishes: NewTable[] = [];
    const props = { info, bots: [], words: words as unknown as Catalogue, device: false, open: (wish: NewTable) => void wishes.push(wish) };
    mounted = mount(TableForm, { target: document.body, props });
    const field = document.querySelector<HTMLInputElement>("input[type=number]")!;
    field.value = "9";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    expect(document.querySelectorAll(".seats li")).toHaveLength(4);
    field.dispatchEvent(new Event("change", { bubbles: true }));
    flushSync();
    expect(field.value).toBe("4");
    document.querySelector("form")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
    expect(wishes[0]?.seats).toHaveLength(4);
  });

  test("a bot that plays on for who has resigned or is away is marked", () => {
    const chair = { kind: "link", name: "Eva", human: true, bot: null, stand_in: false, resigned: false, won: 0 } as const;
    const table = tableWith({ seats: [chair, { ...chair, resigned: true }, { ...chair, stand_in: true }, { ...chair, human: false, bot: "medium" }] });
    expect([0, 1, 2, 3].map((seat) => table.playedByBot(seat))).toEqual([false, true, true, true]);
  });

  test("whoever opens a table on time reads that the players call it themselves", () => {
    const flag = { default: false, low: 0, high: 1, flag: true, house: false };
    const options = [{ name: "timed", ...flag }, { name: "extra_round", ...flag }];
    const info: GameInfo = { id: "gap", title: "GAP", leads: {}, players: [2, 3, 4], options, events: ["last_round"], decks: [], course: false };
    const props = { info, words: words as unknown as Catalogue, device: false, open: () => undefined };
    mounted = mount(TableForm, { target: document.body, props });
    flushSync();
    const hints = [...document.querySelectorAll("[aria-describedby]")].map((box) => document.getElementById(box.getAttribute("aria-describedby") ?? ""));
    expect(hints.map((hint) => hint?.textContent)).toEqual([expect.stringContaining("propose the last round from the table's menu")]);
  });

  test.each([
    ["rounds", [5, 10, 5, 1, null]],
    ["target", [35, 40, 35, 30, 25]], // usually 30
  ])("numbers among a game's options are stepped, from what is usual or from nothing: %s", (name, expected) => {
    const wishes: NewTable[] = [];
    const number = { default: null, low: 1, high: 500, flag: false, house: false };
    const info: GameInfo = { id: "gap", title: "GAP", leads: {}, players: [2, 3], options: [{ name, ...number }], events: [], decks: [], course: false };
    const props = { info, words: words as unknown as Catalogue, device: true, open: (wish: NewTable) => void wishes.push(wish) };
    mounted = mount(TableForm, { target: document.body, props });
    flushSync();
    const label = teller.sentence(`option_${name}`);
    const submit = (): void => void document.querySelector("form")?.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
    for (const step of ["one more", "one more", "one less", "one less", "one less"]) {
      press(`${label}: ${step}`);
      submit();
    }
    expect(wishes.map(({ options }) => options?.[name])).toEqual(expected);
  });
});
