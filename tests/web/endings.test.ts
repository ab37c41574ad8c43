import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, test } from "vitest";
import type { ClientMessage, TableInfo, Told, Update } from "$web/protocol";
import { settings } from "$web/shell/settings.svelte";
import AfterGame from "$web/table/AfterGame.svelte";
import NextRound from "$web/table/NextRound.svelte";
import { endOf, headline, lastCounted, outcomes, standing, verdictIn } from "$web/table/outcome";
import Shuffling from "$web/table/Shuffling.svelte";
import { namesAt } from "$web/table/names";
import { ledFrom, taleOf } from "$web/table/tale";
import { TableState } from "$web/table/state.svelte";
import { Teller } from "$web/words/teller";
import { generally, show } from "./fixture";

const fixtures = import.meta.glob<Update>("../../web/fixtures/*-over.json", { import: "default", eager: true });
const fixture = (name: string): Update => fixtures[`../../web/fixtures/${name}.json`] as Update;
const NAMES = ["Eva", "Adam", "Bára", "Cyril"];

let mounted: object | null = null;
afterEach(() => {
  if (mounted) void unmount(mounted);
  mounted = null;
});

/** A table in the position of a fixture, where these seats are people who are there. */
function tableOf(name: string, people: number[], change: Partial<TableInfo> = {}, there = people): TableState {
  settings.change({ language: "en", motion: "none" });
  const table = new TableState();
  const update = fixture(name);
  const info = update.table as TableInfo;
  const seats = info.seats.map((seat, place) => (people.includes(place) ? { ...seat, human: true, bot: null } : { ...seat, human: false }));
  table.receive({ type: "you", seats: [0], host: true, seat: 0, acts: true });
  table.receive({ type: "presence", seats: there, watchers: 0 });
  table.receive({ ...update, table: { ...info, seats, ...change } });
  return table;
}

function place(component: typeof NextRound | typeof AfterGame | typeof Shuffling, props: Record<string, unknown>): HTMLElement {
  mounted = mount(component as typeof AfterGame, { target: document.body, props: { id: "t", names: NAMES, ...props } as never });
  flushSync();
  return document.body;
}
const buttons = (page: HTMLElement): string[] => [...page.querySelectorAll("button, a.button")].map((button) => button.textContent?.trim() ?? "");

describe("what an end is made of", () => {
  test("it begins where the round ends, whatever the last step did before", () => {
    const told = (kind: string): Told => ({ kind, facts: {}, rule: null });
    const events = ["play", "takes", "limit_reached", "round_ends", "wins"].map(told);
    expect(endOf({ totals: [], events }).map(({ kind }) => kind)).toEqual(["limit_reached", "round_ends", "wins"]);
    expect(endOf({ totals: [], events: [told("play")] })).toEqual([]);
  });

  test("every seat has what the round brought, and why", () => {
    const { ending, view } = fixture("gap-round-over");
    if (!ending || !view) throw new Error("no ending");
    const found = outcomes(ending, view.players);
    expect(found.map(({ gained }) => gained)).toEqual(view.totals.map((total) => (total > 0 ? `+${total}` : `${total}`)));
    expect(found.every(({ lines }) => lines.length === 1)).toBe(true);
    expect(verdictIn(ending)).toBeUndefined();
  });

  test.each([
    [0, [0], "You win!"],
    [1, [0], "You came second."],
    [3, [0], "You came third."],
    [2, [0], "You came fourth."],
    [null, [0], "The winner"],
  ])("seat %s, won by %s: %s", (me, winners, told) => {
    settings.change({ language: "en" });
    const { ending, view, table } = fixture("gap-over");
    if (!ending || !view || !table) throw new Error("no ending");
    const teller = new Teller({ wins: { en: "The winner: {seat}.", cs: "" } }, "en", NAMES, (card) => card);
    expect(headline(view, { ...table, winners }, ending, me, NAMES, teller)).toContain(told);
    expect(standing(view, winners)[0]).toBe(0);
  });

  test("of two players the second has lost to the other: no place is told", () => {
    settings.change({ language: "en" });
    const { ending, view, table } = fixture("gap-over");
    if (!ending || !view || !table) throw new Error("no ending");
    const teller = new Teller({ wins: { en: "The winner: {seat}.", cs: "" } }, "en", NAMES, (card) => card);
    const two = { ...view, players: 2, totals: view.totals.slice(0, 2) };
    expect(headline(two, { ...table, winners: [1] }, ending, 0, NAMES, teller)).toBe("Adam wins.");
  });
});

