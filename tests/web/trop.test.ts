import { flushSync } from "svelte";
import { describe, expect, test } from "vitest";
import { asked, outcome, spell } from "$games/trop/web/look";
import { settings } from "$web/shell/settings.svelte";
import { show } from "./fixture";

const text = (element: Element | null | undefined): string => (element?.textContent ?? "").replace(/\s+/g, " ").trim();
const badge = (card: HTMLElement | undefined): string => {
  const note = card?.querySelector<HTMLElement>(".then");
  return `${note?.dataset["then"]}${note?.dataset["trop"]}`;
};
const cards = (page: HTMLElement, zone: string): HTMLElement[] => [...page.querySelectorAll<HTMLElement>(`[data-zone="${zone}"] [data-card]`)];

describe("the board of TROP", () => {
  test("the dial shows the total, every card what it would make of it", async () => {
    const { page, named, update } = await show("trop-actions");
    expect(named("total of the row").getAttribute("aria-valuenow")).toBe(String(update.view?.facts["total"]));
    expect(cards(page, "hand:0").map((card) => [card.dataset["card"], badge(card)])).toEqual([
      ["5d", "9 … 25"],
      ["6", "23 trop!"],
    ]);
  });

  test("a card pointed at moves the dial, and says so in words", async () => {
    const { page } = await show("trop-actions");
    page.querySelector('[data-card="6"]')?.dispatchEvent(new Event("pointerenter"));
    flushSync();
    expect(text(page.querySelector(".dial .then"))).toMatch(/→ 23\s*trop!/);
    expect(text(page.querySelector(".effects"))).toContain("That is more than 21: you are trop.");
  });

  test("a tap on the deck draws; with confirmation the first tap only shows it", async () => {
    const { click, decided, page } = await show("trop-middle");
    settings.change({ confirm: true });
    click("Draw a card");
    expect(decided).toEqual([]);
    expect(text(page.querySelector(".effects"))).toContain("You then hold 3 cards.");
    click("Draw a card");
    expect(decided.map((choice) => choice.notation)).toEqual(["draw"]);
  });

  test("choosing: the row offers its cards with what is left, the one just played stays", async () => {
    const { page, update, decided, table } = await show("trop-choosing");
    const offered = update.options?.choices.map((choice) => choice.cards[0]);
    const buttons = [...page.querySelectorAll<HTMLElement>('[data-zone="row"] button')];
    expect(buttons.map((button) => button.closest<HTMLElement>("[data-card]")?.dataset["card"])).toEqual(offered);
    expect(cards(page, "row")).toHaveLength(buttons.length + 1);
    expect(badge(buttons[1])).toBe("4");
    expect(table.view && table.options && asked(table.view, table.options)).toBe("asked_discard");
    buttons[1]?.click();
    expect(decided.map((choice) => choice.cards[0])).toEqual(["5"]);
  });

  test("eight players: everybody is there with hand and points, and the way play goes", async () => {
    const { page, update } = await show("trop-eight");
    const players = [...page.querySelectorAll<HTMLElement>(".around .opponent")];
    expect(players.map((player) => player.getAttribute("aria-label"))).toHaveLength(7);
    expect([...page.querySelectorAll(".goal strong")].map(text)).toEqual(update.view?.totals.map((total) => `${total} pts`));
    expect(text(page.querySelector(".way"))).toBe("counter-clockwise");
  });

  test("the cards of the others lie before them: those that are known face up, the rest as backs", async () => {
    const { page, table, update } = await show("trop-actions");
    const zones = update.view?.zones.map((zone) => (zone.name === "hand" && zone.seat === 3 ? { ...zone, known: ["7"], hidden: 2 } : zone)) ?? [];
    table.receive({ ...update, ...(update.view && { view: { ...update.view, zones } }), seq: update.seq + 1 });
    flushSync();
    const held = (seat: number): string[] => [...page.querySelectorAll<HTMLElement>(`.held[data-zone="hand:${seat}"] .card`)].map((card) => card.getAttribute("aria-label") ?? "back");
    expect([held(1), held(3)]).toEqual([["back"], ["7", "back"]]);
  });

  test("one line says what ends the game and how far everyone is; scores stand nowhere else", async () => {
    const { page, update } = await show("trop-eight");
    expect(text(page.querySelector(".goal p"))).toContain("Play goes to 100 points");
    expect([...page.querySelectorAll<HTMLElement>(".goal .done")].map((done) => done.style.width)).toEqual(update.view?.totals.map((total) => `${total}%`));
    expect(text(page.querySelector("main"))).not.toContain("pts");
  });

  test("a spectator sees everybody and no hand", async () => {
    const { page } = await show("trop-watched");
    expect(page.querySelectorAll(".opponent")).toHaveLength(3);
    expect(page.querySelector(".hand button")).toBeNull();
  });
});

test("what a choice makes of the row comes from its effects alone", () => {
  const told = (kind: string, facts: Record<string, number> = {}) => ({ kind, facts, rule: null });
  const choice = (...effects: ReturnType<typeof told>[]) => ({ action: 1, notation: "", decision: told("play"), cards: [], effects });
  expect(outcome(choice(told("hand_then", { count: 2 })))).toBeNull();
  expect(outcome(choice(told("row_total", { total: -3 })))).toEqual({ least: -3, most: -3, trop: false });
  expect(spell({ least: -3, most: -3, trop: false })).toBe("−3");
  expect(outcome(choice(told("row_total_between", { least: 22, most: 25 }), told("trop")))?.trop).toBe(true);
});
