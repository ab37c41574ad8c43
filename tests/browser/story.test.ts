import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { House, PHONE } from "./house";
import { byMouse, byTouch, decide, playToTheEnd, toldOn, goOn } from "./player";
import { against, gather, GAMES, sitDown } from "./table";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

/** Some decisions against bots, then it is one's turn again. */
async function played(page: Page, game: string, decisions: number): Promise<{ id: string; link: string }> {
  const place = await sitDown(page, { game, seats: against(2), options: game === "gap" ? { rounds: 3 } : {} });
  for (let made = 0; made < decisions; made++) {
    await page.waitForSelector(".prompt.asked");
    await decide(page, byMouse);
  }
  await page.waitForSelector(".prompt.asked");
  return place;
}

const since = (page: Page): Promise<string[]> => page.locator("aside .since dl > div").allTextContents();

/** The log from the last deal on. */
async function ofRound(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const log = [...document.querySelectorAll("aside .log h3, aside .log li")];
    const from = log.findLastIndex(({ tagName }) => tagName === "H3");
    return log.slice(from).map((line) => line.textContent?.trim() ?? "");
  });
}

describe.each(GAMES)("%s", (game) => {
  test("after a reload the log of the round and what the others did are still told", async () => {
    const { page, errors } = await house.visit();
    await played(page, game, 2);
    while ((await since(page)).length < 2) { // asked twice in a turn: a card, then a choice of one's own
      await decide(page, byMouse);
      await page.waitForSelector(".prompt.asked");
    }
    const [log, others] = [await ofRound(page), await since(page)];
    expect(log.length).toBeGreaterThan(4);
    expect(others).toHaveLength(2);
    await page.reload();
    await expect.poll(() => ofRound(page)).toEqual(log);
    expect(await since(page)).toEqual(others);
    expect(errors).toEqual([]);
  });
});

