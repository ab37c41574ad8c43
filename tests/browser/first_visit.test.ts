import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { House, PHONE } from "./house";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

test("the first visit loads at most 150 kB, and at most 60 kB of the typeface", async () => {
  const { page } = await house.visit("/rules"); // a page of the house first: the context is there, its cache is not asked
  const sizes = { fonts: 0, rest: 0 };
  const fresh = await page.context().browser()?.newContext();
  const visitor = await fresh?.newPage();
  const weighed: Promise<void>[] = [];
  visitor?.on("response", (answer) => {
    if (!answer.url().includes("/assets/") && answer.request().resourceType() !== "document") return;
    const weigh = (body: Buffer): void => {
      if (answer.url().endsWith(".woff2")) sizes.fonts += body.length;
      else sizes.rest += gzipSync(body).length;
    };
    weighed.push(answer.body().then(weigh));
  });
  await visitor?.goto(house.url, { waitUntil: "networkidle" });
  await Promise.all(weighed);
  await fresh?.close();
  expect(sizes.fonts).toBeGreaterThan(10_000);
  expect(sizes.fonts).toBeLessThanOrEqual(60_000);
  expect(sizes.rest).toBeGreaterThan(10_000);
  expect(sizes.rest).toBeLessThanOrEqual(150_000);
});

describe("when the typeface comes late", () => {
  /** How far the page has shifted since the typeface came, as Chromium counts it. */
  async function shiftBy(page: Page, path: string): Promise<number> {
    let release: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/*.woff2", async (route) => {
      await late;
      await route.continue();
    });
    await page.goto(house.url + path, { waitUntil: "domcontentloaded" });
    await page.waitForSelector("main");
    await page.evaluate(() => // all else is there: for a while nothing has changed
      new Promise<void>((quiet) => {
        let timer = setTimeout(quiet, 1500);
        new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(quiet, 1500);
        }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
      }),
    );
    await page.evaluate(() => {
      const counted = globalThis as unknown as { shift: number };
      counted.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) counted.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift", buffered: false });
    });
    release();
    await page.waitForFunction(() => document.fonts.check("16px Rosario", "Příliš"));
    await page.waitForTimeout(500);
    return page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
  }

  test.each([["wide", {}], ["phone", PHONE]] as const)("hardly anything moves: %s", async (_, options) => {
    for (const path of ["/", "/rules/gap", "/new/karma"]) {
      const { page } = await house.visit("/pad", options);
      expect(await shiftBy(page, path), path).toBeLessThan(0.02);
    }
  });
});
