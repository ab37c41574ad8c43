/** My devices, what a stranger is told, and a table whose cards somebody chose, as a visitor sees them. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { House, PHONE } from "./house";
import { byMouse, playToTheEnd } from "./player";
import { against, sitDown } from "./table";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

/** Where pictures go if anyone wants to look. */
const shots = process.env["SHOTS"];
if (shots) mkdirSync(shots, { recursive: true });

test("a device is signed out from another", async () => {
  const { page, errors } = await house.visit("/");
  await page.request.put(`${house.url}/api/me`, { data: { name: "Eva" } });
  const { secret } = (await (await page.request.post(`${house.url}/api/me/move`)).json()) as { secret: string };
  const phone = await house.visit(`/move#${secret}`, PHONE);
  await phone.page.getByText("This device", { exact: true }).waitFor();
  await page.goto(`${house.url}/me`);
  const list = page.locator("section", { has: page.getByRole("heading", { name: "My devices" }) });
  await expect.poll(() => list.getByRole("listitem").count()).toBe(2);
  if (shots) await page.screenshot({ path: join(shots, "devices.png"), fullPage: true });
  if (shots) await phone.page.screenshot({ path: join(shots, "devices-phone.png"), fullPage: true });
  await list.getByRole("button", { name: /^Sign out: Chrome/ }).click();
  await list.getByText("Signed out.").waitFor();
  expect(await list.getByRole("listitem").count()).toBe(1);
  expect(await (await phone.page.request.get(`${house.url}/api/me`)).json()).toEqual({ name: null });
  expect(errors).toEqual([]);
});

test("a game that goes on from a chosen position says so on the board, in the list and to who is invited", async () => {
  const { page, errors } = await house.visit("/");
  await sitDown(page, { game: "gap", seats: against(1), options: { rounds: 1 } });
  await playToTheEnd(page, byMouse);
  const finished = (await page.getAttribute("a[href^='/replay/']", "href")) ?? "";
  const record = await (await page.request.get(`${house.url}/api/tables/${finished.slice("/replay/".length)}/record`)).text();
  const seats = [{ kind: "host" }, { kind: "link" }];
  const start = { record, round: 1, entry: 1 };
  const opened = await page.request.post(`${house.url}/api/tables`, { data: { game: "gap", seats, start } });
  const { id, secret } = (await opened.json()) as { id: string; secret: string };
  const long = "The cards are not shuffled here";
  await page.goto(`${house.url}/t/${id}`);
  await page.getByText(long).waitFor();
  const guest = await house.visit(`/t/${id}#${secret}`, PHONE);
  await guest.page.getByText(long).waitFor();
  if (shots) await guest.page.screenshot({ path: join(shots, "joining-phone.png") });
  await guest.page.getByLabel("Your name").fill("Jan");
  await guest.page.getByRole("button", { name: "Sit down" }).click();
  const badge = guest.page.locator(".arranged");
  await expect.poll(() => badge.textContent()).toBe("Chosen position");
  expect(await badge.getAttribute("title")).toContain(long);
  if (shots) await guest.page.screenshot({ path: join(shots, "board-phone.png") });
  if (shots) await page.screenshot({ path: join(shots, "board.png") });
  await page.goto(house.url);
  await page.locator("li .arranged").waitFor();
  if (shots) await page.screenshot({ path: join(shots, "list.png") });
  expect([...errors, ...guest.errors]).toEqual([]);
});

describe("who has only half of an address is told what is missing, and finds home", () => {
  test.each([
    ["/nowhere", "There is no such page"],
    ["/t", "You need an invitation to this table"],
    ["/t/AAAAAAAAAAAAAAAAAAAAAA", "You need an invitation to this table"],
    ["/replay/AAAAAAAAAAAAAAAAAAAAAA", "You need a link to this replay"],
  ])("%s", async (path, title) => {
    const { page } = await house.visit(path);
    await page.getByRole("heading", { name: title }).waitFor();
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("button", { name: "Play now: GAP" }).waitFor();
  });

  test("a private table is told as one that does not exist, also its replay; the link from its end opens for anyone", async () => {
    const { page: eva } = await house.visit("/");
    const { id } = await sitDown(eva, { game: "gap", seats: against(1), options: { rounds: 1 } });
    const told = async (path: string): Promise<string> => {
      const { page } = await house.visit(path, PHONE);
      return page.locator("main [role=alert]").innerText();
    };
    expect(await told(`/t/${id}`)).toBe(await told("/t/AAAAAAAAAAAAAAAAAAAAAA"));
    expect(await told(`/replay/${id}`)).toBe(await told("/replay/AAAAAAAAAAAAAAAAAAAAAA"));
    await playToTheEnd(eva, byMouse);
    expect(await told(`/replay/${id}`)).toBe(await told("/replay/AAAAAAAAAAAAAAAAAAAAAA"));

    await eva.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await eva.getByRole("button", { name: "Share the replay" }).click();
    await eva.getByRole("button", { name: "Copied" }).waitFor();
    const link = new URL(await eva.evaluate(() => navigator.clipboard.readText()));
    const { page: bob, errors } = await house.visit(link.pathname + link.hash);
    await bob.waitForSelector("input[type=range]");
    const faces = await bob.locator(".opponent").evaluateAll((panels) => panels.map((panel) => panel.querySelector(".bot") !== null));
    expect(faces).toEqual([true]); // Eva's place is below; the bot has a bot's face
    expect(errors).toEqual([]);
  });
});
