import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Replay, ReplayStep } from "$web/protocol";
import { askPython, House } from "./house";
import { GAMES } from "./table";

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

/** The hands of all seats, as the page shows them. */
function shown(page: Page): Promise<string[][]> {
  return page.locator(".opponent").evaluateAll((players) =>
    players.map((player) => [...player.querySelectorAll<HTMLElement>(".known [data-card], .held [data-card]")].map((card) => card.dataset["card"] ?? "").sort()),
  );
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
  const moves = replay.steps.slice(1, 4).flatMap(({ events }) => events.flatMap((event) => event.moves ?? []));
  for (let step = 1; step < 4; step++) {
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector(".stage[data-playing]");
    await page.waitForSelector(".stage:not([data-playing])");
  }
  const told = moves.flatMap(({ source, target, cards, hidden }) => Array.from({ length: cards.length + hidden }, () => `${source} > ${target}`));
  expect(await flown()).toEqual(told);
  expect(told.length).toBeGreaterThan(3);
  await page.keyboard.press("ArrowLeft");
  await page.locator("input[type=range]").fill("20");
  await expect.poll(() => shown(page)).toEqual(hands(replay.steps[20] as ReplayStep));
  expect(await flown()).toEqual(told);
});
