import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { House } from "./house";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

/** The score pad of a game, with these names; Adam starts where somebody must. */
async function openPad(game: string, names: string[]): Promise<Pad> {
  const { page } = await house.visit(`/pad/${game}`);
  await page.getByRole("button", { name: "Start writing" }).waitFor();
  while ((await page.getByRole("textbox", { name: /^Player/ }).count()) < names.length) await page.getByRole("button", { name: "Add a player" }).click();
  for (const [seat, name] of names.entries()) await page.getByLabel(`Player ${seat + 1}`, { exact: true }).fill(name);
  if (await page.getByLabel("First to play").count()) await page.getByLabel("First to play").selectOption("Adam");
  await page.getByRole("button", { name: "Start writing" }).click();
  return new Pad(page);
}

class Pad {
  constructor(readonly page: Page) {}

  press(name: string): Promise<void> {
    return this.page.getByRole("button", { name, exact: true }).click();
  }

  /** The part of the open sheet that is about a player. */
  of(name: string): Locator {
    return this.page.locator("dialog").getByRole("region", { name, exact: true });
  }

  async count(name: string, colour: string, cards: number): Promise<void> {
    for (let had = 0; had < cards; had++) await this.of(name).getByRole("button", { name: new RegExp(`^${colour}: \\d+, one more`) }).click();
  }

  async worth(name: string): Promise<string> {
    return this.of(name).locator("output").innerText();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.page.waitForSelector("tfoot td");
  }

  totals(): Promise<string[]> {
    return this.page.locator("tfoot td").allInnerTexts();
  }

  rounds(): Promise<number> {
    return this.page.locator("tbody tr").count();
  }

  says(): Promise<string> {
    return this.page.locator(".next").innerText();
  }
}

test("GAP: colours are counted, the next player starts, a round can be undone and mended", async () => {
  const pad = await openPad("gap", ["Eva", "Adam"]);
  expect(await pad.says()).toContain("Adam starts.");
  await pad.press("Write round 1");
  await pad.count("Eva", "red", 3);
  await pad.count("Eva", "green", 1);
  expect(await pad.worth("Eva")).toBe("2");
  await pad.count("Adam", "blue", 4);
  await pad.press("Write down");
  expect(await pad.totals()).toEqual(["2", "4"]);
  expect(await pad.says()).toContain("Eva starts.");

  await pad.press("Write round 2");
  await pad.count("Adam", "red", 2);
  await pad.press("Write down");
  expect(await pad.totals()).toEqual(["2", "6"]);
  await pad.press("Undo");
  expect(await pad.rounds()).toBe(1);
  await pad.reload();
  expect(await pad.totals()).toEqual(["2", "4"]);

  await pad.page.getByRole("button", { name: /round 1/i }).click();
  await pad.count("Eva", "red", 1);
  await pad.press("Write down");
  expect(await pad.totals()).toEqual(["3", "4"]);
});

test("Tři je moc!: collections are scored once, with pairs, triples and bonuses", async () => {
  const pad = await openPad("three", ["Eva", "Adam"]);
  await pad.press("Count the collections");
  await pad.count("Eva", "red", 2); // a pair: 5
  await pad.count("Eva", "olive", 3); // a triple: −3
  await pad.of("Eva").getByLabel("colour bonus").fill("7");
  expect(await pad.worth("Eva")).toBe("9");
  await pad.of("Adam").getByLabel("colour bonus").fill("4");
  await pad.page.getByText("A colour bonus is 10, 7, 5 or 3").waitFor();
  expect(await pad.page.getByRole("button", { name: "Write down" }).isDisabled()).toBe(true);
  await pad.of("Adam").getByLabel("colour bonus").fill("0");
  await pad.press("Write down");
  expect(await pad.totals()).toEqual(["9", "0"]);
  expect(await pad.says()).toContain("Eva");
  await pad.reload();
  expect(await pad.totals()).toEqual(["9", "0"]);
  expect(await pad.page.getByRole("button", { name: "Count the collections" }).count()).toBe(0);
});

test("TROP: whoever was trop scores nothing and starts the next round", async () => {
  const pad = await openPad("trop", ["Eva", "Adam", "Bob"]);
  await pad.press("Write round 1");
  for (const [name, sum] of [["Eva", "12"], ["Adam", "20"], ["Bob", "-3"]] as const) await pad.of(name).getByLabel("sum of the hand").fill(sum);
  await pad.of("Eva").getByLabel("trop").check();
  expect(await pad.worth("Eva")).toBe("0");
  await pad.press("Write down");
  expect(await pad.totals()).toEqual(["0", "20", "−3"]);
  expect(await pad.says()).toContain("Eva starts.");
  await pad.reload();
  expect(await pad.says()).toContain("Eva starts.");
});

test("dnup: tokens for the first and the second, and four of them win", async () => {
  const pad = await openPad("dnup", ["Eva", "Adam", "Bob"]);
  expect(await pad.says()).toBe("Whoever is dealt the star card starts.");
  for (const round of [1, 2]) {
    await pad.press(`Write round ${round}`);
    await pad.of("Eva").getByLabel("first without cards").check();
    await pad.of("Bob").getByLabel("second without cards").check();
    await pad.press("Write down");
  }
  expect(await pad.totals()).toEqual(["4", "0", "2"]);
  expect(await pad.says()).toBe("The winner: Eva.");
  await pad.press("Undo");
  expect(await pad.totals()).toEqual(["2", "0", "1"]);
  await pad.reload();
  expect(await pad.totals()).toEqual(["2", "0", "1"]);
});

test("Karma: losses are counted", async () => {
  const pad = await openPad("karma", ["Eva", "Adam"]);
  for (const [round, loser] of [[1, "Adam"], [2, "Adam"], [3, "Eva"]] as const) {
    await pad.press(`Write round ${round}`);
    await pad.of(loser).getByLabel("left with cards").check();
    await pad.press("Write down");
  }
  expect(await pad.totals()).toEqual(["1", "2"]);
  await pad.press("Undo");
  expect(await pad.totals()).toEqual(["0", "2"]);
  await pad.reload();
  expect(await pad.totals()).toEqual(["0", "2"]);
  await pad.press("New game");
  expect(await pad.page.getByLabel("Player 1", { exact: true }).inputValue()).toBe("Eva"); // the names stay
});
