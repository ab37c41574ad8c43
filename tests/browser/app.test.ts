import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { House } from "./house";
import { byMouse, decide, playToTheEnd } from "./player";
import { look } from "./secrets";
import { against, sitDown } from "./table";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

test("one click on the tile starts a game", async () => {
  const { page, errors } = await house.visit();
  await page.getByRole("button", { name: "Play now: GAP" }).click();
  await page.waitForSelector(".prompt.asked");
  expect(await page.locator(".hand button").count()).toBe(6);
  expect(errors.filter((error) => !error.includes("401"))).toEqual([]);
});

test("the language is switched in the middle of a game: nothing is lost, and the old one is gone", async () => {
  const { page, frames } = await house.visit();
  await sitDown(page, { game: "gap", seats: against(2), options: { starter: 1 } });
  await page.waitForSelector(".prompt.asked");
  await decide(page, byMouse);
  await page.waitForSelector(".prompt.asked");
  const { zones } = await look(page, frames);
  await page.getByRole("button", { name: "Česky" }).click();
  await page.locator("aside").getByText("V ruce máš").waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("cs");
  expect(await page.locator("aside").innerText()).not.toMatch(/plays|In your hand|Round/);
  expect((await look(page, frames)).zones).toEqual(zones);
  await decide(page, byMouse); // and the game goes on
});

test("a finished game is played again, and looked at step by step", async () => {
  const { page, errors } = await house.visit();
  await sitDown(page, { game: "gap", seats: against(1), options: { rounds: 1 } });
  await playToTheEnd(page, byMouse);
  const replay = (await page.getAttribute(".ending a[href^='/replay/']", "href")) ?? "";
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/t/") && !replay.endsWith(url.pathname.slice(3)));
  await page.goto(new URL(replay, page.url()).href);
  await page.waitForSelector("input[type=range]");
  await page.keyboard.press("ArrowRight");
  await page.locator(".caption").getByText("plays").first().waitFor();
  await page.getByRole("button", { name: "This replay" }).click();
  await page.getByRole("button", { name: "Check the shuffle" }).click();
  await page.getByText("the part that this browser drew is in it").waitFor();
  await page.getByRole("button", { name: "Play on from here against bots" }).click();
  await page.waitForSelector(".hand button");
  expect(errors).toEqual([]);
});

test.each(["gap", "karma"])("%s on one device: after the curtain falls, nothing private is left in the page", async (game) => {
  const { page } = await house.visit(`/new/${game}/device`);
  await page.getByRole("spinbutton", { name: "Number of players" }).fill("2");
  await page.keyboard.press("Tab");
  await page.getByPlaceholder("name", { exact: true }).fill("Adam");
  await page.getByRole("button", { name: "Open the table" }).click();
  const curtain = page.getByRole("button", { name: "Show my cards" });
  const hide = page.getByRole("button", { name: "Hide my cards" });
  for (let turns = 0; turns < 6; turns++) {
    await curtain.click();
    await page.waitForSelector(".hand button");
    const hand = await page.locator(".hand button").evaluateAll((cards) => cards.map((card) => (card as HTMLElement).getAttribute("aria-label") ?? ""));
    expect(hand.length).toBeGreaterThan(2);
    while (!(await hide.isVisible())) {
      if (await page.$(".prompt.asked")) await decide(page, byMouse);
    }
    await page.waitForTimeout(300); // the curtain waits
    expect(await page.locator(".hand button").count()).toBeGreaterThan(2);
    await hide.click();
    await curtain.waitFor();
    const left = await page.evaluate(() => document.documentElement.outerHTML);
    expect(left).not.toMatch(/data-card|In your hand|class="card/);
    for (const card of hand) expect(left).not.toContain(`"${card}"`);
  }
});

test("score pad and rules work without a connection", async () => {
  const { page } = await house.visit();
  const kept = (): Promise<string> =>
    page.evaluate(async () => (await (await caches.open("kartarna-1")).keys()).map((request) => request.url).join(" "));
  const missing = (): Promise<string[]> =>
    page.evaluate(async () => {
      const loaded = performance.getEntriesByType("resource").map(({ name }) => name).filter((url) => url.includes("/assets/"));
      const found = await Promise.all(["/", ...loaded].map(async (url) => ((await caches.match(url)) ? [] : [url])));
      return found.flat();
    });
  await expect.poll(kept).toMatch(/(?=.*rules-en)(?=.*pads)(?=.*Pad-)(?=.*Rules-)(?=.*games\/dnup\/examples)/);
  await expect.poll(missing).toEqual([]); // the document and what was loaded before the worker came are kept last
  await page.context().setOffline(true);
  await page.goto(`${house.url}/pad/karma`);
  await page.getByRole("button", { name: "Start writing" }).waitFor();
  await page.goto(`${house.url}/rules/dnup#DNUP-9`);
  await page.getByText("add exactly one card").waitFor();
  await page.locator(".minute .scene svg.card").first().waitFor(); // its pictures too
});
