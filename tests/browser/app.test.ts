import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { against, cableOf, House, sitDown } from "./house";
import { byMouse, playToTheEnd, wholeTurn } from "./player";

const AXE = readFileSync(fileURLToPath(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");
const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

/** What axe finds wrong with a page, in short. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const axe = (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe;
    const found = await axe.run();
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
  });
}

describe.each(["light", "dark"] as const)("axe in the %s theme finds nothing", (colorScheme) => {
  test.each(["/", "/rules", "/rules/three", "/pad", "/pad/gap", "/new/gap", "/new/karma/device", "/me", "/replay"])("on %s", async (path) => {
    const { page, errors } = await house.visit(path, { colorScheme });
    await page.waitForSelector("main");
    await page.waitForTimeout(400);
    expect(await violations(page)).toEqual([]);
    expect(errors.filter((error) => !error.includes("401"))).toEqual([]);
  });

  test.each(["three", "dnup", "trop", "karma", "gap"])("at a table of %s", async (game) => {
    const { page } = await house.visit("/", { colorScheme });
    await sitDown(page, { game, seats: against(2) });
    await page.waitForSelector(".prompt.asked");
    expect(await violations(page)).toEqual([]);
  });

  test("at a table, in its menu and settings", async () => {
    const { page } = await house.visit("/", { colorScheme });
    await sitDown(page, { game: "gap", seats: against(3) });
    await page.waitForSelector(".prompt.asked");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "At the table" }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Settings" }).click();
    expect(await violations(page)).toEqual([]);
  });
});

describe("a person", () => {
  test("starts with one click on the tile", async () => {
    const { page, errors } = await house.visit();
    await page.getByRole("button", { name: "Play now: GAP" }).click();
    await page.waitForSelector(".prompt.asked");
    expect(await page.locator(".hand button").count()).toBe(6);
    expect(errors.filter((error) => !error.includes("401"))).toEqual([]);
  });

  test("invites a friend by link, who loses the connection and misses nothing", async () => {
    const { page: eva } = await house.visit("/new/gap");
    await eva.getByRole("button", { name: "Open the table" }).click();
    const link = await eva.getByRole("textbox", { name: "Link to the table" }).inputValue();
    const { page: bob } = await house.visit("/", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const cable = await cableOf(bob);
    await bob.goto(link);
    await bob.getByLabel("Your name").fill("Bob");
    await bob.getByRole("button", { name: "Sit down" }).tap();
    await Promise.all([eva, bob].map((page) => page.waitForSelector(".hand button")));
    expect(new URL(bob.url()).hash).toBe("");

    if (await Promise.race([eva, bob].map((page) => page.waitForSelector(".prompt.asked").then(() => page === bob)))) await wholeTurn(bob);
    await eva.waitForSelector(".prompt.asked");
    cable.pull();
    await bob.getByText("The connection is lost").waitFor();
    await wholeTurn(eva);
    cable.plug();
    await bob.waitForSelector(".prompt.asked", { timeout: 60_000 });
    const played = (page: Page): Promise<string[]> =>
      page.locator("aside li").evaluateAll((lines) => lines.flatMap((line) => (/plays|chooses/.test(line.textContent ?? "") ? [line.textContent?.trim() ?? ""] : [])));
    expect((await played(bob)).length).toBeGreaterThan(0);
    expect(await played(bob)).toEqual(await played(eva));
  });

  test("switches the language in the middle of a game", async () => {
    const { page } = await house.visit();
    await sitDown(page, { game: "gap", seats: against(2) });
    await page.waitForSelector(".prompt.asked");
    await page.getByRole("button", { name: "Česky" }).click();
    await page.getByText("Zahraj jednu kartu z ruky.").first().waitFor();
    expect(await page.locator("aside").innerText()).toContain("V ruce máš");
  });

  test("plays again, and looks at the finished game step by step", async () => {
    const { page, errors } = await house.visit();
    await sitDown(page, { game: "gap", seats: against(1), options: { rounds: 1 } });
    await playToTheEnd(page, byMouse);
    const replay = (await page.getAttribute("dialog a[href^='/replay/']", "href")) ?? "";
    await page.getByRole("button", { name: "Rematch" }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/t/") && !replay.endsWith(url.pathname.slice(3)));
    await page.goto(new URL(replay, page.url()).href);
    await page.waitForSelector("input[type=range]");
    await page.keyboard.press("ArrowRight");
    await page.locator(".caption").getByText("plays").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Check the shuffle" }).click();
    await page.getByText("the part that this browser drew is in it").waitFor();
    await page.getByRole("button", { name: "Play on from here against bots" }).click();
    await page.waitForSelector(".hand button");
    expect(errors).toEqual([]);
  });

  test("shares the device: after the curtain falls, nothing private is left in the page", async () => {
    const { page } = await house.visit("/new/gap/device");
    await page.getByRole("spinbutton", { name: "Number of players" }).fill("2");
    await page.getByPlaceholder("name").fill("Adam");
    await page.getByRole("button", { name: "Open the table" }).click();
    for (let turns = 0; turns < 4; turns++) {
      await page.getByRole("button", { name: "Show my cards" }).click();
      await page.waitForSelector(".hand button");
      const hand = await page.locator(".hand button").evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset["card"]));
      for (let step = 0; step < 4 && !(await page.getByRole("button", { name: "Show my cards" }).isVisible()); step++) {
        if (await page.$(".prompt.asked")) await byMouse(page);
        await page.waitForTimeout(250);
      }
      const left = await page.evaluate(() => document.documentElement.outerHTML);
      for (const card of hand) expect(left).not.toContain(`data-card="${card}"`);
      expect(left).not.toContain("In your hand");
    }
  });

  test("is sent nothing that the seat must not see", async () => {
    const { page, frames } = await house.visit();
    await sitDown(page, { game: "gap", seats: against(2) });
    await page.waitForSelector(".prompt.asked");
    await byMouse(page);
    await page.waitForTimeout(500);
    const views = frames.map((frame) => JSON.parse(frame) as { view?: { zones: { name: string; seat: number | null; cards: string[] }[] } });
    const hands = views.flatMap(({ view }) => view?.zones.filter(({ name, seat }) => name === "hand" && seat !== 0) ?? []);
    expect(hands.length).toBeGreaterThan(0);
    expect(hands.flatMap(({ cards }) => cards)).toEqual([]);
  });
});

describe("the score pad", () => {
  test("adds up, remembers, and takes back", async () => {
    const { page } = await house.visit("/pad/gap");
    await page.getByRole("button", { name: "Start writing" }).click();
    await page.getByRole("button", { name: "Write round 1" }).click();
    const more = (colour: string): Promise<void> => page.getByRole("button", { name: `${colour}: one more` }).first().click();
    await more("red");
    await more("red");
    await more("green");
    await page.getByRole("button", { name: "Write down" }).click();
    expect(await page.locator("tfoot td").first().innerText()).toBe("1");
    await page.reload();
    expect(await page.locator("tfoot td").first().innerText()).toBe("1");
    await page.getByRole("button", { name: "Write round 2" }).click();
    await page.getByRole("button", { name: "Write down" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await page.locator("tbody tr").count()).toBe(1);
  });

  test("works without a connection, as the rules do", async () => {
    const { page } = await house.visit();
    const kept = (): Promise<string> =>
      page.evaluate(async () => (await (await caches.open("kartarna-1")).keys()).map((request) => request.url).join(" "));
    await expect.poll(kept, { timeout: 20_000 }).toMatch(/(?=.*rules-en)(?=.*pads)(?=.*Pad-)(?=.*Rules-)/);
    await page.context().setOffline(true);
    await page.goto(`${house.url}/pad/karma`);
    await page.getByRole("button", { name: "Start writing" }).waitFor();
    await page.goto(`${house.url}/rules/dnup#DNUP-9`);
    await page.getByText("add exactly one card").waitFor();
  });
});
