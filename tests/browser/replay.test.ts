import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Replay, ReplayStep } from "$web/protocol";
import { askPython, House, PHONE } from "./house";
import { byTouch, playToTheEnd } from "./player";
import { against, GAMES, short, sitDown } from "./table";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

/** The record of a game of three, as a file that somebody has kept. */
function recordOf(game: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "kartarna-"));
  askPython("kartarna", "simulate", game, "--players", "3", "--games", "1", "--seed", "1", "--records", folder, "--json");
  const [line] = readFileSync(join(folder, readdirSync(folder)[0] ?? ""), "utf-8").split("\n");
  return Buffer.from(line ?? "");
}

/** The hands of all seats, as the page shows them: one below, all others at their places. */
function shown(page: Page): Promise<string[][]> {
  const cards = ".opponent :is(.known, .held) [data-card], .hand [data-card]";
  return page.evaluate((cards) => {
    const places = [...document.querySelectorAll<HTMLElement>("main :is(.opponent, .hand)")].filter((place) => !place.matches(".opponent .hand"));
    const seatOf = (place: HTMLElement): number => Number((place.dataset["drop"] ?? place.dataset["zone"] ?? "").split(":")[1]);
    return places
      .sort((one, other) => seatOf(one) - seatOf(other))
      .map((place) => [...place.querySelectorAll<HTMLElement>(place.matches(".hand") ? "[data-card]" : cards)].map((card) => card.dataset["card"] ?? "").sort());
  }, cards);
}

async function bottom(page: Page, part: string): Promise<number> {
  const box = await page.locator(part).boundingBox();
  return (box?.y ?? 0) + (box?.height ?? 0);
}

function hands(step: ReplayStep): string[][] {
  return step.view.zones.filter(({ name }) => name === "hand").map(({ cards }) => [...cards].sort());
}

describe.each(GAMES)("%s", (game) => {
  test("a record is looked at with all cards open: the hand of every player on the table, not in words", async () => {
    const { page, answers, errors } = await house.visit("/replay");
    await page.setInputFiles("input[type=file]", { name: `${game}.json`, mimeType: "application/json", buffer: recordOf(game) });
    await page.waitForSelector("input[type=range]");
    const replay = JSON.parse(answers.find(({ path }) => path === "/api/replay")?.body ?? "") as Replay;
    expect(await page.locator("main > * .hand[role=group]").count()).toBe(1); // a place is below, as at a table
    for (const place of [0, 5, 6]) {
      await page.locator("input[type=range]").fill(String(place));
      const step = replay.steps[place];
      if (!step) throw new Error("the game is too short");
      await expect.poll(() => shown(page)).toEqual(hands(step));
    }
    await page.locator("input[type=range]").fill("0");
    await expect.poll(() => page.locator(".caption").innerText()).toContain("begins. First to play");
    expect(await page.locator(".caption").innerText()).not.toContain("In your hand");
    expect(errors).toEqual([]);
  });
});

test("a step forward is played out as its events say; a step back, and a jump, are just shown", async () => {
  const { page, answers } = await house.visit();
  await page.evaluate(() => localStorage.setItem("kartarna.settings", JSON.stringify({ motion: "fast" })));
  await page.goto(`${house.url}/replay`);
  await page.setInputFiles("input[type=file]", { name: "gap.json", mimeType: "application/json", buffer: recordOf("gap") });
  await page.waitForSelector("input[type=range]");
  await page.evaluate(() => {
    const flown: string[] = [];
    Object.assign(globalThis, { flown });
    addEventListener("kartarna:flight", (event) => {
      const { source, target } = (event as CustomEvent<{ source: string; target: string }>).detail;
      flown.push(`${source} > ${target}`);
    });
  });
  const flown = (): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { flown: string[] }).flown);
  const replay = JSON.parse(answers.find(({ path }) => path === "/api/replay")?.body ?? "") as Replay;
  const told: string[] = [];
  for (const { events } of replay.steps.slice(1, 4)) {
    const moves = events.flatMap((event) => event.moves ?? []);
    told.push(...moves.flatMap(({ source, target, cards, hidden }) => Array.from({ length: cards.length + hidden }, () => `${source} > ${target}`)));
    await page.keyboard.press("ArrowRight");
    await expect.poll(flown).toEqual(told); // it may be over before anybody looks
    await page.waitForSelector(".stage:not([data-playing])");
  }
  expect(told.length).toBeGreaterThan(3);
  await page.keyboard.press("ArrowLeft");
  await page.locator("input[type=range]").fill("20");
  await expect.poll(() => shown(page)).toEqual(hands(replay.steps[20] as ReplayStep));
  expect(await flown()).toEqual(told);
});

test("with all cards open my own place is below, and on a small phone board, moves and controls are all in sight", { timeout: 400_000 }, async () => {
  const { page, errors } = await house.visit("/", { ...PHONE, viewport: { width: 390, height: 664 } });
  const { id } = await sitDown(page, { game: "three", seats: against(2), options: short("three") });
  await playToTheEnd(page, byTouch);
  await page.goto(`${house.url}/replay/${id}`);
  await page.waitForSelector("input[type=range]");
  await page.waitForSelector("main [data-zone='hand:0'].hand");
  expect(await page.locator(".opponent").count()).toBe(2);
  for (const part of ["main [data-zone='hand:0']", ".moves [aria-current=step]", "input[type=range]", "button[aria-label='one step on']"]) {
    const box = await page.locator(part).first().boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 664, part).toBe(true);
  }
  const hand = await page.locator("main [data-zone='hand:0']").first().boundingBox();
  const rows = await page.locator("main .lane").evaluateAll((lanes) => lanes.map((lane) => lane.getBoundingClientRect().bottom));
  expect(rows).toHaveLength(3);
  for (const bottom of rows) expect(bottom).toBeLessThanOrEqual(hand?.y ?? 0); // open hands of the others take more room than at the table
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(664);
  await page.keyboard.press("End");
  await page.waitForSelector(".outcome .total");
  expect(await bottom(page, ".outcome .total")).toBeLessThanOrEqual(await bottom(page, ".outcome")); // the totals need no scrolling
  await page.keyboard.press("Home");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.waitForSelector("main .beside .opponent .open");
  const mine = await page.locator("main [data-zone='hand:0']").first().boundingBox();
  expect(await bottom(page, "main .own")).toBeLessThanOrEqual(mine?.y ?? 0);
  await page.getByRole("button", { name: "This replay" }).click();
  await page.getByRole("dialog").getByLabel("As seen by").selectOption("table");
  await page.waitForSelector("main .opponent >> nth=2"); // spectators sit nowhere: all are others
  expect(errors.filter((error) => !error.includes("401"))).toEqual([]);
});
