/** Nothing on the table jumps: what Chromium counts as layout shift, added up over the decisions of a game. */

import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { House, PHONE } from "./house";
import { byMouse, byTouch, playTogether, type Press } from "./player";
import { against, GAMES, short, sitDown } from "./table";

const DECISIONS = 8; // of a short game
const MOST = 0.05; // in all; what follows the player's own press within half a second does not count

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

/** One thing that jumped: how much of the screen, and what. */
interface Shift {
  value: number;
  what: string[];
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Element | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

declare global {
  interface Window {
    shifts: Shift[];
  }
}

async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.shifts = [];
    const named = (node: Element | null): string => {
      const element = node instanceof Element ? node : (node as Node | null)?.parentElement;
      const zone = element?.closest<HTMLElement>("[data-zone]")?.dataset["zone"] ?? "";
      return `${element?.tagName.toLowerCase()}.${element?.getAttribute("class")?.replace(/ ?svelte-\w+/g, "") ?? ""} (${zone})`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        const what = entry.sources.map(({ node, previousRect: from, currentRect: to }) => `${named(node)} ${Math.round(to.x - from.x)},${Math.round(to.y - from.y)}`);
        window.shifts.push({ value: entry.value, what });
      }
    }).observe({ type: "layout-shift", buffered: false });
  });
}

/** What jumps while so many decisions are made there; what moves most stands first. */
async function shiftsOf(game: string, size: BrowserContextOptions, press: Press): Promise<Shift[]> {
  const { page } = await house.visit("/", size);
  await page.evaluate(() => localStorage.setItem("kartarna.settings", JSON.stringify({ motion: "fast", pace: 0 })));
  await sitDown(page, { game, seats: against(2), options: short(game) });
  await page.waitForSelector(".prompt.asked");
  await watch(page);
  await playTogether([page], DECISIONS, press);
  await page.waitForSelector(".prompt.asked, .ending");
  return (await page.evaluate(() => window.shifts)).sort((a, b) => b.value - a.value);
}

test.each(GAMES)("%s stands still, on a desk and on a phone", async (game) => {
  for (const shifts of await Promise.all([shiftsOf(game, {}, byMouse), shiftsOf(game, PHONE, byTouch)])) {
    const all = shifts.reduce((sum, { value }) => sum + value, 0);
    expect(all, JSON.stringify(shifts.slice(0, 12), null, 1)).toBeLessThanOrEqual(MOST);
  }
});
