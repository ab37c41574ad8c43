/** What a board shows is seen: boards in fixed positions, at the sizes of real screens. */

import { createServer, type ViteDevServer } from "vite";
import type { BrowserContextOptions, Page } from "playwright-core";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { House, PHONE, ROOT } from "./house";
import { against, GAMES, sitDown } from "./table";

const LOW_PHONE = { ...PHONE, viewport: { width: 390, height: 664 } }; // with the browser's bars
const PHONES = [PHONE, LOW_PHONE];
const desk = (width: number, height: number): BrowserContextOptions => ({ viewport: { width, height } });
const DESKS = [desk(1280, 720), desk(1440, 900), desk(1920, 1080)];

const house = new House();
let gallery: ViteDevServer;
beforeAll(async () => {
  await house.open();
  gallery = await createServer({ configFile: join(ROOT, "vite.config.ts"), logLevel: "error", server: { port: 0, hmr: false } });
  await gallery.listen();
});
afterEach(() => house.empty());
afterAll(async () => {
  await gallery.close();
  await house.close();
});

/** A page with a board, in one position after the other. */
async function boards(size: BrowserContextOptions): Promise<(at: string, language?: string) => Promise<Page>> {
  const { page } = await house.visit("/", size);
  return async (at, language = "cs") => {
    await page.goto(`${gallery.resolvedUrls?.local[0]}gallery/board.html?at=${at}&plain&lang=${language}`);
    await page.waitForSelector(".board .opponent");
    await page.evaluate(() => document.fonts.ready);
    return page;
  };
}

/** What of these is out of sight: beyond the board's edges, or under something else at a corner or in the middle. */
function outOfSight(page: Page, what: string): Promise<string[]> {
  return page.evaluate((what) => {
    const { left, top, right, bottom } = (document.querySelector("main") as HTMLElement).getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>(what)].flatMap((part) => {
      const box = part.getBoundingClientRect();
      const name = `${part.className} ${part.textContent} ${JSON.stringify(box)}`;
      if (box.left < left || box.right > right || box.top < top || box.bottom > bottom) return [`${name} is outside`];
      const spots = [0.1, 0.5, 0.9].map((share) => [box.left + share * box.width, box.top + share * box.height] as const);
      const above = spots.map(([x, y]) => document.elementFromPoint(x, y)).find((over) => over && !part.contains(over) && !over.contains(part));
      return above ? [`${name} is under ${above.tagName} ${above.getAttribute("class")}`] : [];
    });
  }, what);
}

const KARMA = ["at-least", "at-most", "middle", "set-up", "give", "premonition", "from-table", "hand-of-30", "twelve", "twelve-give"];

test("Karma on a phone: all others and what is in force are seen whole, without scrolling", async () => {
  for (const size of PHONES) {
    const show = await boards(size);
    for (const at of KARMA) expect(await outOfSight(await show(`karma-${at}`), ".wanted p, .stock .heap, .around .opponent"), `${at} ${JSON.stringify(size.viewport)}`).toEqual([]);
  }
});

test("three on a phone: rows, what one has taken, its total and the ladder are seen; nothing lies on them", async () => {
  for (const size of PHONES) {
    const show = await boards(size);
    for (const at of ["middle", "three", "start", "full-rows"]) expect(await outOfSight(await show(`three-${at}`), ".own li, .own strong, .lane, .around .opponent, .sort"), at).toEqual([]);
  }
});

test("TROP: a long row, and over each card what it would make of the total; no note covers another", async () => {
  for (const size of [...PHONES, ...DESKS]) {
    const page = await (await boards(size))("trop-choosing-of-many");
    expect(await outOfSight(page, ".centre .row .spot, .around .opponent"), JSON.stringify(size.viewport)).toEqual([]);
    const row = await page.evaluate(() => {
      const all = [...document.querySelectorAll(".centre .row .then")];
      const notes = all.map((note) => note.getBoundingClientRect());
      const covered = all.filter((note, place) => {
        const { left = 0, top = 0, width = 0, height = 0 } = notes[place] ?? {};
        return document.elementFromPoint(left + width / 2, top + height / 2) !== note;
      }).length;
      const felt = document.querySelector(".middle")?.getBoundingClientRect().width ?? 0;
      const cards = [...document.querySelectorAll(".centre .row .card")].map((card) => card.getBoundingClientRect());
      return { covered, collide: notes.filter((note, place) => (notes[place + 1]?.left ?? Infinity) < note.right), share: ((cards.at(-1)?.right ?? 0) - (cards[0]?.left ?? 0)) / felt };
    });
    expect([row.covered, row.collide], JSON.stringify(size.viewport)).toEqual([0, []]);
    expect(row.share, JSON.stringify(size.viewport)).toBeGreaterThan(0.75); // it runs across the table
  }
});

test("GAP on a phone: all others, the row, one's own chart and everybody's points are seen; nothing lies on them", async () => {
  for (const size of PHONES) {
    const show = await boards(size);
    for (const at of ["start", "row-of-six", "six-players"]) {
      const page = await show(`gap-${at}`);
      expect(await outOfSight(page, ".around .opponent, .columns li, .columns .worth, .centre > .row .spot"), at).toEqual([]);
      expect(await page.evaluate(() => (document.querySelector(".goal ul")?.scrollWidth ?? Infinity) - (document.querySelector(".goal ul")?.clientWidth ?? 0)), at).toBeLessThanOrEqual(0);
    }
  }
});

