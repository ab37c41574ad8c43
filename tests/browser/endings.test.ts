import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { House } from "./house";
import { byMouse, decide, playToTheEnd } from "./player";
import { against, gather, publicZones, sitDown } from "./table";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

const ending = (page: Page): Locator => page.locator("section.ending");
const heading = (page: Page): Promise<string> => ending(page).getByRole("heading").innerText();
const standing = (page: Page): Promise<string[]> => ending(page).locator(".reckoning :is(th[scope=col], .total td)").allInnerTexts();
const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();

/** All play, whoever is asked, until the round is over; nobody goes on. */
async function playRound(...pages: Page[]): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if ((await Promise.all(pages.map((page) => page.$(".ending")))).every(Boolean)) return;
    for (const page of pages) if (!(await page.$(".ending")) && (await page.$(".prompt.asked"))) await decide(page, byMouse);
    await pages[0]?.waitForTimeout(30);
  }
  throw new Error("the round does not end");
}

test("the end of a round has its number, stays over a reload, and bots wait behind it", async () => {
  const { page, errors, frames } = await house.visit();
  await sitDown(page, { game: "gap", seats: against(2), options: { rounds: 2 } });
  await playRound(page);
  expect(await heading(page)).toBe("End of round 1");
  const won = (await ending(page).locator(".reckoning .total td").allInnerTexts()).filter((told) => told.trim() !== "0"); // of the first round
  expect(await page.locator(".gain").count()).toBe(won.length);
  const [scores, table, heard] = [await standing(page), await publicZones(page), frames.length];
  await page.waitForTimeout(1500);
  expect(frames.slice(heard).filter((frame) => frame.includes('"update"'))).toEqual([]);

  await page.reload();
  await ending(page).waitFor();
  expect([await heading(page), await standing(page), await publicZones(page)]).toEqual(["End of round 1", scores, table]);
  await page.locator(".gain").first().click();
  await ending(page).locator("td.pointed").first().waitFor(); // the column of who was pressed
  expect(await ending(page).locator("tbody a[href^='/rules/gap']").count()).toBeGreaterThan(0);

  await press(page, "Look at the table");
  await ending(page).waitFor({ state: "detached" });
  await press(page, "Result");
  expect(await heading(page)).toBe("End of round 1");
  await press(page, "Next round");
  await ending(page).waitFor({ state: "detached" });
  await playRound(page);

  expect(await heading(page)).toMatch(/^You (win|share|came)/);
  expect(await ending(page).locator("figure tbody tr").count()).toBe(2);
  const last = await heading(page);
  await press(page, "Look at the table");
  await page.reload();
  await ending(page).waitFor();
  expect(await heading(page)).toBe(last);
  for (const name of ["Replay", "Another game"]) expect(await ending(page).getByRole("link", { name }).count()).toBe(1);
  expect(await ending(page).getByRole("button", { name: "Rematch" }).count()).toBe(1);
  expect(errors).toEqual([]);
});

test("two people go on together, and a spectator sees who is waited for", async () => {
  const { link, visits } = await gather(house, { game: "gap", options: { rounds: 2 } }, [{ name: "Bob" }]);
  const [eva, bob] = visits.map(({ page }) => page) as [Page, Page];
  const { page: dana } = await house.visit();
  await dana.goto(link);
  await dana.waitForSelector(".prompt");
  await playRound(eva, bob);
  expect(await heading(dana)).toBe("End of round 1");
  expect(await dana.getByRole("button", { name: "Next round" }).count()).toBe(0);
  await press(eva, "Next round");
  for (const page of [eva, dana]) await ending(page).getByText("Waiting for Bob", { exact: true }).waitFor();
  await press(bob, "Next round");
  for (const page of [eva, bob, dana]) await ending(page).waitFor({ state: "detached" });
});

test("a rematch is asked for, withdrawn, asked for again and joined; the series is counted", async () => {
  const { id, visits } = await gather(house, { game: "gap", options: { rounds: 1 } }, [{ name: "Bob" }]);
  const [eva, bob] = visits.map(({ page }) => page) as [Page, Page];
  await playRound(eva, bob);
  await press(eva, "Rematch");
  await eva.getByText("Waiting for Bob").waitFor();
  await bob.getByText("Eva asks for a rematch.").waitFor();
  await press(eva, "Cancel");
  await eva.waitForURL((url) => url.pathname === `/t/${id}`);
  await ending(eva).waitFor();
  await bob.getByText("Eva asks for a rematch.").waitFor({ state: "detached" });
  await bob.getByRole("button", { name: "Rematch", exact: true }).waitFor();

  await press(eva, "Rematch");
  await press(bob, "Join the rematch");
  await Promise.all([eva, bob].map((page) => page.waitForSelector(".hand button")));
  expect(new URL(eva.url()).pathname).toBe(new URL(bob.url()).pathname);
  await playRound(eva, bob);
  const won = (await ending(eva).locator(".series td").allInnerTexts()).map((text) => Number(/(\d+) ×/.exec(text)?.[1]));
  expect(won).toHaveLength(2);
  expect(won.reduce((sum, games) => sum + games, 0)).toBeGreaterThanOrEqual(2);
});

test("who declines a rematch frees the seat, and the asker sees it", async () => {
  const { visits } = await gather(house, { game: "gap", options: { rounds: 1 } }, [{ name: "Bob" }]);
  const [eva, bob] = visits.map(({ page }) => page) as [Page, Page];
  await playRound(eva, bob);
  await press(eva, "Rematch");
  await press(bob, "No, thanks");
  await bob.getByText("Eva asks for a rematch.").waitFor({ state: "detached" });
  await eva.getByText("free seat", { exact: true }).waitFor();
});

test.each(["dnup", "trop", "karma", "three"])("%s: the last position is seen beside its result", { timeout: 400_000 }, async (game) => {
  const { page, errors } = await house.visit();
  await sitDown(page, { game, seats: against(2), options: game === "trop" ? { target: 30 } : {} });
  await playToTheEnd(page, byMouse);
  expect(await heading(page)).toMatch(/^You (win|share|came|lose)/);
  expect(await page.locator("main .felt, main .board").count()).toBeGreaterThan(0);
  expect(await ending(page).locator(".reckoning th[scope=col]").count()).toBe(3);
  expect(errors).toEqual([]);
});
