import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { House, PHONE } from "./house";
import { byMouse, decide, playToTheEnd } from "./player";
import { against, gather, GAMES, PADS, short, sitDown } from "./table";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name }).first().click();

describe("axe finds nothing, in either theme", () => {
  test.each(["/", "/rules", "/rules/three", "/rules/karma#KARMA-10", "/pad", "/new/gap", "/new/karma/device", "/me", "/replay", "/nowhere"])("on %s", async (path) => {
    const { page, errors } = await house.visit(path);
    await page.waitForSelector("main");
    await page.waitForLoadState("networkidle"); // its code and what it asks the server for are there
    expect(await violations(page)).toEqual([]);
    expect(errors.filter((error) => !error.includes("401"))).toEqual([]);
  });

  test("in the settings", async () => {
    const { page } = await house.visit();
    await press(page, "Settings");
    expect(await violations(page)).toEqual([]);
  });

  test.each(PADS)("on the score pad of %s", async (game) => {
    const { page } = await house.visit(`/pad/${game}`);
    await page.getByRole("button", { name: "Start writing" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await press(page, "Start writing");
    await page.getByRole("button", { name: /Write round 1|Count the collections/ }).click();
    expect(await violations(page)).toEqual([]);
    await press(page, "Write down");
    expect(await violations(page)).toEqual([]);
  });

  test.each(GAMES)("at a table of %s, wide and on a phone", async (game) => {
    const { page } = await house.visit();
    await sitDown(page, { game, seats: against(2) });
    await page.waitForSelector(".prompt.asked");
    expect(await violations(page)).toEqual([]);
    await decide(page, byMouse);
    await page.waitForSelector(".prompt.asked"); // the bots are done
    await page.setViewportSize(PHONE.viewport ?? { width: 390, height: 844 });
    expect(await violations(page)).toEqual([]);
  });

  test("in the waiting room, at the door, in the table's menu, while a move is to be taken back", async () => {
    const { page } = await house.visit("/new/gap");
    await page.getByText("More options").click();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel("Your name").fill("Eva");
    await press(page, "Open the table");
    const link = await page.getByRole("textbox", { name: "Link to the table" }).inputValue();
    expect(await violations(page)).toEqual([]);
    const { page: guest } = await house.visit("/");
    await guest.goto(link);
    await guest.getByLabel("Your name").waitFor();
    expect(await violations(guest)).toEqual([]);

    const { visits } = await gather(house, { game: "three", options: { starter: 1 }, take_backs: true }, [{ name: "Bob" }]);
    const [eva, bob] = visits.map(({ page }) => page) as [Page, Page];
    await press(eva, "At the table");
    expect(await violations(eva)).toEqual([]);
    await press(eva, "Close");
    await decide(eva, byMouse);
    await press(eva, "Take back the last move");
    await bob.getByRole("button", { name: "Agree", exact: true }).waitFor();
    expect(await violations(bob)).toEqual([]);
  });

  test("behind the curtain, at the end of a round and of the game, and in its replay", async () => {
    const { page: shared } = await house.visit("/new/gap/device");
    await press(shared, "Open the table");
    await shared.getByRole("button", { name: "Show my cards" }).or(shared.locator(".prompt.asked")).first().waitFor();
    expect(await violations(shared)).toEqual([]);

    const { page } = await house.visit();
    await sitDown(page, { game: "gap", seats: against(1), options: short("gap") });
    let rounds = 0;
    await playToTheEnd(page, async (page, what) => {
      if (what.startsWith(".ending") && rounds++ === 0) expect(await violations(page)).toEqual([]);
      await byMouse(page, what);
    });
    expect(rounds).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
    await page.locator(".ending a[href^='/replay/']").click();
    await page.waitForSelector("input[type=range]");
    expect(await violations(page)).toEqual([]);
  });
});
