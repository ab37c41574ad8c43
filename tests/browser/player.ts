/** Somebody who plays any game with the mouse or the keyboard: whatever lights up first. */

import type { Page } from "playwright-core";

const OVER = "dialog a[href^='/replay/']";

/** Plays to the end of the game; returns how many decisions it took. */
export async function playToTheEnd(page: Page, decide: (page: Page) => Promise<void>, most = 600): Promise<number> {
  for (let made = 0; made < most; ) {
    await page.waitForSelector(`${OVER}, dialog .buttons .main, .prompt.asked`, { timeout: 30_000 });
    if (await page.$(OVER)) return made;
    const sheet = await page.$("dialog .buttons .main");
    if (sheet) {
      await sheet.click();
      continue;
    }
    const before = await page.locator("aside li").count();
    await decide(page);
    made += 1;
    await page.waitForFunction((count) => document.querySelectorAll("aside li").length > count || document.querySelector("dialog"), before, { timeout: 15_000 });
  }
  throw new Error(`the game goes on after ${most} decisions`);
}

/** The first card that lights up, and others to it until the table says that is a move. */
export async function byMouse(page: Page): Promise<void> {
  for (let tries = 0; tries < 6; tries++) {
    const ready = await page.$(".prompt .main");
    if (ready) return ready.click();
    const card = await page.$(".usable:not(.picked), [data-zone=row] button:not(.picked), [data-choice]");
    if (!card) return page.click(".prompt .buttons .button");
    await card.click({ position: { x: 10, y: 20 } }); // its corner: in a large hand the next card covers the rest
    if (!(await page.$(".prompt.asked")) || !(await page.$(".picked"))) return;
  }
}

/** The notation that stands in the field as an example, typed. */
export async function byKeyboard(page: Page): Promise<void> {
  const example = await page.getAttribute(".prompt input", "placeholder");
  await page.keyboard.type(example ?? "");
  await page.keyboard.press("Enter");
}

/** A turn with all its decisions, until somebody else is asked. */
export async function wholeTurn(page: Page): Promise<void> {
  while (await page.$(".prompt.asked")) {
    await byMouse(page);
    await page.waitForTimeout(300);
  }
}
