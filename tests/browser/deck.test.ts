import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { House, PHONE } from "./house";
import { byMouse, decide } from "./player";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();
const ready = (page: Page): Promise<void> => page.getByText("One can play with this deck.").waitFor();
const ours = (errors: string[]): string[] => errors.filter((error) => !error.includes("401"));

describe("the deck editor", () => {
  test("begins with the game's deck, says what is wrong by which rule, and a table is played with the result", async () => {
    const { page, errors } = await house.visit("/rules/trop");
    await page.getByRole("link", { name: "A deck of your own" }).click();
    await ready(page);
    expect(await violations(page)).toEqual([]);
    await press(page, "−3: one more");
    await page.getByText("these copies make 91").waitFor();
    expect(await page.locator(".standing a.rule").innerText()).toBe("TROP-1");
    expect(await page.getByRole("button", { name: "Play with it" }).isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "12: one less" }).click();
    await ready(page);
    await page.getByLabel("Name of the deck").fill("More below zero");
    await page.getByLabel("Name of the deck").press("Enter");
    await ready(page);
    const saved = page.waitForEvent("download");
    await press(page, "Save as a file");
    expect(readFileSync(await (await saved).path(), "utf8")).toMatch(/name = "More below zero"[^]*-3 = 8\n[^]*\n12 = 2\n/);

    await press(page, "Play with it");
    expect(await page.getByRole("combobox", { name: "Deck" }).locator("option:checked").innerText()).toBe("your own: More below zero");
    expect(await page.getByText("Anyone may sit down").count()).toBe(0); // such a table is never public
    await page.getByLabel("Your name").fill("Eva");
    await press(page, "Number of players: one less");
    await page.getByRole("group", { name: "Player 2" }).getByText("bot", { exact: true }).click();
    await page.getByRole("spinbutton", { name: "Level of the bot on seat 2" }).press("ArrowDown");
    await press(page, "Open the table");
    await page.locator(".own-deck").waitFor();
    for (let turn = 0; turn < 2; turn++) {
      await page.waitForSelector(".prompt.asked", { timeout: 60_000 }); // a bot thinks in between
      await decide(page, byMouse);
    }
    expect(ours(errors)).toEqual([]);
  });

  test("keeps what was made, takes any text, and begins again", async () => {
    const { page, errors } = await house.visit("/deck/dnup", PHONE);
    await ready(page);
    const text = page.getByLabel("The deck as text (a TOML file)");
    await page.getByText("The deck as text (a TOML file)").click();
    const whole = await text.inputValue();
    await text.fill(whole.replace('"1/6", "1/6"', '"1/6", "1/2"'));
    await expect.poll(() => page.evaluate(() => localStorage.getItem("kartarna.deck.dnup"))).toContain("1/2");
    await page.reload();
    await ready(page);
    const cards = page.getByRole("group", { name: "Always" }).getByRole("textbox");
    expect(await cards.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))).toContain("1/2");
    await page.getByText("The deck as text (a TOML file)").click();
    for (const [wrong, told] of [["star = ", "not TOML"], [whole.replace('star = "1/5"', 'star = "9/10"'), "DNUP-5"], [whole.replace('"2/4", ', ""), "a list of 26 cards"]] as const) {
      await text.fill(wrong);
      await page.locator(".standing").getByText(told).waitFor();
    }
    expect(await violations(page)).toEqual([]);
    await press(page, "Again from the game's deck");
    await ready(page);
    expect(await text.inputValue()).toBe(whole);
    expect(ours(errors)).toEqual([]);
  });

  test("tells in Czech, too, what is wrong", async () => {
    const { page } = await house.visit("/deck/karma", { locale: "cs-CZ" });
    await page.getByText("S tímhle balíčkem se dá hrát.").waitFor();
    await page.getByRole("button", { name: "Daruj balíček: o jednu víc" }).click();
    await page.getByText("balíček má 60 karet, tenhle jich má 61").waitFor();
    expect(await page.locator(".standing a.rule").innerText()).toBe("KARMA-1");
  });

  test("opens a file, and refuses one that is none", async () => {
    const { page } = await house.visit("/deck/gap");
    await ready(page);
    const file = page.locator("input[type=file]");
    await file.setInputFiles({ name: "x.toml", mimeType: "application/toml", buffer: Buffer.from("#".repeat(20_000)) });
    await page.getByText("too large for a deck").waitFor();
    await file.setInputFiles({ name: "x.toml", mimeType: "application/toml", buffer: Buffer.from('game = "trop"\nname = "x"\n') });
    await page.getByText('this must be a deck of "gap"').waitFor();
  });
});

describe("the laboratory", () => {
  test("tries a house rule out and opens a table with it", async () => {
    const { page, errors } = await house.visit("/lab/trop");
    const hand = page.getByRole("spinbutton", { name: /most cards in hand/ });
    await press(page, "Try it out");
    await page.getByText("These are the rules of the game.").waitFor();
    await hand.fill("1");
    await hand.press("Enter");
    await press(page, "Try it out");
    const found = page.getByRole("region", { name: "What it did" });
    await found.getByRole("row", { name: "Length: rounds" }).waitFor({ timeout: 60_000 });
    expect(await found.getByRole("heading").first().innerText()).toMatch(/most cards in hand .*: 1$/);
    expect(await violations(page)).toEqual([]);
    await press(page, "Open a table with these rules");
    await page.waitForURL(/new\/trop/);
    expect(await hand.inputValue()).toBe("1");
    expect(errors.filter((error) => !error.includes("401") && !error.includes("nothing_changed") && !error.includes("400"))).toEqual([]);
  });

  test("shows a report of kartarna lab, with a deck that tables can then have", async () => {
    const { page } = await house.visit("/lab");
    const some = { mean: 0.5, low: 0.4, high: 0.6 };
    const measure = { name: "share of skill", bots: "strong and greedy", percent: true, against: some, changed: some, difference: some, clear: true };
    const deck = await page.evaluate(async () => ((await (await fetch("/api/games/gap/deck")).json()) as { data: object }).data);
    const changed = { label: "deck “Mine”", options: {}, deck: { ...deck, name: "Mine" } };
    const report = { game: "gap", players: 3, seed: 1, games_each: { strong: 9 }, against: { label: "by the rules", options: {}, deck: null }, changed, measures: [measure], by_place: {} };
    const file = page.locator("input[type=file]");
    await file.setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("{}") });
    await page.getByText("This is no report").waitFor();
    await file.setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(report)) });
    await page.getByRole("row", { name: "Share of skill" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await press(page, "Open a table with these rules");
    expect(await page.getByRole("combobox", { name: "Deck" }).locator("option:checked").innerText()).toBe("your own: Mine");
  });
});
