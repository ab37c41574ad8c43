/** Presses for a hint, by whatever key or button. */

import type { Page } from "playwright-core";

export const effects = (page: Page): Promise<string> => page.locator(".prompt .effects").innerText();
export const depth = (page: Page): Promise<number> => page.locator(".lamp .lit").count();

/** One press. Where no choice costs too much, the second one already tells which is best. */
export async function deeper(page: Page, press: () => Promise<unknown>): Promise<string> {
  const before = await depth(page);
  await press();
  await page.waitForFunction((before) => document.querySelectorAll(".lamp .lit").length > before, before);
  return effects(page);
}

export async function deepest(page: Page, press: () => Promise<unknown>): Promise<string> {
  let told = "";
  while ((await depth(page)) < 3) told = await deeper(page, press);
  return told;
}
