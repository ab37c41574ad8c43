import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import start from "../../web/fixtures/gap-start.json";
import words from "$games/gap/words.toml";
import TableForm from "$web/home/TableForm.svelte";
import type { GameInfo, TableInfo, Update } from "$web/protocol";
import { settings } from "$web/shell/settings.svelte";
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
    expect(button("Propose to end the game")).toBeUndefined();
    expect(button("Resign")).toBeDefined();
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
    expect(button("Propose to end the game")).toBeDefined();
    expect(button("Propose the last round")).toBeUndefined();
  });

  test("that somebody else proposes can be agreed to or not", () => {
    const sent: unknown[] = [];
    const table = tableWith({ proposal: { what: "last_round", seat: 1, agreed: [1] } });
    mounted = mount(Notices, { target: document.body, props: { table, names, teller, send: (message) => void sent.push(message) } });
    flushSync();
    expect(document.body.textContent).toContain("Adam proposes that this round be the last.");
    press("No");
    press("Agree");
    expect(sent).toEqual([{ type: "decline", seat: 0 }, { type: "agree", seat: 0 }]);
  });

  test("whoever opens a table on time reads that the players call it themselves", () => {
    const flag = { default: false, low: 0, high: 1, flag: true };
    const options = [{ name: "timed", ...flag }, { name: "extra_round", ...flag }];
    const info: GameInfo = { id: "gap", title: "GAP", leads: {}, players: [2, 3, 4], options, events: ["last_round"], decks: [] };
    const props = { info, bots: [], words: words as unknown as Catalogue, device: false, open: () => undefined };
    mounted = mount(TableForm, { target: document.body, props });
    flushSync();
    const hints = [...document.querySelectorAll("[aria-describedby]")].map((box) => document.getElementById(box.getAttribute("aria-describedby") ?? ""));
    expect(hints.map((hint) => hint?.textContent)).toEqual([expect.stringContaining("propose the last round from the table's menu")]);
  });
});
