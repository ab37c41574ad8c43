import type { Page, Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { askPython, House, PHONE } from "./house";
import { byArrows, byMouse, byTouch, decide, goOn, type Press } from "./player";
import { against, GAMES, sitDown } from "./table";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

interface Decision {
  notation: string; // as it is typed
  cards: string[]; // that are picked for it
  button: string; // what the button says that makes it
}

interface Step {
  id: string;
  decisions: Decision[];
  learnt: string;
}

const courses = new Map<string, Step[]>();
function courseOf(game: string): Step[] {
  const known = courses.get(game) ?? (askPython("tests.browser.solutions", game) as Step[]);
  courses.set(game, known);
  return known;
}

const told = (page: Page): Promise<string> => page.locator(".answer").innerText();
const NEXT = ".step footer .main";

/** By its corner: in a large hand the next card covers the rest. */
async function pick(page: Page, card: string, press: Press): Promise<void> {
  const place = page.locator(card).first();
  const corner = { position: { x: 10, y: 20 } };
  await (press === byTouch ? place.tap(corner) : place.click(corner));
}

/** Picks the cards, and presses what then makes the decision, unless it is made already. */
async function pressed(page: Page, { cards, notation, button }: Decision, press: Press): Promise<void> {
  const before = await told(page);
  const made = async (): Promise<boolean> => (await told(page)) !== before;
  let sent = false;
  const hear = (request: Request): void => void (sent ||= request.method() === "POST" && request.url().includes("/course/"));
  page.on("request", hear);
  for (const card of cards) {
    if (sent) break;
    const place = `[data-card="${card}"]`;
    const unseen = card.startsWith("?") ? ", .places .down button" : "";
    await pick(page, `main :is(.hand .spot${place}, .row ${place} .card-button, .places ${place} button${unseen}):not(.picked)`, press);
  }
  await page.waitForTimeout(150); // if the cards alone make it, it is on its way by now
  page.off("request", hear);
  if (sent) return expect.poll(made).toBe(true);
  const whom = />(\d)$/.exec(notation)?.[1];
  const owner = /^take (\d)$/.exec(notation)?.[1];
  const offers = [
    `.prompt .buttons .button:text-is(${JSON.stringify(button.replace(/\.$/, ""))})`,
    ...(whom ? [`.opponent[aria-label="Player ${whom}"] > .button`] : []),
    ...(owner ? [`.lying[data-drop="set:${Number(owner) - 1}"] .offer`] : []),
    ".own .offer",
    ".deck button[aria-label]",
  ];
  for (const offer of offers) {
    if ((await page.locator(offer).count()) === 0) continue;
    await press(page, offer);
    if (await page.getByText("really?").count()) await press(page, offer);
    break;
  }
  await expect.poll(made).toBe(true);
}

/** Typed, as records write it: all a keyboard needs. */
async function typed(page: Page, { notation }: Decision): Promise<void> {
  const before = await told(page);
  await page.keyboard.type(notation);
  await page.keyboard.press("Enter");
  await expect.poll(() => told(page)).not.toBe(before);
}

/** From the first step to the door of the real game. */
async function take(page: Page, game: string, made: (page: Page, decision: Decision) => Promise<void>, press: Press): Promise<void> {
  for (const [place, { decisions, learnt }] of courseOf(game).entries()) {
    await page.getByText(`Step ${place + 1} of`).waitFor();
    for (const decision of decisions) {
      await page.waitForSelector(".prompt.asked");
      await made(page, decision);
    }
    if (decisions.length === 0) return;
    await page.getByText(learnt).waitFor();
    await press(page, NEXT);
  }
}

describe.each(GAMES)("the course of %s", (game) => {
  test("is done with the mouse, ends in a real game with coach marks that fade, and is offered no more", async () => {
    const { page, errors } = await house.visit(`/learn/${game}`);
    await page.waitForSelector(".looked-at");
    expect(await violations(page)).toEqual([]);
    await take(page, game, (page, decision) => pressed(page, decision, byMouse), byMouse);
    await page.getByRole("button", { name: "Play the game" }).click();
    const seen: string[] = [];
    const ink: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      await page.waitForSelector(".prompt.asked, .ending .buttons .main");
      if (await goOn(page, byMouse)) await page.waitForSelector(".prompt.asked"); // a round may be short
      const mark = page.locator(".coach");
      await mark.waitFor();
      await page.locator("main .looked-at").first().waitFor({ state: "attached" });
      if (turn === 0) expect(await violations(page)).toEqual([]);
      seen.push(await mark.innerText());
      ink.push(await mark.evaluate((element) => Number(element.style.opacity)));
      await decide(page, byMouse);
    }
    expect(new Set(seen).size).toBe(3);
    expect(ink).toEqual([...ink].sort((a, b) => b - a));
    expect(ink[0]).toBeGreaterThan(ink[2] ?? 1);
    await page.waitForSelector(".prompt.asked, .ending");
    expect(await page.locator(".coach, main .looked-at").count()).toBe(0);
    await page.goto(house.url);
    await page.getByRole("button", { name: /^Play now/ }).first().waitFor();
    expect(await page.locator(`article a.button[href="/learn/${game}"]`).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test("is done by keyboard alone", async () => {
    const { page, errors } = await house.visit(`/learn/${game}`);
    await take(page, game, typed, byArrows);
    await byArrows(page, ".step .button.main");
    await page.waitForSelector(".prompt.asked");
    expect(errors).toEqual([]);
  });

  test("is done by touch on a phone", async () => {
    const { page, errors } = await house.visit(`/learn/${game}`, PHONE);
    await page.waitForSelector(".prompt.asked");
    expect(await violations(page)).toEqual([]);
    await take(page, game, (page, decision) => pressed(page, decision, byTouch), byTouch);
    await byTouch(page, ".step .button.main");
    await page.locator(".coach").waitFor();
    const box = await page.locator(".coach").boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 844).toBe(true);
    expect(errors).toEqual([]);
  });
});

describe("in a course", () => {
  const GAP = "/learn/gap";

  test("what the rules allow but the step does not want is shown, told and taken back", async () => {
    const { page } = await house.visit(GAP);
    await page.waitForSelector(".prompt.asked");
    const hand = (): Promise<number> => page.locator(".hand .spot").count();
    expect(await hand()).toBe(6);
    await byMouse(page, ".hand .spot[data-card='8r']");
    await page.getByText("Those were neighbours").waitFor();
    expect(await told(page)).toMatch(/You take 2 cards[^]*Those were neighbours/); // what it brings, then what that means
    expect(await hand()).toBe(5);
    expect((await page.locator(".prompt .question").innerText()).trim()).toBe("Waiting for Player 2"); // the game is not over
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Try again" }).click();
    expect(await hand()).toBe(6);
    await page.waitForSelector(".prompt.asked");
  });

  test("one may ask, skip, go back, repeat, leave and come back", async () => {
    const { page } = await house.visit(GAP);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByText("Play your yellow 2.").waitFor();
    await page.getByRole("button", { name: "Skip" }).click();
    await page.getByText("Step 2 of 7").waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByText("Step 1 of 7").waitFor();
    await byMouse(page, ".hand .spot[data-card='2y']");
    await page.getByRole("button", { name: "Once more" }).click();
    await page.waitForSelector(".hand .spot[data-card='2y']");
    await page.goto(house.url);
    await page.getByRole("link", { name: /^Learn to play: GAP/ }).click();
    await page.getByText("Step 2 of 7").waitFor(); // the first is done
  });

  test("a rule opens over the step, with a link to the step that teaches it; nothing is lost", async () => {
    const { page } = await house.visit(GAP);
    await byMouse(page, ".hand .spot[data-card='2y']");
    await page.locator(".answer a.rule").first().click();
    const sheet = page.getByRole("dialog");
    const link = sheet.locator(".target").getByRole("link", { name: /Try it out/ });
    expect(await link.getAttribute("href")).toMatch(/^\/learn\/gap#GAP-/);
    expect(await link.getAttribute("target")).toBe("_blank");
    await page.keyboard.press("Escape");
    await page.locator(".learnt").waitFor();
  });

  test("coach marks can be put away, and a reload does not bring them back", async () => {
    const { page } = await house.visit(`${GAP}#game`);
    await page.getByRole("button", { name: "Play the game" }).click();
    await page.locator(".coach").waitFor();
    await page.reload();
    await page.locator(".coach").waitFor(); // the same one: nothing was decided
    await page.getByRole("button", { name: "No more tips" }).click();
    expect(await page.locator(".coach").count()).toBe(0);
    await page.reload();
    await page.waitForSelector(".prompt.asked");
    await page.waitForTimeout(300);
    expect(await page.locator(".coach").count()).toBe(0);
  });
});

test.each([
  ["three", "colours"],
  ["three", "score"],
  ["dnup", "add"],
])("on a small phone what came of a try in %s, %s, is in sight with what it means", async (game, id) => {
  const { page } = await house.visit(`/learn/${game}#${id}`, { ...PHONE, viewport: { width: 390, height: 664 } });
  const step = courseOf(game).find((step) => step.id === id);
  for (const decision of step?.decisions ?? []) {
    await page.waitForSelector(".prompt.asked");
    await typed(page, decision);
  }
  await page.locator(".learnt").waitFor();
  const cut = await page.evaluate(() => {
    const top = document.querySelector(".step")?.getBoundingClientRect().top ?? 0;
    const foot = document.querySelector(".step footer")?.getBoundingClientRect().top ?? 0;
    return [...document.querySelectorAll(".learnt, .brought")].map((part) => part.getBoundingClientRect()).filter((box) => box.height === 0 || box.top < top || box.bottom > foot + 1);
  });
  expect(cut).toEqual([]);
});

test("a refusal at a table leads to the step that teaches its rule, in a tab of its own", async () => {
  const { page } = await house.visit();
  await sitDown(page, { game: "karma", seats: against(1) });
  for (let turns = 0; turns < 60; turns++) {
    await page.waitForSelector(".prompt.asked");
    const idle = page.locator(".hand .idle");
    if ((await page.locator(".hand .usable").count()) > 0 && (await idle.count()) > 0) break;
    await decide(page, byMouse);
  }
  await page.mouse.move(5, 5);
  await page.locator(".hand .idle").first().hover({ position: { x: 10, y: 20 } });
  const link = page.locator(".effects a.try");
  await link.waitFor();
  await page.mouse.down();
  await page.mouse.up();
  await link.hover(); // what was pressed stays refused while one goes to the link
  expect(await link.getAttribute("href")).toMatch(/\/learn\/karma#KARMA-\d+$/);
  expect(await link.getAttribute("target")).toBe("_blank");
});
