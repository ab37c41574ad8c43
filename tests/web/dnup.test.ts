import { flushSync } from "svelte";
import { describe, expect, test } from "vitest";
import { isMeantAt, lanesOf, placesOf, type Place, type Shown as ShownSet } from "$games/dnup/web/sets";
import type { Choice, View } from "$web/protocol";
import { settings } from "$web/shell/settings.svelte";
import { show, type Shown } from "./fixture";

const all = (page: HTMLElement, selector: string): HTMLElement[] => [...page.querySelectorAll<HTMLElement>(selector)];
const cardsIn = (page: HTMLElement, name: string): string[] =>
  all(page, `[data-zone="${name}"] [data-card]`).map((spot) => spot.dataset["card"] ?? "");
const setButton = (page: HTMLElement, name: string): HTMLElement | null => page.querySelector(`[data-drop="${name}"] button`);
const places = (view: View) => Array.from({ length: view.players }, (_, seat) => placesOf(view, seat)).flat();

function press(page: HTMLElement, ...cards: string[]): void {
  for (const card of cards) {
    all(page, `.hand [data-card="${card}"]`).find((spot) => spot.getAttribute("aria-pressed") === "false")?.click();
    flushSync();
  }
}

function choiceOf({ update }: Shown, notation: string): Choice {
  const choice = update.options?.choices.find((choice) => choice.notation === notation);
  if (!choice) throw new Error(`no choice ${notation}`);
  return choice;
}

