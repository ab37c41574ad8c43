import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { TableLine } from "../../web/protocol";
import { violations } from "./axe";
import { House, PHONE } from "./house";
import { askDevice, keeper, playNow } from "./keeper";
import { byArrows, byMouse, byTouch, decide, playToTheEnd } from "./player";
import { GAMES } from "./table";

const house = new House();
beforeAll(() => house.open("kartarna", "device"));
afterEach(() => house.empty());
afterEach(() => house.serve());
afterAll(() => house.close());

/** This text stands on the page for all to see. */
async function seen(page: Page, text: string): Promise<void> {
  await page.getByText(text).filter({ visible: true }).first().waitFor();
}

describe("when the server is gone for good", () => {
  test("the home page says what works, and every game is played to its end", async () => {
    const desk = await keeper(house);
    const phone = await keeper(house, PHONE);
    await house.stop();
    const { page } = desk;
    await page.goto(house.url);
    await page.getByText("You are offline.").waitFor();
    for (const game of GAMES) {
      await playNow(house, page, game);
      await playToTheEnd(page, byMouse);
    }
    await page.getByRole("link", { name: "Replay" }).click();
    await page.getByRole("button", { name: /Forward|One step/i }).first().waitFor();
    await page.getByRole("button", { name: "This replay" }).click();
    const [record] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download the record" }).click()]);
    await page.goto(`${house.url}/replay`);
    await page.locator("input[type=file]").setInputFiles(await record.path());
    await page.getByRole("button", { name: "This replay" }).click();
    await page.getByRole("button", { name: "Play on from here against bots" }).waitFor();
    await page.goto(`${house.url}/rules/gap`);
    await page.getByText("GAP-1").first().waitFor();
    await playNow(house, page, "trop");
    await playToTheEnd(page, byArrows);
    await playNow(house, phone.page, "gap");
    await phone.page.getByRole("button", { name: "on this device" }).tap();
    await phone.page.getByText("This table is in this browser only").waitFor();
    await phone.page.getByRole("button", { name: "Close" }).tap();
    expect(await violations(phone.page)).toEqual([]);
    await playToTheEnd(phone.page, byTouch);
  }, 600_000);

  test("a lesson, a hint and a take-back are there, whoever prefers the server plays here, and by the name that is known", async () => {
    const { page } = await keeper(house);
    await page.request.put(`${house.url}/api/me`, { data: { name: "Eva" } });
    await playNow(house, page, "karma");
    await seen(page, "Eva");
    await house.stop();
    await page.evaluate(() => localStorage.setItem("kartarna.settings", JSON.stringify({ motion: "none", pace: 0, solo: "server" })));
    await playNow(house, page, "gap");
    await page.waitForSelector(".prompt.asked");
    await page.getByRole("button", { name: /^Hint/ }).click();
    await page.getByText("Look here").first().waitFor();
    const hand = await page.locator(".hand [data-card]").count();
    await decide(page, byMouse);
    await page.waitForSelector(".prompt.asked");
    await page.getByRole("button", { name: "Take back" }).click();
    await expect.poll(() => page.locator(".hand [data-card]").count()).toBe(hand);
    await seen(page, "Eva");
    await page.goto(`${house.url}/learn/gap`);
    await page.locator(".learn main [data-card]").first().waitFor();
  });

  test("friends share the device, each behind a curtain; a new name is taken", async () => {
    const { page } = await keeper(house);
    await house.stop();
    await page.goto(`${house.url}/new/gap/device`);
    await page.getByRole("spinbutton", { name: "Number of players" }).fill("2");
    await page.keyboard.press("Tab");
    await page.getByPlaceholder("Your name").fill("Eva");
    await page.getByPlaceholder("name", { exact: true }).fill("Adam");
    await page.getByRole("button", { name: "Open the table" }).click();
    const curtain = page.getByRole("button", { name: "Show my cards" });
    const hide = page.getByRole("button", { name: "Hide my cards" });
    for (let turns = 0; turns < 3; turns++) {
      await curtain.click();
      await page.waitForSelector(".hand button");
      while (!(await hide.isVisible())) if (await page.$(".prompt.asked")) await decide(page, byMouse);
      await hide.click();
    }
    const { seats } = (await askDevice(page, new URL(page.url()).pathname.replace("/t/", "/tables/"))) as TableLine;
    expect(seats.map(({ name }) => name)).toEqual(["Eva", "Adam"]);
  });
});

test("where the network carries nothing, the app opens all the same, says so, and plays", async () => {
  const { page } = await keeper(house);
  await playNow(house, page, "gap");
  house.fallSilent();
  await page.goto(house.url);
  await page.getByText("You are offline.").waitFor();
  await page.getByRole("region", { name: "Continue" }).getByText("on this device").waitFor();
  await page.goto(`${house.url}/new/gap/device`);
  await page.getByRole("button", { name: "Open the table" }).waitFor();
  await playNow(house, page, "karma");
  await page.waitForSelector(".prompt.asked");
});
