/** Somebody who plays any game: whatever lights up first, with the mouse, by touch or by keyboard alone. */

import type { Page } from "playwright-core";

/** How somebody presses what a selector finds first on the page. */
export type Press = (page: Page, what: string) => Promise<void>;

const OVER = ".ending a[href*='/replay/']";
const ASKED = ".prompt.asked";
const GO_ON = ".ending .buttons .main";
const READY = ".prompt .main";
const CARD = ".usable:not(.picked), .card-button:not(.picked)";
const BARE = ".prompt .buttons .button, .own .offer"; // what needs no card; dnup: turns the hand, beside it
const PLAYER = ".opponent > .button"; // what is done to somebody
const ANYWAY = ".prompt .anyway"; // the coach has asked whether that is meant
export const SET = ".lying button"; // dnup: takes a set

export const byMouse: Press = (page, what) => page.locator(what).first().click(corner(what));
export const byTouch: Press = (page, what) => page.locator(what).first().tap(corner(what));

/** Tab from place to place, arrows from card to card of a hand, then Enter. */
export const byArrows: Press = async (page, what) => {
  for (let steps = 0; steps < 80; steps++) {
    const key = await page.evaluate(keyTowards, what);
    await page.keyboard.press(key);
    if (key === "Enter") return;
  }
  throw new Error(`no key leads to ${what}`);
};

/** The corner of a card: in a large hand the next card covers the rest. */
function corner(what: string): { position?: { x: number; y: number } } {
  return what === CARD ? { position: { x: 10, y: 20 } } : {};
}

function keyTowards(what: string): string {
  const here = document.activeElement;
  if (here?.matches(what)) return "Enter";
  const hand = [...(here?.closest(".hand")?.querySelectorAll("button") ?? [])];
  const goal = hand.findIndex((card) => card.matches(what));
  if (goal < 0) return "Tab";
  return goal > hand.findIndex((card) => card === here) ? "ArrowRight" : "ArrowLeft";
}

/** One decision: a card that lights up, and others to it until the table says that is a move. */
export async function decide(page: Page, press: Press): Promise<void> {
  const before = await lines(page);
  for (let presses = 0; presses < 8; presses++) {
    const found = await firstOf(page, [READY, CARD, BARE, PLAYER, SET]);
    if (!found) break;
    await press(page, found);
    if (await page.getByText("really?").count()) await press(page, found); // dnup: a set, the hand
    if (!(await page.$(".picked"))) break;
  }
  if (await moved(page, before, ANYWAY)) {
    if (!(await page.$(ANYWAY))) return;
    await press(page, ANYWAY);
  }
  if (!(await moved(page, before))) throw new Error(`no move came of it: ${await page.innerText(".prompt")}`);
}

/** The notation that stands in the field as an example, typed. */
export async function type(page: Page): Promise<void> {
  const before = await lines(page);
  const example = await page.getAttribute(".prompt input", "placeholder");
  await page.keyboard.type(example ?? "");
  await page.keyboard.press("Enter");
  await moved(page, before);
}

/** Plays to the end of the game; returns how many decisions it took. */
export async function playToTheEnd(page: Page, press: Press, choose: (page: Page, press: Press) => Promise<void> = decide): Promise<number> {
  for (let made = 0; made < 600; ) {
    await page.waitForSelector(`${OVER}, ${GO_ON}, ${ASKED}`, { timeout: 30_000 });
    if (await page.$(OVER)) return made;
    if (await goOn(page, press)) continue;
    await choose(page, press);
    made += 1;
  }
  throw new Error("the game does not end");
}

/** All play, whoever is asked, until the game is over or enough was decided and all have heard of it; returns how many decisions were made. */
export async function playTogether(pages: readonly Page[], most = 600, press: Press = byMouse): Promise<number> {
  let made = 0;
  for (let idle = 0; made < most && idle < 100; ) {
    const before = made;
    for (const page of pages) {
      if (await page.$(OVER)) continue;
      if (await goOn(page, press)) continue;
      if (made < most && (await page.$(ASKED))) {
        const before = await Promise.all(pages.map(lines));
        await decide(page, press);
        const heard = await Promise.all(pages.map((other, place) => moved(other, before[place] ?? 0))); // so no page is behind
        if (!heard.every(Boolean)) throw new Error("somebody did not hear of a decision");
        made += 1;
      }
    }
    if ((await Promise.all(pages.map((page) => page.$(OVER)))).every(Boolean)) return made;
    idle = made > before ? 0 : idle + 1;
    if (idle) await pages[0]?.waitForTimeout(100);
  }
  if (made < most) throw new Error("nobody is asked, and the game is not over");
  return made;
}

/** On to the next round, if this page is asked; true once it is not asked any more. */
export async function goOn(page: Page, press: Press): Promise<boolean> {
  const button = await page.$(GO_ON);
  if (!button) return false;
  await press(page, GO_ON);
  await button.waitForElementState("hidden");
  return true;
}

/** What everybody at a table has been told, as the log on this page has it. */
export async function toldOn(page: Page): Promise<string[]> {
  return page.locator("aside .log").locator("h3, li").evaluateAll((lines) => lines.map((line) => line.textContent?.trim() ?? ""));
}

async function firstOf(page: Page, selectors: string[]): Promise<string | undefined> {
  for (const selector of selectors) if (await page.$(selector)) return selector;
  return undefined;
}

function lines(page: Page): Promise<number> {
  return page.locator("aside li").count();
}

/** The log has grown, the round is over, or the curtain has fallen; or something else is there to be seen. */
async function moved(page: Page, before: number, or = ".ending"): Promise<boolean> {
  const grown = ([count, seen]: [number, string]): boolean =>
    document.querySelectorAll("aside li").length > count || document.querySelector(`.ending, ${seen}`) !== null || document.querySelector("aside") === null;
  return page.waitForFunction(grown, [before, or] as [number, string], { timeout: 30_000 }).then(
    () => true,
    () => false,
  );
}
