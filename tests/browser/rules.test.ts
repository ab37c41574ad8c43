import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ExamplesInfo } from "../../web/protocol";
import { violations } from "./axe";
import { House, PHONE } from "./house";
import { against, GAMES, sitDown } from "./table";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

const MINUTE = ["goal", "turn", "end", "score"]; // the ids of the examples that the parts below show
const PARTS = ["Goal", "A turn", "The end", "The score"];
const panel = (page: Page, label: string): Locator => page.locator(".minute article", { has: page.locator(".label", { hasText: label }) });
const shown = (pair: Locator): Promise<string> => pair.locator(".when [aria-pressed=true]").innerText();

async function open(path: string, options = {}): Promise<{ page: Page; errors: string[] }> {
  const visit = await house.visit(path, options);
  await visit.page.locator(".minute article").nth(3).waitFor();
  return visit;
}

describe("the rules in pictures", () => {
  test.each(GAMES)("%s is told in one minute, before and after, for the eyes and in words", async (game) => {
    const { page, errors } = await open(`/rules/${game}`);
    for (const label of PARTS) {
      const pair = panel(page, label);
      const frames = pair.locator(".frame");
      expect(await frames.nth(0).locator(".scene svg, .card-place").count(), label).toBeGreaterThan(0);
      expect(await frames.nth(0).innerText()).not.toBe("");
      const [before, after] = await Promise.all([0, 1].map((at) => frames.nth(at).locator("ul.unseen").innerText()));
      expect(before, label).not.toBe(after); // what a screen reader is told of the position
      expect(await frames.nth(1).isVisible()).toBe(false);
      await pair.getByRole("button", { name: "After" }).click();
      expect(await frames.nth(0).isVisible()).toBe(false);
      expect(await frames.nth(1).locator(".words").innerText()).not.toBe("");
    }
    expect(await page.locator(".scene:not([inert])").count()).toBe(0); // no button in a picture can be reached
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test("a picture is turned by a tap and by the arrow keys", async () => {
    const { page } = await open("/rules/gap");
    const pair = panel(page, "A turn");
    await pair.locator(".frame:not(.away) .turn").click();
    expect(await shown(pair)).toBe("After");
    await pair.locator(".frame:not(.away) .turn").click();
    expect(await shown(pair)).toBe("Before");
    await pair.getByRole("button", { name: "Before" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await shown(pair)).toBe("After");
    await page.keyboard.press("ArrowLeft");
    expect(await shown(pair)).toBe("Before");
  });

  test("the other examples follow each other, before and after", async () => {
    const { page } = await open("/rules/gap");
    const others = page.locator(".others article");
    const seen: string[] = [];
    const on = page.getByRole("button", { name: "One step on" });
    for (;;) {
      seen.push(`${await others.locator("h3").innerText()} ${await shown(others)}`);
      if (await on.isDisabled()) break;
      await on.click();
    }
    const { examples } = (await (await fetch(`${house.url}/api/games/gap/examples`)).json()) as ExamplesInfo;
    const titles = examples.filter(({ id }) => !MINUTE.includes(id)).map(({ title }) => title.en);
    expect(seen.length).toBe(2 * titles.length);
    titles.forEach((title, at) => {
      expect(seen[2 * at]).toContain(title);
      expect(seen[2 * at + 1]).toContain(title);
    });
    expect(new Set(seen).size).toBe(seen.length);
    await page.getByRole("button", { name: "One step back" }).click();
    expect(await shown(others)).toBe("Before");
    await page.getByRole("button", { name: "Neighbouring numbers" }).click();
    expect(await others.locator("h3").innerText()).toContain("Neighbouring numbers");
  });

  test.each(GAMES)("on a phone the pictures of %s are swiped, and nothing is wider than the screen", async (game) => {
    const { page } = await open(`/rules/${game}`, PHONE);
    const pair = panel(page, "A turn");
    const picture = pair.locator(".frame:not(.away) .turn");
    await picture.scrollIntoViewIfNeeded();
    const box = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const swipe = async (from: number, to: number): Promise<void> => {
      await page.mouse.move(box.x + from, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + to, box.y + box.height / 2, { steps: 4 });
      await page.mouse.up();
    };
    await swipe(box.width * 0.8, box.width * 0.2);
    expect(await shown(pair)).toBe("After");
    await swipe(box.width * 0.2, box.width * 0.8);
    expect(await shown(pair)).toBe("Before");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await violations(page)).toEqual([]);
  });

  test("what may not be played is drawn, and told with its reason", async () => {
    const { page } = await open("/rules/dnup");
    await page.getByRole("button", { name: "When you cannot add" }).click();
    const pair = page.locator(".others article");
    expect(await pair.locator(".frame:not(.away) .picked").count()).toBe(1);
    await pair.getByRole("button", { name: "Refused" }).click();
    expect(await pair.locator(".frame:not(.away) .words").innerText()).toContain("3 does not beat it.");
    expect(await pair.locator(".frame:not(.away) .picked").count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  test("a game without examples has its rules all the same", async () => {
    const { page, errors } = await house.visit("/pad");
    await page.route("**/api/games/gap/examples", (route) => route.fulfill({ json: { examples: [] } }));
    await page.goto(`${house.url}/rules/gap`);
    await page.locator("summary", { hasText: "Cards" }).waitFor();
    expect(await page.locator(".minute, .others").count()).toBe(0);
    expect(errors).toEqual([]);
  });
});

describe("the exact rules", () => {
  test("are folded by chapter; a link to a rule and a search unfold what they mean", async () => {
    const { page } = await open("/rules/gap");
    expect(await page.locator(".rule:visible").count()).toBe(0);
    await page.getByRole("button", { name: "Unfold all" }).click();
    expect(await page.locator(".rule:visible").count()).toBe(18);
    await page.getByRole("button", { name: "Fold all" }).click();
    expect(await page.locator(".rule:visible").count()).toBe(0);
    await page.getByPlaceholder("Search the rules").fill("neighbouring");
    await page.locator("#GAP-3:visible").waitFor();
    await page.getByPlaceholder("Search the rules").fill("");
    await expect.poll(() => page.locator(".rule:visible").count()).toBe(0);
    await page.goto(`${house.url}/rules/gap#GAP-8`);
    await page.locator("#GAP-8.target:visible").waitFor();
    await expect.poll(() => page.locator("#GAP-8").evaluate((rule) => rule.getBoundingClientRect().top > 0 && rule.getBoundingClientRect().bottom < innerHeight)).toBe(true);
    await page.locator("#GAP-8").getByRole("link", { name: /Try it out/ }).waitFor();
  });

  test.each(GAMES.flatMap((game) => ["cs-CZ", "en-GB"].map((locale) => [game, locale] as const)))("%s fits on one sheet of paper (%s)", async (game, locale) => {
    const { page } = await open(`/rules/${game}`, { locale });
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    const pages = pdf.match(/\/Type\s*\/Page[^s]/g)?.length ?? 0;
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThanOrEqual(2); // both sides
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".rule").last().evaluate((rule) => rule.getBoundingClientRect().height)).toBeGreaterThan(0);
    expect(await page.locator(".frame").nth(1).evaluate((frame) => getComputedStyle(frame).visibility)).toBe("visible");
  });
});

test("at a table on a phone the rules open over it with their pictures, and close with nothing lost", async () => {
  const { page, errors } = await house.visit("/", PHONE);
  const { id } = await sitDown(page, { game: "gap", seats: against(1) });
  await page.waitForSelector(".prompt.asked");
  const hand = await page.locator("main [data-zone='hand:0']").innerHTML();
  const link = page.locator("a[href^='/rules/gap']").first();
  await link.click();
  const sheet = page.getByRole("dialog");
  await sheet.locator(".minute article").nth(3).waitFor();
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole("button", { name: "Close" }).click();
  await sheet.waitFor({ state: "detached" });
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(new URL(page.url()).pathname).toBe(`/t/${id}`);
  expect(await page.locator("main [data-zone='hand:0']").innerHTML()).toBe(hand);
  expect(errors).toEqual([]);
});
