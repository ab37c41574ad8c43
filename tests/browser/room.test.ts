/** Tři je moc! has three rows above a hand: whatever the screen, nothing lies over what one points at. */

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { House, PHONE } from "./house";
import { against, sitDown } from "./table";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

const DESKS = ["1280x720", "1280x800", "1440x900", "1920x1080", "2560x1440"];
const APART = [".mine .hand", ".around .opponent", ".rows", ".own", ".bonuses", ".pile:has(figure)", ".out", ".prompt"];

/** Pairs of things that cover each other, and things that are not wholly on the screen. */
async function faults(page: Page, parts: readonly string[]): Promise<string[]> {
  await page.waitForSelector(".prompt.asked");
  return page.evaluate((selectors) => {
    const found = selectors.flatMap((name) => [...document.querySelectorAll(`main ${name}, .table > ${name}`)].map((part) => ({ name, box: part.getBoundingClientRect() })));
    const over = (a: DOMRect, b: DOMRect): boolean =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const pairs = found.flatMap((one, place) => found.slice(place + 1).map((other) => [one, other] as const));
    return [
      ...pairs.filter(([one, other]) => over(one.box, other.box)).map(([one, other]) => `${one.name} × ${other.name}`),
      ...found.filter(({ box }) => box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight).map(({ name }) => `${name} off the screen`),
    ];
  }, parts);
}

describe.each([1, 2, 3])("against %i", { timeout: 60_000 }, (bots) => {
  test("on a desk all has its place", async () => {
    const { page } = await house.visit();
    await sitDown(page, { game: "three", seats: against(bots) });
    for (const size of DESKS) {
      const [width = 0, height = 0] = size.split("x").map(Number);
      await page.setViewportSize({ width, height });
      await expect.poll(() => faults(page, APART), { message: size }).toEqual([]); // a hand measures itself a frame later
    }
  });

  test("on a phone too", async () => {
    const { page } = await house.visit("/", PHONE);
    await sitDown(page, { game: "three", seats: against(bots) });
    await expect.poll(() => faults(page, APART)).toEqual([]);
  });

  test("a phone on its side shows hand, rows and question", async () => {
    const { page } = await house.visit("/", { ...PHONE, viewport: { width: 844, height: 390 } });
    await sitDown(page, { game: "three", seats: against(bots) });
    await expect.poll(() => faults(page, [".mine .hand", ".rows", ".own", ".prompt"])).toEqual([]);
  });
});