test("a game that was ended in the middle of a round has the totals of the rounds before it", async () => {
  const { view, ending } = fixture("gap-over");
  if (!view || !ending) throw new Error("no ending");
  expect(lastCounted({ ...view, round: 4, over: true })).toBe(4);
  expect(lastCounted({ ...view, round: 4, over: false, waiting: [] })).toBe(4); // between two rounds
  expect(lastCounted({ ...view, round: 4, over: false, waiting: [1] })).toBe(3);

  const { page, table, update } = await show("gap-over");
  const totals = [[15, 15], [19, 19], [16, 17]].map((round) => [...round, 0, 0].slice(0, view.players));
  table.receive({ ...update, view: { ...view, round: 4, over: false, waiting: [0] }, ending: { ...ending, totals } });
  flushSync();
  expect([...page.querySelectorAll(".ending figure th[scope=row]")].map((head) => head.textContent?.trim())).toEqual(["1", "2", "3"]);
  expect(page.querySelector(".prompt")?.textContent).toContain("The game is over");
});

describe("who has resigned", () => {
  test.each(["over", "abandoned"] as const)("is told that and nothing else, though the bot may have won (%s)", (ended) => {
    settings.change({ language: "en" });
    const { ending, view, table } = fixture("gap-over");
    if (!ending || !view || !table) throw new Error("no ending");
    const seats = table.seats.map((seat, place) => ({ ...seat, resigned: place === 0 }));
    const teller = new Teller({ wins: { en: "The winner: {seat}.", cs: "", en_you: "You win!" } }, "en", NAMES, (card) => card, 0);
    expect(headline(view, { ...table, seats, ended, winners: [] }, ending, 0, NAMES, teller)).toBe("You resigned.");
  });

  test("has no second verdict under it", async () => {
    const { page, table, update } = await show("gap-over");
    const seats = update.table?.seats.map((seat, place) => ({ ...seat, resigned: place === update.view?.seat })) ?? [];
    table.receive({ ...update, table: update.table && { ...update.table, seats, winners: [] } });
    flushSync();
    expect(page.querySelector(".ending h2")?.textContent).toBe("You resigned.");
    expect(page.querySelector(".ending .verdict")).toBeNull();
  });
});

test("a round's end says what brought it about", async () => {
  const { page } = await show("trop-round-over");
  expect(page.querySelector(".ending .content")?.textContent).toMatch(/\S+ plays? 10: 14 \+ 10 = 24, and that is trop/);
});