describe("the board of dnup", () => {
  test("as many sets as can lie show their cards, size and value", async () => {
    const { page, update } = await show("dnup-many-sets");
    for (const { name, seat, cards } of update.view?.zones.filter((zone) => zone.name === "set") ?? []) {
      expect(cardsIn(page, `${name}:${seat}`)).toEqual(cards);
    }
    const labels = all(page, ".lying").map((set) => set.getAttribute("aria-label"));
    expect(labels).toEqual(["Bára, one card of value 7", "Cyril, 2 cards of value 5", "Dana, 3 cards of value 4", "Adam, 4 cards of value 1"]);
  });

  test("every size has a lane of its own, which says what value it takes", async () => {
    const { page } = await show("dnup-many-sets");
    const heads = all(page, ".lane").map((lane) => [lane.getAttribute("aria-label"), lane.querySelector(".needs")?.textContent]);
    expect(heads).toEqual([
      ["1 card", "over 7"],
      ["2 cards", "over 5"],
      ["3 cards", "over 4"],
      ["4 cards", "over 1"],
      ["5 or more", "free"],
    ]);
    expect(all(page, ".lane").map((lane) => all(lane, ".far .lying").map((set) => set.dataset["drop"]))).toEqual([["set:2"], ["set:3"], ["set:4"], ["set:1"], []]);
  });

  test("while a beaten set still lies there, its lane takes what beats the higher one", async () => {
    const { page, table, update } = await show("dnup-many-sets");
    const zones = update.view?.zones.map((zone) => (zone.name === "set" && zone.seat === 0 ? { ...zone, cards: ["8/1"] } : zone)) ?? [];
    table.receive({ ...update, kind: "sync", seq: update.seq + 1, view: update.view && { ...update.view, zones } });
    flushSync();
    expect(page.querySelector(".lane .needs")?.textContent).toBe("over 8");
    expect(all(page, ".lane").map((lane) => all(lane, ".nothing").length)).toEqual([0, 1, 1, 1, 1]); // places for sets of one's own
  });

  test("only what can be laid or added lights up; the rest says why not", async () => {
    const { page, update } = await show("dnup-many-sets");
    const lit = all(page, ".hand .usable").map((spot) => spot.dataset["card"]);
    expect(lit).toEqual(["4/7", "8/1", "9/1", "10/2"]);
    const dark = page.querySelector('.hand [data-card="6/7"]');
    expect(dark?.getAttribute("aria-label")).toContain("DNUP-8: A set of size 1 and value 7 lies on the table");
    expect(update.options?.refused.map((refused) => refused.card)).toContain("6/7");
  });

  test("a set is taken by pressing it, twice where a confirmation is wanted", async () => {
    const shown = await show("dnup-many-sets");
    settings.change({ confirm: true });
    const button = setButton(shown.page, "set:4");
    expect(button?.getAttribute("aria-label")).toContain("Take the set (Dana): 4/3, 4/6, 4/8");
    button?.click();
    flushSync();
    expect(shown.decided).toEqual([]);
    expect(button?.textContent).toBe("really?");
    button?.click();
    expect(shown.decided).toEqual([choiceOf(shown, "take 5")]);
    expect(all(shown.page, ".prompt .button")).toEqual([]);
  });

  test("the hand is turned beside it, and shows before what it would be", async () => {
    const shown = await show("dnup-many-sets");
    const turn = shown.named("Turn the hand");
    turn.dispatchEvent(new Event("pointerenter"));
    flushSync();
    expect(shown.page.querySelector(".turning > .hand")).not.toBeNull();
    turn.click();
    expect(shown.decided).toEqual([choiceOf(shown, "turn")]);
  });

  test("pointing at a card shows the set that it would send back, and where it would lie", async () => {
    const { page } = await show("dnup-many-sets");
    page.querySelector('.hand [data-card="10/2"]')?.dispatchEvent(new Event("pointerenter"));
    flushSync();
    expect(all(page, ".lying.beaten").map((set) => set.dataset["drop"])).toEqual(["set:2"]);
    const facing = page.querySelector<HTMLElement>(".lane:has(.beaten) .near .ghost");
    expect(facing?.dataset["drop"]).toBe("set:0");
    expect(all(page, ".lane.lit").map((lane) => lane.getAttribute("aria-label"))).toEqual(["1 card"]);
  });

  test("a set that would grow is shown in the lane of its new size, before the one that it beats", async () => {
    const { page } = await show("dnup-many-sets");
    page.querySelector('.hand [data-card="4/7"]')?.dispatchEvent(new Event("pointerenter"));
    flushSync();
    expect(all(page, ".lying.grows").map((set) => set.dataset["drop"])).toEqual(["set:4"]);
    const lane = page.querySelector<HTMLElement>('.lane[aria-label="4 cards"]');
    expect(lane && all(lane, ".near .ghost").map((set) => [set.dataset["drop"], all(set, "li").length])).toEqual([["set:4", 4]]);
    expect(lane && all(lane, ".far .beaten").map((set) => set.dataset["drop"])).toEqual(["set:1"]);
  });

  test("a picked card is added by pressing the set it fits", async () => {
    const shown = await show("dnup-many-sets");
    settings.change({ confirm: true });
    press(shown.page, "4/7");
    expect(all(shown.page, ".lying.target").map((set) => set.dataset["drop"])).toEqual(["set:4"]);
    setButton(shown.page, "set:4")?.click();
    expect(shown.decided).toEqual([choiceOf(shown, "+4/7 >5")]);
  });

  test("letting go of a card: on a set it is added, on the table it is laid", async () => {
    const shown = await show("dnup-two");
    const view = shown.update.view;
    if (!view) throw new Error("no view");
    const [adds, lays] = [choiceOf(shown, "+3/5 >2.1"), choiceOf(shown, "9/2")];
    expect(["set_1:1", "seat:1", "set_2:1", "table"].map((target) => isMeantAt(adds, target, places(view)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(["table", "set_1:0", "set_2:0", "set_2:1"].map((target) => isMeantAt(lays, target, places(view)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test("several cards of one value make a set", async () => {
    const shown = await show("dnup-two");
    press(shown.page, "4/2", "4/2", "4/8");
    expect(shown.decided).toEqual([]);
    expect(all(shown.page, '.ghost[data-drop="set_1:0"] li')).toHaveLength(3);
    shown.click("Lay in area 1: 4/2, 4/2, 4/8");
    expect(shown.decided).toEqual([choiceOf(shown, "4/2 4/2 4/8")]);
  });

  test("of cards that can do nothing alone it is said that others must join them", async () => {
    const shown = await show("dnup-two");
    const told = (): string => shown.page.querySelector(".prompt .effects")?.textContent ?? "";
    press(shown.page, "1/5");
    expect(told()).toContain("pick another card with it");
    press(shown.page, "1/7", "1/8");
    expect(told()).not.toContain("pick another card with it");
  });

  test("picked cards are laid by pressing the place where they would lie", async () => {
    const shown = await show("dnup-two");
    press(shown.page, "4/2", "4/2", "4/8");
    shown.page.querySelector<HTMLElement>(".ghost button")?.click();
    expect(shown.decided).toEqual([choiceOf(shown, "4/2 4/2 4/8")]);
  });

  test("sets of one size face each other: one's own is near, else the higher", () => {
    const place = (seat: number, cards: string[]): Place => ({ zone: "set", seat, cards });
    const [others, mine] = [lanesOf([place(1, ["3/9"]), place(2, ["7/4"])], [], 0), lanesOf([place(0, ["3/9"]), place(2, ["7/4"])], [], 0)];
    const seats = (side: ShownSet[] = []): number[] => side.map(({ place }) => place.seat);
    expect([seats(others[0]?.far), seats(others[0]?.near)]).toEqual([[1], [2]]);
    expect([seats(mine[0]?.far), seats(mine[0]?.near)]).toEqual([[2], [0]]);
  });

  test("the last lane has all larger sets", () => {
    const cards = (count: number): string[] => Array.from({ length: count }, () => "6/1");
    const lanes = lanesOf([5, 7, 2].map((size, seat) => ({ zone: "set", seat, cards: cards(size) })), [], null);
    expect(lanes.map(({ far, near }) => [...far, ...near].map(({ place }) => place.seat))).toEqual([[], [2], [], [], [0, 1]]);
  });

  test("two players have two areas each, and the one in turn is marked", async () => {
    const { page } = await show("dnup-two");
    expect(all(page, ".area").map((area) => area.dataset["drop"])).toEqual(["set_1:1", "set_2:1", "set_1:0", "set_2:0"]);
    expect(all(page, ".area.current").map((area) => area.dataset["drop"])).toEqual(["set_1:0"]);
    expect(all(page, ".area").map((area) => area.textContent)).toEqual(["area 1 2 cards of 3", "area 2 1 card of 1", "area 1 –", "area 2 –"]);
    expect(all(page, ".lying .note").map((note) => note.textContent)).toEqual(["2", "1"]); // by size: the single card, the pair
    expect(page.querySelector(".question")?.textContent).toContain("Area 1");
    expect(page.querySelector(".tokens")?.getAttribute("aria-label")).toBe("rounds won: 0 of 2");
  });

  test("tokens spell the game", async () => {
    const { page } = await show("dnup-over");
    const spelt = all(page, ".tokens").map((tokens) => all(tokens, ".won").map((token) => token.textContent).join(""));
    expect(spelt).toEqual(["", "dnup", "dnu"]);
  });

  test("a spectator sees the sets, can press none, and sees no hand", async () => {
    const { page, update } = await show("dnup-watched");
    expect(all(page, ".opponent")).toHaveLength(update.view?.players ?? 0);
    const lying = update.view?.zones.filter(({ name, cards }) => name === "set" && cards.length > 0) ?? [];
    expect(all(page, ".lying").map((set) => set.dataset["drop"]).sort()).toEqual(lying.map(({ seat }) => `set:${seat}`).sort());
    expect(page.querySelector(".hand button, .lying button")).toBeNull();
  });
});