test.each(GAMES)("the lessons of %s on a phone: the table lies in sight between the step and one's own cards", async (game) => {
  for (const size of PHONES) {
    const { page } = await house.visit(`/learn/${game}`, size);
    await page.waitForSelector(".board .opponent");
    await page.evaluate(() => document.fonts.ready);
    const hidden = await page.evaluate(() => {
      const top = document.querySelector("main")?.getBoundingClientRect().top ?? 0;
      const own = document.querySelector(".mine > *")?.getBoundingClientRect().top ?? 0;
      const lying = [...document.querySelectorAll<HTMLElement>(".middle .card, .middle .card-place, .middle .lane, .middle .dial, .opponent")];
      return lying.map((part) => part.getBoundingClientRect()).filter((box) => box.height > 0 && (box.top < top || box.bottom > own + 2));
    });
    expect(hidden, JSON.stringify(size.viewport)).toEqual([]);
  }
});

test("on a phone the buttons of the bar are whole", async () => {
  for (const size of PHONES) {
    const { page } = await house.visit("/", size);
    await sitDown(page, { game: "trop", seats: against(1) });
    await page.waitForSelector(".prompt.asked .buttons .main");
    const cut = await page.evaluate(() => {
      const bar = (document.querySelector(".prompt .buttons") as HTMLElement).getBoundingClientRect();
      const buttons = [...document.querySelectorAll(".prompt .buttons > *")].map((button) => button.getBoundingClientRect());
      return buttons.filter(({ top, bottom }) => top < bar.top || bottom > Math.min(bar.bottom, innerHeight - 4));
    });
    expect(cut, JSON.stringify(size.viewport)).toEqual([]);
  }
});

test("a pointer that rests after a press points at nothing; moved, it does", async () => {
  const page = await (await boards(desk(1440, 900)))("three-middle");
  const card = page.locator(".hand .spot").nth(2);
  const { x = 0, y = 0 } = (await card.boundingBox()) ?? {};
  await page.mouse.move(x + 20, y + 40);
  await page.waitForSelector(".lane .ghost");
  await page.mouse.down();
  await page.mouse.up(); // plays it; in the gallery nothing follows, so that the next card is put under the pointer by hand
  await card.evaluate((gone) => gone.remove());
  await page.waitForTimeout(1800);
  expect([await page.locator(".lane .ghost").count(), await page.locator("[role=tooltip].shown").count(), await page.locator(".spot:hover").count()]).toEqual([0, 0, 1]);
  expect(await page.locator(".spot:hover").evaluate((next) => getComputedStyle(next).transform)).toBe("none");
  await page.mouse.move(x + 30, y + 48);
  await page.waitForSelector(".lane .ghost");
});

test("a card that has just been picked is lifted, though the pointer rests on it", async () => {
  const page = await (await boards(desk(1440, 900)))("karma-set-up");
  const card = page.locator(".hand .spot").first();
  await card.click();
  await page.waitForSelector("[data-resting] .hand .picked:hover");
  await expect.poll(() => card.evaluate((picked) => getComputedStyle(picked).transform)).not.toBe("none");
});

test("on a desk names are whole, and nothing sticks out of what is one's own", async () => {
  for (const size of DESKS) {
    const show = await boards(size);
    for (const at of ["three-middle", "three-three", "three-seven", "three-start", "gap-start", "trop-middle", "karma-middle", "dnup-many-sets"]) {
      const page = await show(at, "en");
      const cut = await page.evaluate(() => [...document.querySelectorAll(".opponent .name, .ladder li")].filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent));
      expect(cut, `${at} ${JSON.stringify(size.viewport)}`).toEqual([]);
      expect(await outOfSight(page, ".own li, .own strong"), `${at} ${JSON.stringify(size.viewport)}`).toEqual([]);
    }
  }
});

test("a name is whole while its player is to move", async () => {
  const show = await boards(desk(1440, 900));
  const page = await show("three-three");
  const widths = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".opponent .name")].map((name) => {
      const turn = Object.assign(document.createElement("span"), { className: `${name.className} turn`, textContent: "to move" });
      name.after(turn);
      return name.scrollWidth - name.clientWidth;
    }),
  );
  expect(widths).toEqual([0, 0]);
});

test("cards of the table grow with the screen", async () => {
  const width = async (size: BrowserContextOptions, at: string, what: string): Promise<number> => {
    const page = await (await boards(size))(at);
    return page.locator(what).first().evaluate((card) => card.getBoundingClientRect().width);
  };
  const cards = [
    ["gap-row-of-six", ".centre > .row .card", 110],
    ["three-three", ".lane .card", 100],
    ["trop-middle", ".centre .row .card", 100],
    ["trop-middle", ".deck .card", 100],
    ["trop-middle", ".dial", 300],
    ["karma-at-least", "[data-zone=pile] li .card", 130],
  ] as const;
  for (const [at, what, least] of cards) {
    const [at1440, at1920] = [await width(desk(1440, 900), at, what), await width(desk(1920, 1080), at, what)];
    expect(at1440, `${at} ${what}`).toBeGreaterThan(least);
    expect(at1920, `${at} ${what}`).toBeGreaterThanOrEqual(at1440);
  }
});

test("Karma's ruling card lies in the middle of the table", async () => {
  for (const size of DESKS) {
    const page = await (await boards(size))("karma-at-least");
    const [card, felt] = await page.evaluate(() => ["[data-zone=pile] li:last-child", ".felt"].map((what) => (document.querySelector(what) as HTMLElement).getBoundingClientRect()).map(({ left, right }) => (left + right) / 2));
    expect(Math.abs((card ?? 0) - (felt ?? 0))).toBeLessThan(12);
  }
});