describe("the table of points", () => {
  const lines = (page: HTMLElement): string[][] =>
    [...page.querySelectorAll(".reckoning tr")].map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent?.trim().replace(/\s+/g, " ") ?? ""));

  test("has a line for every reason with its rule, players side by side, the best first", async () => {
    const { page } = await show("gap-round-over");
    const [, most, fewest, round, total] = lines(page);
    expect(most?.slice(1)).toEqual(["+8", "+4", "+4", "+3"]);
    expect(fewest?.slice(1)).toEqual(["−1", "−1", "−1", "−3"]);
    expect(round?.slice(1)).toEqual(["+7", "+3", "+3", "0"]);
    expect(total?.slice(1)).toEqual(["7", "3", "3", "0"]);
    expect(page.querySelectorAll(".reckoning th[scope=col]")).toHaveLength(4);
    expect([...page.querySelectorAll(".reckoning a.rule")].map((link) => link.getAttribute("href"))).toEqual(["/rules/gap#GAP-8", "/rules/gap#GAP-8"]);
  });

  test("says by a word what does not count, and shows it all the same", async () => {
    const { page } = await show("trop-over");
    const trop = [...page.querySelectorAll(".reckoning .number.void")];
    expect(trop.map((word) => word.textContent)).toEqual(["trop"]);
    expect(trop[0]?.closest("td")?.querySelectorAll(".cards .brief")).toHaveLength(1);
  });

  test("dnup has four tokens: nobody is told to have five", async () => {
    const { page, table, update } = await show("dnup-over");
    const whole = update.ending ?? { totals: [], events: [] };
    expect(whole.totals.at(-1)).toEqual([3, 0, 5]);
    expect(lines(page).at(-1)?.slice(1)).toEqual(["4", "3", "0"]);
    const told = page.querySelector(".ending .content")?.textContent ?? "";
    expect(told).toContain("Bára wins by 1.");
    expect(told).toContain("has all four tokens");
    expect(told).not.toMatch(/\b5\b|2 tokens/);
    expect(table.view?.totals).toEqual([3, 0, 5]);
  });

  test("a round of dnup names who was first and who second; who won nothing has no mark for it", async () => {
    const { page } = await show("dnup-round-over");
    expect(page.querySelector(".ending .content")?.textContent).toContain("Cyril is out of cards first and wins 2 tokens; Bára is second and wins 1.");
    expect(page.querySelectorAll(".opponent .out")).toHaveLength(2);
    expect([...page.querySelectorAll(".gain")].map((gain) => /[+]?\d/.exec(gain.textContent ?? "")?.[0])).toEqual(["+1", "+2"]);
  });

  test("of the only round there is no second line with the same numbers", async () => {
    const { page } = await show("three-over");
    expect(lines(page).map(([name]) => name)).not.toContain("this round");
    expect(page.querySelectorAll(".gain")).toHaveLength(0);
  });

  test("a game that declares no line tells its reasons in sentences", async () => {
    const { page, update } = await show("gap-round-over", generally);
    const told = update.ending?.events.filter(({ kind }) => kind.startsWith("score")) ?? [];
    expect(page.querySelectorAll(".ending .why p")).toHaveLength(told.length);
    expect(lines(page).at(-1)?.slice(1)).toEqual(["7", "3", "3", "0"]);
  });
});

describe("the tale of a game", () => {
  const TOTALS = [[1, 3], [2, 4], [6, 5], [7, 6]];

  test.each([
    [0, 3],
    [1, 5], // it is behind at the end
  ])("seat %s leads from round %s on", (seat, round) => expect(ledFrom(TOTALS, seat)).toBe(round));

  test.each([
    [0, "You win by 1. You led from round 3 on."],
    [1, "Eva wins by 1. Eva led from round 3 on."],
  ])("told to seat %s", (me, told) => {
    settings.change({ language: "en" });
    const { view } = fixture("gap-over");
    if (!view) throw new Error("no view");
    expect(taleOf({ totals: TOTALS, events: [] }, { ...view, round: 4, totals: [7, 6] }, [0], me, NAMES).join(" ")).toBe(told);
  });
});

test("several people at one device read names, nobody is spoken to", async () => {
  const { page, table, update } = await show("trop-over");
  table.receive({ type: "you", seats: [0, 1, 2], host: true, seat: 1, acts: true });
  table.receive({ ...update, view: update.view && { ...update.view, seat: 1 } });
  flushSync();
  expect(page.querySelector(".ending")?.textContent).not.toMatch(/\b(you|You)\b/);
  const told = [...page.querySelectorAll(".goal .name")].map((name) => name.textContent);
  expect(told).toEqual(namesAt(update.table?.seats, 4));
});

describe("beside the table", () => {
  test("one's own gain stands at one's own total, others' at their seats, and nowhere else", async () => {
    const { page } = await show("gap-round-over");
    expect(page.querySelectorAll(".goal .me .gain")).toHaveLength(1);
    expect(page.querySelectorAll(".gain")).toHaveLength(1 + page.querySelectorAll(".opponent .gain").length);
  });

  test("a round's end has its number; put away, a button brings it back; a gain on a seat says why", async () => {
    const { page, click } = await show("gap-round-over");
    expect(page.querySelector(".ending h2")?.textContent).toBe("End of round 1");
    expect(page.querySelector("main .felt")).not.toBeNull();
    click("Look at the table");
    expect(page.querySelector("section.ending")).toBeNull();
    click("Result");
    click("Look at the table");
    page.querySelector<HTMLElement>(".opponent .gain")?.click();
    flushSync();
    expect(page.querySelectorAll(".ending .reckoning td.pointed").length).toBeGreaterThan(0);
  });

  test("the chart is a table of numbers for who does not see it, and has no colour without a shape", async () => {
    const { page, update } = await show("gap-over");
    const rows = [...page.querySelectorAll(".ending figure tbody tr")].map((row) => [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent)));
    expect(rows).toEqual(update.ending?.totals);
    const shapes = [...page.querySelectorAll(".ending .key path")].map((path) => path.getAttribute("d"));
    expect(new Set(shapes).size).toBe(4);
    expect(page.querySelector(".confetti")).toBeNull(); // nothing is to move
  });

  test("TROP shows all hands when a round is scored (ALL-7)", async () => {
    const { page, update } = await show("trop-round-over");
    const shown = [...page.querySelectorAll(".opponent [data-zone^='hand:'] [data-card]")].length;
    const held = update.view?.zones.filter(({ name, seat }) => name === "hand" && seat !== 0).flatMap(({ cards }) => cards);
    expect(shown).toBe(held?.length);
    expect(shown).toBeGreaterThan(0);
  });
});

