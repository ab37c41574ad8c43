import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { House, PHONE } from "./house";
import { byArrows, byMouse, byTouch, decide, playToTheEnd, SET, toldOn, type } from "./player";
import { against, GAMES, short, sitDown } from "./table";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

describe.each(GAMES)("%s is played to its end", { timeout: 400_000 }, (game) => { // Karma can take 140 decisions
  const wish = { game, seats: against(2), options: short(game) };

  test("with the mouse", async () => {
    const { page, errors } = await house.visit();
    await sitDown(page, wish);
    expect(await playToTheEnd(page, byMouse)).toBeGreaterThan(3);
    expect(errors).toEqual([]);
  });

  test("with Tab, arrows and Enter", async () => {
    const { page, errors } = await house.visit();
    await sitDown(page, wish);
    expect(await playToTheEnd(page, byArrows)).toBeGreaterThan(3);
    expect(errors).toEqual([]);
  });

  test("on a phone, by touch alone", async () => {
    const { page, errors } = await house.visit("/", PHONE);
    await sitDown(page, wish);
    expect(await playToTheEnd(page, byTouch)).toBeGreaterThan(3);
    expect(errors).toEqual([]);
  });
});

test("whoever plays by keyboard is led from move to move: the focus stays among the cards", async () => {
  const { page } = await house.visit();
  await sitDown(page, { game: "gap", seats: against(1), options: short("gap") });
  await page.waitForSelector(".prompt.asked");
  await decide(page, byArrows);
  await page.waitForSelector(".prompt.asked");
  const place = (): Promise<string> => page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-zone]")?.dataset["zone"] ?? "nowhere");
  await expect.poll(place).toBe("hand:0");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("ArrowRight");
  expect(await place()).toBe("hand:0");
});

test("a game is played to its end by typing", async () => {
  const { page, errors } = await house.visit();
  await sitDown(page, { game: "gap", seats: against(2), options: short("gap") });
  expect(await playToTheEnd(page, byArrows, type)).toBeGreaterThan(3);
  expect(errors).toEqual([]);
});

describe("on a phone", () => {
  test("nothing is played by one tap on a card: it shows what would follow, and can be put back", async () => {
    const { page } = await house.visit("/", PHONE);
    await sitDown(page, { game: "gap", seats: against(2), options: short("gap") });
    await page.waitForSelector(".prompt.asked");
    await byTouch(page, ".hand .usable");
    await page.waitForSelector(".hand .picked");
    expect(await page.locator(".effects").innerText()).not.toBe("");
    expect(await page.locator(".hand button").count()).toBe(6);
    await page.getByRole("button", { name: "Put back" }).tap();
    expect(await page.locator(".hand .picked").count()).toBe(0);
    expect(await page.locator(".prompt.asked").count()).toBe(1);
  });

  test("a set of dnup is taken by two taps", async () => {
    const { page } = await house.visit("/", PHONE);
    await sitDown(page, { game: "dnup", seats: against(2) });
    for (let turns = 0; turns < 9 && !(await page.$(SET)); turns++) {
      await page.waitForSelector(".prompt.asked");
      if (!(await page.$(SET))) await decide(page, byTouch); // no set of another lies there yet
    }
    const taken = async (): Promise<number> => (await toldOn(page)).filter((line) => line.startsWith("You take the set")).length;
    const before = await taken();
    await byTouch(page, SET);
    await page.getByText("really?").waitFor();
    expect(await taken()).toBe(before);
    await byTouch(page, SET);
    await expect.poll(taken).toBe(before + 1);
  });
});
