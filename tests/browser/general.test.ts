import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { HouseInfo } from "$web/protocol";
import { violations } from "./axe";
import { House, PHONE } from "./house";
import { byArrows, byMouse, byTouch, decide, playToTheEnd, type Press } from "./player";
import { leaksOn, look, namesOf, truthOf } from "./secrets";
import { against, short, sitDown } from "./table";

// Our games on the board that is meant for games without one of their own: `?general` shows it.
const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

const sitAtGeneral = (page: Page, game: string): Promise<{ id: string }> =>
  sitDown(page, { game, seats: against(2), options: short(game) }, "?general");
const PLAYED: [string, string, Press, typeof PHONE][] = [
  ["gap", "mouse", byMouse, {}],
  ["trop", "keyboard", byArrows, {}],
  ["three", "touch", byTouch, PHONE],
];

test.each(PLAYED)("%s is played to its end by %s", { timeout: 400_000 }, async (game, _by, press, device) => {
  const { page, errors } = await house.visit("/", device);
  await sitAtGeneral(page, game);
  await page.waitForSelector(".prompt.asked");
  expect(await page.locator(".board figure").count()).toBeGreaterThan(0); // the general one
  expect(await playToTheEnd(page, press)).toBeGreaterThan(3);
  expect(errors).toEqual([]);
});

test.each(["gap", "karma"])("axe finds nothing on %s, wide and on a phone, and nothing lies beyond its edges", async (game) => {
  const { page } = await house.visit();
  await sitAtGeneral(page, game);
  await page.waitForSelector(".prompt.asked");
  await decide(page, byMouse);
  await page.waitForSelector(".prompt.asked");
  expect(await violations(page)).toEqual([]);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await violations(page)).toEqual([]);
    const beyond = await page.locator(".board :is(figure, .opponent, .hand, [data-card])").evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().right > innerWidth).length);
    expect(beyond).toBe(0);
  }
});

test("it shows nothing that the seat must not know", async () => {
  const { page, frames } = await house.visit();
  const { id } = await sitAtGeneral(page, "karma");
  const names = await namesOf(page, "karma");
  const sights = [];
  for (let made = 0; made < 5; made++) {
    await page.waitForSelector(".prompt.asked");
    sights.push(await look(page, frames));
    await decide(page, byMouse);
  }
  const truth = truthOf(house, id, 0);
  const places = sights.map(({ zones, ...sight }) => ({ ...sight, zones: Object.fromEntries(Object.entries(zones).filter(([, cards]) => !cards.every((card) => card.startsWith("?")))) }));
  expect(places.flatMap((sight) => leaksOn(sight, truth, names))).toEqual([]);
});

test("a finished game is looked at step by step on it", async () => {
  const { page, errors } = await house.visit();
  await sitAtGeneral(page, "gap");
  await playToTheEnd(page, byMouse);
  const replay = (await page.getAttribute(".ending a[href^='/replay/']", "href")) ?? "";
  await page.goto(`${house.url}${replay}?general`);
  await page.waitForSelector(".opponent .open [data-card]"); // all cards are open
  expect(await page.locator(".opponent").count()).toBe(2); // one's own place is below
  expect(await page.locator("[data-zone='hand:0'] [data-card]").count()).toBeGreaterThan(0);
  await page.keyboard.press("ArrowRight");
  await page.locator(".caption").getByText("plays").first().waitFor();
  expect(await page.locator(".board figure").count()).toBeGreaterThan(0);
  expect(errors).toEqual([]);
});

describe("a game of which the app has nothing", () => {
  /** GAP under another name, as far as the pages before a table go. */
  async function disguised(page: Page): Promise<void> {
    await page.route("**/api/house", async (route) => {
      const told = (await (await route.fetch()).json()) as HouseInfo;
      const games = told.games.flatMap((game) => (game.id === "gap" ? [game, { ...game, id: "made_up", leads: { cs: { title: "Vymyšlená", lead: "" }, en: { title: "Made up", lead: "For 2–6 players. A test." } } }] : [game]));
      await route.fulfill({ json: { ...told, games } });
    });
    await page.route("**/api/games/made_up/**", async (route) => route.fulfill({ response: await route.fetch({ url: route.request().url().replace("made_up", "gap") }) }));
  }

  test("is in the lobby with its cards, has its rules and its form, and no score pad", async () => {
    const { page, errors } = await house.visit("/me");
    await disguised(page);
    await page.goto(house.url);
    const tile = page.locator("article", { hasText: "Made up" });
    await tile.locator(".leaf svg").first().waitFor();
    expect(await tile.innerText()).toContain("A test.");
    expect(await tile.getByRole("link", { name: "Score pad" }).count()).toBe(0);
    expect(await page.locator("article").count()).toBe(6);

    await tile.getByRole("link", { name: "Rules" }).click();
    await page.locator(".minute .scene svg.card").first().waitFor(); // its examples, drawn by the general parts
    await page.getByRole("button", { name: "Unfold all" }).click();
    await page.locator("#GAP-3 dd").waitFor();
    await page.locator("#ALL-1").waitFor();
    await page.goto(`${house.url}/new/made_up`);
    await page.getByRole("spinbutton", { name: "Number of players" }).waitFor();
    expect(await page.locator("h1").innerText()).toBe("Made up");
    expect(errors.filter((error) => !error.includes("401"))).toEqual([]);
  });
});