describe("on to the next round", () => {
  const INTERVAL = { gone_on: [], ends: null };

  test("alone: a press goes on", () => {
    const sent: Partial<ClientMessage>[] = [];
    const page = place(NextRound, { table: tableOf("gap-round-over", [0], { interval: INTERVAL }), send: (message: ClientMessage) => sent.push(message) });
    page.querySelector("button")?.click();
    expect(sent).toEqual([{ type: "go_on", seat: 0 }]);
  });

  test("among people: who is waited for is told, and how long", () => {
    const ends = performance.now() / 1000 + 8;
    const table = tableOf("gap-round-over", [0, 1, 2], { interval: { gone_on: [0], ends } }, [0, 1]);
    const page = place(NextRound, { table, send: () => undefined });
    expect(buttons(page)).toEqual([]);
    expect(page.textContent).toContain("Waiting for Adam"); // Bára is away
    expect(page.textContent).not.toContain("Bára");
    expect(page.querySelector("[role=timer]")?.textContent).toMatch(/^Next round in [78] s$/);
  });
});

describe("once more", () => {
  test("with nobody asking there is a rematch, a replay, another game", () => {
    const page = place(AfterGame, { table: tableOf("gap-over", [0, 1]) });
    expect(buttons(page)).toEqual(["Rematch", "Another game", "Replay", "Share the replay"]);
  });

  test("who is asked by another answers", () => {
    const page = place(AfterGame, { table: tableOf("gap-over", [0, 1], { rematch: "next", rematch_by: 1 }) });
    expect(page.textContent).toContain("Adam asks for a rematch.");
    expect(buttons(page)).toEqual(["No, thanks", "Join the rematch"]);
  });

  test("a spectator is asked nothing", () => {
    const table = tableOf("gap-over", [0, 1], { rematch: "next", rematch_by: 1 });
    table.receive({ type: "you", seats: [], host: false, seat: null, acts: true });
    expect(buttons(place(AfterGame, { table }))).not.toContain("Join the rematch");
  });

  test("a spectator follows to the rematch, if there is one", () => {
    const watched = (rematch: string | null): string[] => {
      const table = tableOf("gap-over", [0, 1], { rematch });
      table.receive({ type: "you", seats: [], host: false, seat: null, acts: true });
      const found = buttons(place(AfterGame, { table }));
      if (mounted) void unmount(mounted);
      return found;
    };
    expect(watched("next")).toEqual(["Watch the rematch", "Another game", "Replay", "Share the replay"]);
    expect(watched(null)).toEqual(["Another game", "Replay", "Share the replay"]);
  });

  test("before the shuffle the asker sees who is missing, and can cancel", () => {
    const page = place(Shuffling, { table: tableOf("gap-over", [0, 1, 2], { phase: "shuffling", ended: null, rematch_of: "before" }, [0, 2]) });
    expect(page.querySelector("[role=status]")?.textContent).toBe("Waiting for Adam");
    expect([...page.querySelectorAll("li.there > span:first-child")].map((name) => name.textContent)).toEqual(["Eva", "Bára"]);
    expect(buttons(page)).toEqual(["Cancel"]);
  });

  test("a shuffle says whose part it waits for", () => {
    const shuffle = { commitment: "00", waiting: [1], bots: [], promises: null, parts: null, aborted: [] };
    const page = place(Shuffling, { table: tableOf("gap-over", [0, 1], { phase: "shuffling", ended: null, shuffle }) });
    expect(page.textContent).toContain("waits for the part of: Adam");
  });
});
