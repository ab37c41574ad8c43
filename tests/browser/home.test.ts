import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { House, PHONE } from "./house";
import { byMouse, decide, playToTheEnd, toldOn } from "./player";
import { against, gather, sitDown } from "./table";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

/** What the page asks for there is not answered until the test says so. */
async function hold(page: Page, path: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(path, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

describe("home", () => {
  test("shows a newcomer where to start, and afterwards the table that waits", async () => {
    const { page, errors } = await house.visit();
    await page.getByRole("button", { name: "Play a first game" }).click();
    await page.waitForSelector(".hand button");
    const table = new URL(page.url()).pathname;
    await page.getByRole("link", { name: "Home" }).click();
    const again = page.getByRole("region", { name: "Continue" }).getByRole("link").first();
    expect(await again.getAttribute("href")).toBe(table);
    expect(await page.getByRole("button", { name: "Play a first game" }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await again.click();
    await page.waitForSelector(".hand button");
    expect(errors.filter((error) => !error.includes("401"))).toEqual([]);
  });

  test("remembers for each game against how many bots of which level one plays", async () => {
    const { page } = await house.visit();
    const tile = page.getByRole("article").filter({ hasText: "GAP" });
    await tile.getByRole("button", { name: "Opponents" }).click();
    await tile.getByRole("spinbutton", { name: "Number of bots" }).fill("9");
    const level = tile.getByRole("spinbutton", { name: "Level of the bots" });
    await level.press("ArrowDown");
    expect(await level.getAttribute("aria-valuetext")).toBe("easy");
    expect(await tile.getByRole("spinbutton", { name: "Number of bots" }).inputValue()).toBe("5"); // as many as there can be
    await tile.getByRole("button", { name: "Number of bots: one less" }).click();
    await tile.getByRole("button", { name: /Play now/ }).click();
    await expect.poll(() => page.locator(".opponent").count()).toBe(4);
    expect(await page.locator("[data-resting]").count()).toBe(1); // it has not moved since: no card tells of itself
    await page.mouse.move(700, 400);
    await expect.poll(() => page.locator("[data-resting]").count()).toBe(0);
    await page.goto(house.url);
    await tile.getByRole("button", { name: "Opponents" }).click();
    expect(await tile.getByRole("spinbutton", { name: "Number of bots" }).inputValue()).toBe("4");
    expect(await level.innerText()).toBe("easy");
  });

  test("on a phone shows two games at a time; whom one plays is unfolded", async () => {
    const { page } = await house.visit("/", { ...PHONE, viewport: { width: 390, height: 664 } });
    const tiles = page.getByRole("article");
    const heights = await tiles.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(0.4 * 664);
    const level = tiles.first().getByRole("spinbutton", { name: "Level of the bots" });
    expect(await level.count()).toBe(0);
    await tiles.first().getByRole("button", { name: "Opponents" }).tap();
    expect(await level.isVisible()).toBe(true);
    expect(await violations(page)).toEqual([]);
  });

  test("keeps its place for the table that waits: nothing jumps when it is known", async () => {
    const { page } = await house.visit();
    await sitDown(page, { game: "gap", seats: against(1) });
    await page.waitForSelector(".hand button");
    await page.goto(house.url);
    await page.getByRole("region", { name: "Continue" }).waitFor();
    const release = await hold(page, "**/api/me/tables");
    await page.goto(house.url);
    const top = async (): Promise<number> => (await page.getByRole("article").first().boundingBox())?.y ?? NaN;
    const before = await top();
    release();
    await page.getByRole("region", { name: "Continue" }).waitFor();
    expect(Math.abs((await top()) - before)).toBeLessThan(12);
  });

  test("a table that takes its time is told to be on its way, wherever it was asked for", async () => {
    const { page } = await house.visit("/new/gap/device");
    const release = await hold(page, "**/api/tables");
    await page.getByRole("button", { name: "Open the table" }).click();
    await page.getByRole("status").getByText("Opening the table").waitFor();
    release();
    await page.waitForURL(/\/t\//);
    await expect.poll(() => page.getByText("Opening the table").count()).toBe(0);
  });

  test("tells how a finished game ended, and that it was practice", async () => {
    const { page } = await house.visit();
    await sitDown(page, { game: "gap", seats: against(1), options: { rounds: 1, starter: 1 } });
    await page.waitForSelector(".prompt.asked");
    await decide(page, byMouse);
    await page.waitForSelector(".prompt.asked");
    await page.getByRole("button", { name: "Take back the last move" }).click();
    await page.getByText("practice").waitFor();
    await playToTheEnd(page, byMouse);
    await page.goto(house.url);
    const line = page.getByRole("region", { name: "Finished games" }).getByRole("listitem").first();
    expect(await line.innerText()).toMatch(/GAP[^]*(won|lost|shared)[^]*practice[^]*Bruno/);
    expect(await violations(page)).toEqual([]);
  });
});

describe("taking back against bots", () => {
  test("goes to the start of the round; then the button is dark, and no error was shown", async () => {
    const { page, errors } = await house.visit();
    await sitDown(page, { game: "gap", seats: against(2), options: { starter: 1 } });
    const undo = page.getByRole("button", { name: "Take back the last move" });
    await page.waitForSelector(".prompt.asked");
    expect(await undo.isDisabled()).toBe(true);
    for (let turns = 0; turns < 3; turns++) {
      await decide(page, byMouse);
      await page.waitForSelector(".prompt.asked");
    }
    const hand = page.locator(".hand button");
    while ((await hand.count()) < 6) {
      const before = await toldOn(page);
      await undo.click();
      await expect.poll(() => toldOn(page)).not.toEqual(before);
      await page.waitForSelector(".prompt.asked");
    }
    await expect.poll(() => undo.isDisabled()).toBe(true);
    expect(await hand.count()).toBe(6);
    expect(await page.locator(".refusal").count()).toBe(0);
    expect(errors.filter((error) => !error.includes("401"))).toEqual([]);
  });
});

describe("among friends", () => {
  test("a name is asked once: not alone, and not again at the next table", async () => {
    const { page } = await house.visit();
    await page.getByRole("button", { name: "Play now: GAP" }).click();
    await page.waitForSelector(".hand button");
    await page.goto(`${house.url}/new/gap`);
    await page.getByRole("button", { name: "Open the table" }).click(); // nothing happens: the name is missing
    await page.getByLabel("Your name").fill("Dana");
    await page.getByRole("button", { name: "Open the table" }).click();
    await page.getByRole("list", { name: "Seats" }).getByText("Dana").waitFor();
    await page.goto(`${house.url}/new/gap`);
    await page.getByRole("button", { name: "Open the table" }).waitFor();
    expect(await page.getByLabel("Your name").count()).toBe(0);
    await page.getByRole("button", { name: "Settings" }).click();
    await expect.poll(() => page.getByLabel("Your name").inputValue()).toBe("Dana");
  });

  test("one sees who is here, hears what they say, and nudges who does not move", async () => {
    const { visits, link } = await gather(house, { game: "gap", options: { starter: 1 } }, [{ name: "Bob" }]);
    const [eva, bob] = visits.map(({ page }) => page) as [Page, Page];
    const panel = (page: Page, name: string) => page.getByRole("region", { name });
    await expect.poll(() => panel(bob, "Eva").innerText()).toContain("is thinking");
    await expect.poll(() => panel(eva, "Bob").innerText()).toContain("is here");

    await bob.getByRole("button", { name: "At the table" }).click();
    const phrase = bob.getByRole("dialog").locator(".phrases button").first();
    const said = await phrase.innerText();
    await phrase.click();
    await panel(eva, "Bob").locator(".bubble").getByText(said).waitFor();

    await bob.getByRole("button", { name: "At the table" }).click();
    await bob.getByRole("button", { name: "Nudge Eva" }).click();
    await eva.getByText("Bob is waiting for your move.").waitFor();
    expect(await violations(eva)).toEqual([]);

    const { page: cyd } = await house.visit("/", PHONE);
    await cyd.goto(link);
    await cyd.getByText("You are watching.").first().waitFor();
    await eva.getByText("1 spectator", { exact: true }).waitFor({ state: "attached" });
    expect(await violations(cyd)).toEqual([]);

    await eva.goto(house.url);
    await eva.getByRole("region", { name: "Continue" }).getByText("they are waiting for you").waitFor();
    await expect.poll(() => panel(bob, "Eva").innerText()).toContain("is away");
  });
});