describe("the log", () => {
  test("a spectator who comes later is told what has happened, and no step of the shuffle", async () => {
    const { visits, link } = await gather(house, { game: "gap" }, [{ name: "Bob" }]);
    const [eva, bob] = visits.map(({ page }) => page) as [Page, Page];
    for (const page of [eva, bob, eva, bob]) if (await page.$(".prompt.asked")) await decide(page, byMouse);
    const { page: dana } = await house.visit();
    await dana.goto(link);
    // To Eva it says "You play", to others "Eva plays".
    const named = (line: string): string =>
      line.replace("You play first", "First to play: Eva").replace(/\b[Yy]ou\b/g, "Eva").replace(/^Eva (play|take|choose|begin)s?\b/i, "Eva $1").toLowerCase();
    const known = async (page: Page): Promise<string[]> => (await ofRound(page)).filter((line) => !line.startsWith("In your hand")).map(named);
    await expect.poll(() => known(dana)).toEqual(await known(eva));
    expect(await dana.locator("aside .since dt").allTextContents()).toEqual(["Eva", "Bob"]);
    expect(await dana.getByRole("button", { name: "Show the whole game" }).count()).toBe(0); // it is all of it
    for (const page of [eva, dana]) expect((await toldOn(page)).filter((line) => /shuffl|hash|reveal/i.test(line))).toEqual([]);
  });

  test("in a later round the rounds before it are told on request", async () => {
    const { page } = await house.visit();
    await sitDown(page, { game: "trop", seats: against(1), options: { target: 60 } });
    await page.waitForSelector(".prompt.asked, .ending");
    while (!(await goOn(page, byMouse))) {
      await page.waitForSelector(".prompt.asked, .ending .buttons .main");
      if (await page.$(".prompt.asked")) await decide(page, byMouse);
    }
    await page.reload();
    await page.waitForSelector("aside .log h3");
    expect(await page.locator("aside .log h3").allTextContents()).toEqual([expect.stringContaining("Round 2")]);
    await page.getByRole("button", { name: "Show the whole game" }).click();
    await page.locator("aside .log h3", { hasText: "Round 1" }).waitFor();
    expect(await page.getByRole("button", { name: "Show the whole game" }).count()).toBe(0);
  });

  test("cards are drawn in it and heard by name; each turn has the name of its player once", async () => {
    const { page } = await house.visit();
    await played(page, "gap", 2);
    const turn = page.locator("aside .turn", { hasText: "You play" }).first();
    expect(await turn.locator(".who").allTextContents()).toHaveLength(0); // the sentence says it: "You …"
    expect(await turn.locator("li").first().textContent()).toMatch(/^You play: (red|green|yellow|blue|purple) \d\.$/);
    expect(await turn.locator("li").first().locator("svg.card").count()).toBe(1);
  });

  test("however long it grows, the page does not: nothing scrolls but the log itself", async () => {
    const { page } = await house.visit();
    await played(page, "gap", 5);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  });

  test("on a phone it opens at the newest line", async () => {
    const { page } = await house.visit("/", PHONE);
    await sitDown(page, { game: "gap", seats: against(3) });
    for (let made = 0; made < 4; made++) {
      await page.waitForSelector(".prompt.asked");
      await decide(page, byTouch);
    }
    await page.waitForSelector(".prompt.asked");
    await page.getByRole("button", { name: "What happened" }).tap();
    const last = page.locator("dialog .log li").last();
    const first = page.locator("dialog .log li").first();
    await expect.poll(() => isInSight(last)).toBe(true);
    expect(await isInSight(first)).toBe(false);
  });

  test("what the others did takes the same room, whatever it was", async () => {
    for (const size of [{}, PHONE]) {
      const { page } = await house.visit("/", size);
      await sitDown(page, { game: "gap", seats: against(3), options: { starter: 1 } });
      await page.waitForSelector(".prompt.asked");
      const strip = page.locator(size === PHONE ? ".prompt .ticker .deeds" : "aside .since .deeds");
      const before = await strip.boundingBox();
      expect(await strip.locator("dd").allTextContents()).toEqual([]); // nothing happened yet, nothing is told
      const moved = async (): Promise<boolean> => (await strip.locator("dd").allTextContents()).filter((deed) => /plays|chooses/.test(deed)).length === 3;
      for (let made = 0; made < 3 && !(await moved()); made++) { // a card may bring a choice of one's own first
        await decide(page, size === PHONE ? byTouch : byMouse);
        await page.waitForSelector(".prompt.asked");
      }
      await expect.poll(moved).toBe(true);
      expect((await strip.boundingBox())?.height).toBe(before?.height);
    }
  });
});

async function isInSight(line: ReturnType<Page["locator"]>): Promise<boolean> {
  return line.evaluate((element) => {
    const { left, top, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + 5, top + height / 2));
  });
}

describe("rules at a table", () => {
  test("open over it, lead from one to another, and close again with nothing lost", async () => {
    const { page, errors } = await house.visit();
    const { id } = await played(page, "gap", 1);
    const log = await toldOn(page);
    let closed = (): void => undefined;
    const late = new Promise<void>((resolve) => (closed = resolve));
    await page.route("**/examples", (asked) => void late.then(() => asked.continue())); // pictures for a book that is closed
    const link = page.locator(".goal a.rule").first();
    await link.click();
    const sheet = page.getByRole("dialog", { name: "GAP" });
    const wanted = (await link.textContent()) ?? "";
    await sheet.locator(`.target#${wanted}`).waitFor();
    await expect.poll(() => isInSight(sheet.locator(`.target#${wanted} a`).first())).toBe(true);
    await sheet.locator("summary", { hasText: "Cards" }).click();
    await sheet.getByRole("link", { name: "GAP-1", exact: true }).click();
    await sheet.locator(".target#GAP-1").waitFor();
    expect(new URL(page.url()).pathname).toBe(`/t/${id}`);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    const pictures = page.waitForResponse("**/examples");
    closed();
    await pictures;
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await toldOn(page)).toEqual(log);
    await decide(page, byMouse);
    expect(errors).toEqual([]);
  });

  test("open in a tab of their own for who asks for that, and are plain links elsewhere", async () => {
    const { page } = await house.visit();
    await played(page, "gap", 1);
    const [tab] = await Promise.all([page.context().waitForEvent("page"), page.locator(".goal a.rule").first().click({ modifiers: ["ControlOrMeta"] })]);
    await tab.locator(".target").waitFor();
    expect(new URL(tab.url()).pathname).toBe("/rules/gap");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await tab.locator("summary", { hasText: "A round" }).click();
    await tab.locator("#GAP-2").getByRole("link", { name: "GAP-2", exact: true }).click();
    await tab.locator(".target#GAP-2").waitFor();
    expect(tab.url()).toMatch(/#GAP-2$/);
  });
});

