import { flushSync } from "svelte";
import { describe, expect, test } from "vitest";
import type { Choice } from "$web/protocol";
import { factCards, zone } from "$web/table/board";
import { settings } from "$web/shell/settings.svelte";
import { show } from "./fixture";

const all = (page: HTMLElement, selector: string): HTMLElement[] => [...page.querySelectorAll<HTMLElement>(selector)];
const cardsIn = (page: HTMLElement, name: string): string[] =>
  all(page, `[data-zone="${name}"] [data-card]`).map((spot) => spot.dataset["card"] ?? "");
const pointAt = (page: HTMLElement, card: string): void => {
  page.querySelector(`.hand [data-card="${card}"]`)?.dispatchEvent(new Event("pointerenter"));
  flushSync();
};
const takenBy = (choice: Choice): string[] =>
  choice.effects.filter((effect) => effect.kind.startsWith("takes")).flatMap((effect) => factCards(effect, "cards"));
const points = (choice: Choice | undefined): unknown =>
  choice?.effects.find((effect) => effect.kind === "would_score")?.facts["points"];

describe("the board of Tři je moc!", () => {
  test("rows show their start cards, their cards and four places", async () => {
    const { page, update } = await show("three-start");
    for (const row of [1, 2, 3]) {
      expect(cardsIn(page, `row_${row}`)).toEqual(update.view?.zones.find((zone) => zone.name === `row_${row}`)?.cards);
      expect(all(page, `[data-drop="row:${row}"] .place`)).toHaveLength(4);
    }
  });

  test("in full rows every card of the hand shows where it would go, and exactly what it would take", async () => {
    const { page, update } = await show("three-full-rows");
    for (const choice of update.options?.choices ?? []) {
      const [card = ""] = choice.cards;
      pointAt(page, card);
      const marked = all(page, ".lane li.taken").map((spot) => spot.dataset["card"]);
      expect(marked.length).toBeGreaterThan(0);
      expect(marked).toEqual(takenBy(choice));
      const lane = page.querySelector<HTMLElement>(".lane.goal");
      const numbers = all(lane ?? page, "li svg").map((svg) => Number(/\d+/.exec(svg.getAttribute("aria-label") ?? "")?.[0]));
      expect(numbers).toHaveLength(5);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      expect(numbers[all(lane ?? page, "li").findIndex((spot) => spot.classList.contains("ghost"))]).toBe(parseInt(card));
    }
  });

  test("the preview turns three of a colour face down in the collection and tells its worth", async () => {
    const { page, update } = await show("three-seven");
    const olive = (): string | null | undefined => page.querySelector(".collection.large li:last-child")?.getAttribute("aria-label");
    const choice = update.options?.choices.find((choice) => choice.notation === "33"); // takes three olive cards
    expect(choice?.effects.map((effect) => effect.kind)).toContain("turned");
    expect(olive()).toBe("olive: face up 1, face down 0");
    pointAt(page, "33t");
    expect(olive()).toBe("olive: face up 1, face down 3");
    expect(page.querySelector(".collection.large strong")?.textContent).toBe(String(points(choice)));
  });

  test("all seven colours have their column, pairs lie as pairs, and the bonus won lies by", async () => {
    const { page, update } = await show("three-seven");
    expect(all(page, ".collection.large li")).toHaveLength(7);
    expect(cardsIn(page, "face_up:0")).toEqual(update.view ? zone(update.view, "face_up", 0).cards : []);
    expect(cardsIn(page, "bonus:0")).toEqual(["+10"]);
    expect(cardsIn(page, "bonuses")).toEqual(["+7"]);
  });

  test("with confirmation a tap picks the card, and its ghost in the row plays it", async () => {
    const { page, decided, update } = await show("three-middle");
    settings.change({ confirm: true });
    page.querySelector<HTMLElement>('.hand [data-card="46r"]')?.click();
    flushSync();
    expect(decided).toEqual([]);
    page.querySelector<HTMLElement>(".lane.goal .ghost button")?.click();
    expect(decided).toEqual(update.options?.choices.filter((choice) => choice.notation === "46"));
  });

  test("the line with the goal has what the server says the collection is worth, not the total of later", async () => {
    const { page, update } = await show("three-seven");
    const worth = update.view?.facts["worth_1"];
    expect(update.view?.totals[0]).toBe(0);
    expect(worth).not.toBe(0);
    expect(page.querySelector(".goal .me strong")?.textContent).toBe(`${String(worth)} pts`);
  });

  test("every place that cards come from or go to is on the page once, except the columns of what lies face down", async () => {
    const { page } = await show("three-three");
    const seats = [0, 1, 2].flatMap((seat) => ["hand", "pile", "face_up", "bonus"].map((name) => `${name}:${seat}`));
    for (const place of ["deck", "bonuses", "row_1", "row_2", "row_3", "gone", "out", ...seats]) {
      expect(all(page, `[data-zone="${place}"]`), place).toHaveLength(1);
    }
    expect(all(page, '[data-zone="face_down:1"]')).toHaveLength(7);
  });

  test("the piles of the others say how many cards are in them", async () => {
    const { page, update } = await show("three-three");
    const count = update.view ? zone(update.view, "pile", 1).hidden : 0;
    expect(count).toBeGreaterThan(0);
    expect(page.querySelector('.opponent [data-zone="pile:1"]')?.textContent?.trim()).toBe(`pile: ${count}`);
  });

  test("a spectator sees rows and all collections, and no hand", async () => {
    const { page } = await show("three-watched");
    expect(page.querySelector(".hand button")).toBeNull();
    expect(all(page, ".opponent [data-zone^=face_up]")).toHaveLength(3);
  });

  test("at the end every line of the score has its rule", async () => {
    const { page, update } = await show("three-over");
    const kinds = new Set(update.events.filter((event) => event.rule === "THREE-15").map(({ kind }) => kind));
    expect(kinds.size).toBe(3);
    expect(all(page, '.ending a[href="/rules/three#THREE-15"]')).toHaveLength(kinds.size);
    expect(all(page, ".reckoning td .number").map((number) => number.textContent)).toContain("−18"); // face down
  });
});
