import { flushSync } from "svelte";
import { describe, expect, test } from "vitest";
import { scoreOf, signsOf } from "$games/gap/web/pad";
import { settings } from "$web/shell/settings.svelte";
import type { Choice } from "$web/protocol";
import { show } from "./fixture";

const cardsOf = (list: HTMLElement): string[] =>
  [...list.querySelectorAll<HTMLElement>("[data-card]")].map((spot) => spot.dataset["card"] ?? "");

describe("the board of GAP", () => {
  test("a row of six is shown whole, and every card of the hand says what it would take", async () => {
    const { named, update } = await show("gap-row-of-six");
    expect(cardsOf(named("row"))).toEqual(update.view?.zones.find((zone) => zone.name === "row")?.cards);
    expect(cardsOf(named("row"))).toHaveLength(6);
    for (const choice of update.options?.choices ?? []) {
      const label = [...document.querySelectorAll(`.hand [data-card="${choice.cards[0]}"]`)][0]?.getAttribute("aria-label");
      expect(label).toMatch(/You take|joins the row|will choose/);
    }
  });

  test("a hand can be sorted by colour, and back by number", async () => {
    const { page, click, update } = await show("gap-row-of-six");
    const hand = page.querySelector<HTMLElement>(".hand[role=group]") as HTMLElement;
    const byNumber = update.view?.zones.find((zone) => zone.name === "hand" && zone.seat === 0)?.cards ?? [];
    expect(cardsOf(hand)).toEqual(byNumber);
    click("by colour");
    expect(cardsOf(hand)).not.toEqual(byNumber);
    expect(cardsOf(hand).map((card) => "rgybp".indexOf(card.slice(-1)))).toEqual(byNumber.map((card) => "rgybp".indexOf(card.slice(-1))).sort());
    click("by colour");
    expect(cardsOf(hand)).toEqual(byNumber);
  });

  test("where the game goes to a number of points, a bar says how far each has come; otherwise there is none", async () => {
    const { page, table, update } = await show("gap-start");
    const { view } = update;
    if (!view) throw new Error("there is no view");
    expect(page.querySelectorAll(".goal .track")).toHaveLength(view.players);
    const { target: _target, ...facts } = view.facts;
    table.receive({ ...update, seq: update.seq + 1, events: [], view: { ...view, facts: { ...facts, rounds: 1 } } });
    flushSync();
    expect(page.querySelector(".goal")?.textContent).toContain("1 round; most points win");
    expect(page.querySelectorAll(".goal .track")).toHaveLength(0);
  });

  test("a click plays the card", async () => {
    const { click, decided } = await show("gap-start");
    const card = document.querySelector<HTMLElement>(".hand button")?.getAttribute("aria-label") ?? "";
    click(card);
    expect(decided.map((choice) => choice.cards[0])).toEqual([document.querySelector<HTMLElement>(".hand button")?.dataset["card"]]);
  });

  test("with confirmation the first tap shows what follows, the button plays", async () => {
    const { decided, page } = await show("gap-start");
    settings.change({ confirm: true });
    document.querySelector<HTMLElement>(".hand button")?.click();
    flushSync();
    expect(decided).toEqual([]);
    expect(page.querySelector(".effects")?.textContent).toMatch(/\S/);
    page.querySelector<HTMLElement>(".prompt .main")?.click();
    expect(decided).toHaveLength(1);
  });

  test("among equals the row offers its cards, and the hand says why it must wait", async () => {
    const { page, update, decided } = await show("gap-equals");
    const offered = update.options?.choices.map((choice) => choice.cards[0]) ?? [];
    const buttons = [...page.querySelectorAll<HTMLElement>("[data-zone=row] button")];
    expect(buttons.map((button) => button.closest<HTMLElement>("[data-card]")?.dataset["card"])).toEqual(offered);
    expect(page.querySelector(".hand button")?.getAttribute("aria-disabled")).toBe("true");
    expect(page.querySelector(".hand button")?.getAttribute("aria-label")).toContain("GAP-3");
    buttons[0]?.click();
    expect(decided.map((choice) => choice.action)).toEqual([update.options?.choices[0]?.action]);
  });

  test("what one is asked to choose is named", async () => {
    const { page } = await show("gap-equals");
    expect(page.querySelector(".prompt")?.textContent).toContain("Take one: blue 4, purple 4.");
  });

  test("a card that leaves a choice: what comes for certain is counted, what may come is marked too, and the total has its range", async () => {
    const { page, table, update } = await show("gap-six-players");
    const choice = update.options?.choices.find(({ effects }) => effects.some(({ kind }) => kind === "takes_besides"));
    const effects = choice?.effects.map((effect) => (effect.kind === "would_score" ? { ...effect, kind: "would_score_between", facts: { least: -1, most: 1 } } : effect));
    table.receive({ ...update, seq: update.seq + 1, kind: "sync", options: { refused: [], choices: [{ ...(choice as Choice), effects: effects ?? [] }] } });
    flushSync();
    const [certain, offered] = ["takes_besides", "takes_one_of"].map((kind) => choice?.effects.find((effect) => effect.kind === kind)?.facts["cards"] as { card: string }[]);
    page.querySelector(`.hand [data-card="${choice?.cards[0]}"]`)?.dispatchEvent(new Event("pointerenter"));
    flushSync();
    const marked = [...page.querySelectorAll<HTMLElement>("[data-zone=row] .marked")].map((spot) => spot.dataset["card"]).sort();
    expect(marked).toEqual([...(certain ?? []), ...(offered ?? [])].map(({ card }) => card).filter((card) => card !== choice?.cards[0]).sort());
    expect(page.querySelectorAll(".columns.large .more")).toHaveLength(new Set(certain?.map(({ card }) => card.slice(-1))).size); // by colour
    expect(page.querySelector(".columns.large .worth")?.textContent).toBe("−1 … 1");
  });

  test("typed notation plays", async () => {
    const { page, update, decided } = await show("gap-start");
    const field = page.querySelector<HTMLInputElement>(".prompt input");
    const choice = update.options?.choices.at(-1);
    if (!field || !choice) throw new Error("no field");
    field.value = choice.notation.toUpperCase();
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.form?.dispatchEvent(new SubmitEvent("submit", { cancelable: true, bubbles: true }));
    expect(decided).toEqual([choice]);
  });

  test("a spectator sees the table and no hand", async () => {
    const { page } = await show("gap-watched");
    expect(page.querySelector(".hand button")).toBeNull();
    expect(page.querySelectorAll(".opponent [data-zone^=taken]")).toHaveLength(3);
  });

  test("the end of a round explains every score with its rule", async () => {
    const { page, update } = await show("gap-round-over");
    const scores = update.events.filter((event) => event.rule === "GAP-8");
    expect(page.querySelectorAll('.ending tbody th a[href="/rules/gap#GAP-8"]')).toHaveLength(2); // most, fewest
    expect(page.querySelectorAll(".ending tbody td .number")).toHaveLength(2 * scores.length);
  });
});

describe("GAP-8", () => {
  test.each([
    { cards: [0, 0, 0, 0, 0], plus: 0, minus: 0 },
    { cards: [3, 1, 0, 0, 2], plus: 3, minus: 1 },
    { cards: [3, 3, 1, 1, 0], plus: 6, minus: 2 },
    { cards: [2, 2, 0, 2, 0], plus: 6, minus: 0 },
    { cards: [1, 1, 1, 1, 2], plus: 2, minus: 4 },
  ])("$cards count +$plus −$minus", ({ cards, plus, minus }) => {
    const signs = signsOf(cards);
    const of = (sign: number): number => cards.reduce((sum, number, place) => sum + (signs[place] === sign ? number : 0), 0);
    expect([of(1), of(-1), scoreOf(cards)]).toEqual([plus, minus, plus - minus]);
  });
});