describe("a finished game", () => {
  async function finished(page: Page): Promise<string> {
    const { id } = await sitDown(page, { game: "gap", seats: against(1), options: { rounds: 1 } });
    await playToTheEnd(page, byMouse);
    await page.goto(`${house.url}/replay/${id}`);
    await page.waitForSelector("input[type=range]");
    return id;
  }
  const place = (page: Page): Promise<string> => page.locator("input[type=range]").inputValue();

  test("a moment of it is shared by a link that opens for a stranger, until it is withdrawn", async () => {
    const { page } = await house.visit();
    const id = await finished(page);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator(".moves li button").nth(5).click();
    await page.getByRole("button", { name: "This replay" }).click();
    await page.getByRole("button", { name: "Link to this moment" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(new RegExp(`/replay/${id}#5\\.[\\w-]{22}$`));

    const { page: dana, errors } = await house.visit();
    await dana.goto(link);
    await dana.waitForSelector("input[type=range]");
    expect(await place(dana)).toBe("5");
    expect(await dana.locator(".opponent .known [data-card], .hand [data-card]").count()).toBeGreaterThan(4); // all cards are open
    await dana.getByRole("button", { name: "One step on" }).click();
    await dana.reload();
    await expect.poll(() => place(dana)).toBe("6");
    await dana.getByRole("button", { name: "This replay" }).click();
    await dana.getByRole("button", { name: "Check the shuffle" }).click();
    await dana.getByText("consistent in itself").or(dana.getByText(/right/)).first().waitFor();
    expect(errors).toEqual([]);
    await dana.goto(`${house.url}/replay/${id}`);
    await dana.getByRole("heading", { name: "You need a link to this replay" }).waitFor();

    await page.getByRole("button", { name: "Withdraw the link" }).click();
    await page.getByRole("button", { name: "Withdraw the link" }).waitFor({ state: "detached" });
    await dana.goto("about:blank");
    await dana.goto(link);
    await dana.getByRole("heading", { name: "You need a link to this replay" }).waitFor();
  });

  test("it runs as fast as one likes, stops when the slider is dragged, and is steered by keys", async () => {
    const { page } = await house.visit();
    await finished(page);
    await page.getByRole("button", { name: "Speed: 1 ×" }).click();
    await page.getByRole("button", { name: "Speed: 2 ×" }).click();
    await page.getByRole("button", { name: "Speed: 4 ×" }).waitFor();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect.poll(() => place(page)).not.toBe("0");
    const slider = (await page.locator("input[type=range]").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(slider.x + 5, slider.y + slider.height / 2);
    await page.mouse.down();
    await page.mouse.move(slider.x + slider.width / 2, slider.y + slider.height / 2, { steps: 4 });
    const at = await place(page);
    await page.waitForTimeout(900); // two steps, if it ran on
    expect(await place(page)).toBe(at);
    await page.mouse.up();
    await page.getByRole("button", { name: "Run", exact: true }).waitFor();

    await page.locator("body").evaluate(() => (document.activeElement as HTMLElement).blur());
    for (const [key, then] of [["Home", 0], ["ArrowRight", 1], ["ArrowRight", 2], ["ArrowLeft", 1]] as const) {
      await page.keyboard.press(key);
      expect(await place(page)).toBe(String(then));
      expect(await page.locator(".moves [aria-current=step]").count()).toBe(1);
    }
    await page.keyboard.press(" ");
    await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
    await page.keyboard.press("End");
    await page.getByRole("button", { name: "Run", exact: true }).waitFor();
    const marked = await page.locator(".moves li").evaluateAll((all) => all.findIndex((move) => move.querySelector("[aria-current=step]")));
    expect(marked).toBe((await page.locator(".moves li").count()) - 1);
  });
});
