import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { violations } from "./axe";
import { House, PHONE } from "./house";
import { deepest } from "./lamp";
import { byArrows, byMouse, byTouch, decide, playToTheEnd, type Press } from "./player";
import { against, sitDown } from "./table";

// Brod (examples/brod) is installed with pip, in plain Python: the app was built without knowing of it.
const house = new House();
beforeAll(() => house.open("tests.examples.with_brod"), 120_000);
afterEach(() => house.empty());
afterAll(() => house.close());

const PLAYED: [string, Press, typeof PHONE][] = [
  ["mouse", byMouse, {}],
  ["keyboard", byArrows, {}],
  ["touch on a phone", byTouch, PHONE],
];

test.each(PLAYED)("is played to its end by %s, and its replay proves the shuffle", { timeout: 240_000 }, async (_by, press, device) => {
  const { page, errors } = await house.visit("/", device);
  await sitDown(page, { game: "brod", seats: against(2), options: { rounds: 1 } });
  expect(await playToTheEnd(page, press)).toBeGreaterThan(5);
  const replay = (await page.getAttribute(".ending a[href^='/replay/']", "href")) ?? "";
  await page.goto(house.url + replay);
  await page.waitForSelector(".opponent .open [data-card]"); // all cards are open
  await page.getByRole("button", { name: "This replay" }).click();
  await page.getByRole("button", { name: "Check the shuffle" }).click();
  await page.getByText("It is right: every deal follows").waitFor(); // the layout came from the package, the words from the key
  expect(errors).toEqual([]);
});

test("previews what a card does, refuses with its rule, and axe finds nothing", async () => {
  const { page, errors } = await house.visit();
  await sitDown(page, { game: "brod", seats: against(1) });
  await page.waitForSelector(".prompt.asked");
  expect(await violations(page)).toEqual([]);
  await page.locator(".hand .usable").first().hover();
  await page.locator(".prompt .effects").waitFor();
  await decide(page, byMouse);
  expect(errors).toEqual([]);
});

test("has hints of all depths, without telling events", async () => {
  const { page, errors } = await house.visit();
  await sitDown(page, { game: "brod", seats: against(1) });
  await page.waitForSelector(".prompt.asked");
  expect(await deepest(page, () => page.keyboard.press("h"))).toMatch(/Best: .*Chance to win: \d+ %/);
  expect(await page.locator('[data-hint="best"]').count()).toBeGreaterThan(0);
  expect(await violations(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test("is in the lobby, with its rules in both languages", async () => {
  const { page } = await house.visit();
  await page.locator("article", { hasText: "Brod" }).getByRole("link", { name: "Rules" }).click();
  await page.getByRole("button", { name: "Unfold all" }).click();
  await page.locator("#BROD-4 dd").waitFor();
  expect(await page.locator(".minute, .others").count()).toBe(0); // it has no examples
  await page.getByRole("button", { name: "Česky" }).click();
  await page.getByRole("button", { name: "Rozbalit vše" }).click();
  await page.locator("#BROD-4 dd").waitFor();
});
