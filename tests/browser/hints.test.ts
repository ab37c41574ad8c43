/** The lamp: three presses, three depths, by mouse, key and finger, without anything jumping; and the coach. */

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { violations } from "./axe";
import { House, PHONE } from "./house";
import { deeper, deepest, depth, effects } from "./lamp";
import { against, GAMES, gather, short, sitDown } from "./table";
import { byMouse, decide } from "./player";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

const lamp = (page: Page) => page.locator(".prompt .lamp");

/** Where the hand lies once it does not move any more: it measures itself a frame after its cards have changed. */
async function handAtRest(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const place = (): string => JSON.stringify(document.querySelector(".hand")?.getBoundingClientRect());
    let before = "";
    while (before !== place()) {
      before = place();
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    }
    return before;
  });
}

async function at(game: string, page: Page, more: object = {}): Promise<void> {
  await sitDown(page, { game, seats: against(2), options: short(game), ...more });
  await page.waitForSelector(".prompt.asked");
}

/** Until there is something to choose: a question may have one answer only. */
async function withChoice(page: Page): Promise<void> {
  do {
    await decide(page, byMouse);
    await page.waitForSelector(".prompt.asked");
  } while ((await page.locator(".usable, .prompt .buttons .button").count()) < 2);
}

test.each(GAMES)("%s: three presses tell what matters, what costs and what is best", async (game) => {
  const { page, errors } = await house.visit();
  await at(game, page);
  await withChoice(page);
  const before = await handAtRest(page);
  const click = () => lamp(page).click();
  const first = await deeper(page, click);
  expect(first).toMatch(/of your \d+ choices|about equally good|one choice only/);
  if ((await depth(page)) < 3) {
    const second = await deeper(page, click);
    expect(/turns? grey/.test(second)).toBe((await depth(page)) === 2);
  }
  await deepest(page, click);
  expect(await effects(page)).toMatch(/Best: .*Chance (to win|not to lose): \d+ % \(±\d+\)|one choice only/s);
  expect(await effects(page)).not.toContain("{");
  expect(await handAtRest(page)).toEqual(before); // nothing has jumped
  expect(await page.getByText("practice", { exact: true }).count()).toBe(1);
  expect(errors).toEqual([]);
});

test("the key h does the same, and a screen reader hears it", async () => {
  const { page } = await house.visit();
  await at("gap", page);
  await withChoice(page);
  await deeper(page, () => page.keyboard.press("h"));
  await expect.poll(() => page.locator(".looked-at").count()).toBeGreaterThan(0);
  await deepest(page, () => page.keyboard.press("h"));
  expect(await page.locator(".prompt [role=status]").innerText()).toContain("Best:");
  expect(await page.getByRole("button", { name: "Best, the hint says." }).count()).toBeGreaterThan(0);
  expect(await violations(page)).toEqual([]);
  await decide(page, byMouse);
  await page.waitForSelector(".prompt.asked");
  expect(await page.locator("[data-hint], .looked-at, .lit").count()).toBe(0); // another question
});

test("on a phone by touch, in Czech", async () => {
  const { page } = await house.visit("/", PHONE);
  await page.evaluate(() => localStorage.setItem("kartarna.settings", JSON.stringify({ motion: "none", pace: 0, language: "cs" })));
  await at("three", page);
  const before = await handAtRest(page);
  expect(await deepest(page, () => lamp(page).tap())).toContain("Nejlepší je: Zahrát:");
  expect(await handAtRest(page)).toEqual(before);
  expect(await violations(page)).toEqual([]);
});

test("among people there is no lamp, unless the table allows it", async () => {
  const none = await gather(house, { game: "gap" }, [{ name: "Bob" }]);
  for (const { page } of none.visits) expect(await lamp(page).count()).toBe(0);
  const { visits } = await gather(house, { game: "gap", hints: true, options: { starter: 1 } }, [{ name: "Bob" }]);
  const [eva, bob] = visits.map(({ page }) => page) as [Page, Page];
  await deeper(eva, () => lamp(eva).click());
  await expect.poll(() => bob.locator(".unseen[aria-live]").innerText()).toContain("Eva has a hint.");
  expect(await lamp(bob).count()).toBe(0); // it is not his turn
});

/** All frames of the coach, with its answers replaced: this decision is a mistake. */
async function strict(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      const message = JSON.parse(String(frame)) as { type: string; id: string; action?: number };
      if (message.type !== "coach" || message.action === undefined) return server.send(frame);
      const told = [{ kind: "coach_costs", facts: { points: 17 }, rule: null }];
      socket.send(JSON.stringify({ type: "hint", id: message.id, seq: asked, depth: 3, told, choices: { other: message.action }, look: null, costly: [] }));
    });
    let asked = 0;
    server.onMessage((frame) => {
      const message = JSON.parse(String(frame)) as { type: string; asked?: number };
      if (message.type === "update") asked = message.asked ?? 0;
      socket.send(frame);
    });
  });
}

test("the coach asks before a mistake: take it back, play anyway, or silence it", async () => {
  const { page } = await house.visit();
  await page.evaluate(() => localStorage.setItem("kartarna.settings", JSON.stringify({ motion: "none", pace: 0, coach: true })));
  await strict(page);
  await at("gap", page, { options: { rounds: 1, starter: 1 } });
  const hand = page.locator(".hand button");
  const before = await hand.count();
  await hand.first().click();
  await page.getByText("17 points of your chance").first().waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Take it back" }).click();
  expect(await hand.count()).toBe(before);
  await hand.first().click();
  await page.getByRole("button", { name: "Play anyway" }).click();
  await expect.poll(() => hand.count()).toBeLessThan(before);
  await page.waitForSelector(".prompt.asked");
  while (!(await page.$(".hand button.usable"))) { // which of the row's cards to take is a question of its own
    await decide(page, byMouse);
    await page.waitForSelector(".prompt.asked");
  }
  const left = await hand.count();
  await page.locator(".hand button.usable").first().click();
  await page.getByRole("button", { name: "Play, and silence the coach" }).click();
  await expect.poll(() => hand.count()).toBeLessThan(left);
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem("kartarna.settings") ?? "{}").coach)).toBe(false);
});

test("the settings have the coach, off; the last step of a course offers it, on", async () => {
  const { page } = await house.visit();
  await page.getByRole("button", { name: "Settings" }).first().click();
  const coach = page.getByRole("checkbox", { name: /Coach/ });
  await coach.waitFor();
  expect(await coach.isChecked()).toBe(false);
  await page.goto(`${house.url}/learn/gap#game`);
  await coach.waitFor();
  expect(await coach.isChecked()).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Play the game" }).click();
  await page.waitForSelector(".prompt.asked");
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem("kartarna.settings") ?? "{}").coach)).toBe(true);
});
