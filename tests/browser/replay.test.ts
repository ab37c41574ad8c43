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
    players.map((player) => [...player.querySelectorAll<HTMLElement>(".known [data-card]")].map((card) => card.dataset["card"] ?? "").sort()),
  );
}

function hands(step: ReplayStep): string[][] {
  return step.view.zones.filter(({ name }) => name === "hand").map(({ cards }) => [...cards].sort());
}

describe.each(GAMES)("%s", (game) => {
  test("a record is looked at with all cards open: the hand of every player, and whose the news are", async () => {
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
    const dealt = hands(replay.steps[0] as ReplayStep);
    const told = await page.locator(".caption p", { hasText: "In your hand" }).allInnerTexts();
    expect(told.map((line) => line.split(":")[0])).toEqual(["Alma", "Bruno", "Cilka"].filter((_, seat) => dealt[seat]?.length)) // TROP deals no hands;
    expect(errors).toEqual([]);
  });
});
