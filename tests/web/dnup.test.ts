import { flushSync } from "svelte";
import { describe, expect, test } from "vitest";
import { isMeantAt, placesOf } from "$games/dnup/web/sets";
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
    expect(labels).toEqual([
      "Adam, size 4, value 1",
      "Bára, size 1, value 7",
      "Cyril, size 2, value 5",
      "Dana, size 3, value 4",
      "Eva",
    ]);
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
    expect(all(shown.page, ".prompt .button").map((button) => button.textContent)).toEqual(["Turn the hand"]);
  });

  test("pointing at a card shows the set that it would send back, and where it would lie", async () => {
    const { page } = await show("dnup-many-sets");
    page.querySelector('.hand [data-card="10/2"]')?.dispatchEvent(new Event("pointerenter"));
    flushSync();
    expect(all(page, ".lying.leaves").map((set) => set.dataset["drop"])).toEqual(["set:2"]);
    expect(all(page, '[data-drop="set:0"] .ghost')).toHaveLength(1);
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
    expect(all(shown.page, '[data-drop="set_1:0"] .ghost')).toHaveLength(3);
    shown.click("Lay in area 1: 4/2, 4/2, 4/8");
    expect(shown.decided).toEqual([choiceOf(shown, "4/2 4/2 4/8")]);
  });

  test("two players have two areas each, and the one in turn is marked", async () => {
    const { page } = await show("dnup-two");
    expect(all(page, ".lying").map((set) => set.dataset["drop"])).toEqual(["set_1:1", "set_2:1", "set_1:0", "set_2:0"]);
    expect(all(page, ".lying.current").map((set) => set.dataset["drop"])).toEqual(["set_1:0"]);
    expect(page.querySelector(".question")?.textContent).toContain("Area 1");
    expect(page.querySelector(".tokens")?.getAttribute("aria-label")).toBe("rounds won: 0 of 2");
  });

  test("tokens spell the game", async () => {
    const { page } = await show("dnup-over");
    const spelt = all(page, ".tokens").map((tokens) => all(tokens, ".won").map((token) => token.textContent).join(""));
    expect(spelt).toEqual(["", "dnup", "dnu"]);
  });

  test("a spectator sees the sets, can press none, and sees no hand", async () => {
    const { page } = await show("dnup-watched");
    expect(all(page, ".opponent .lying")).toHaveLength(3);
    expect(page.querySelector(".hand button, .lying button")).toBeNull();
  });
});
