import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { House } from "./house";
import type { TableLine } from "../../web/protocol";
import { askDevice, openKeeper, playNow, pressPlay } from "./keeper";
import { byMouse, decide } from "./player";

const house = new House();
const AT_SERVER = /\/t\/[a-z2-7]{16}$/;
beforeAll(() => house.open("kartarna", "device"));
afterEach(() => house.empty());
afterAll(() => house.close());

async function choose(page: Page, changed: Record<string, string>): Promise<void> {
  await page.evaluate((changed) => {
    const kept = JSON.parse(localStorage.getItem("kartarna.settings") ?? "{}") as Record<string, unknown>;
    localStorage.setItem("kartarna.settings", JSON.stringify({ ...kept, ...changed }));
  }, changed);
}

/** The bots that sit at this page's table, as its house says. */
async function botsOf(page: Page): Promise<(string | null)[]> {
  const path = new URL(page.url()).pathname.replace("/t/", "/tables/");
  const { seats } = (await (path.includes("/0") ? askDevice(page, path) : page.evaluate(async (path) => (await fetch(`/api${path}`)).json() as Promise<unknown>, path))) as TableLine;
  return seats.map(({ bot }) => bot);
}

describe("where the compiled rules do not load", () => {
  /** Only the index of their pack is whole. */
  async function slowKeeper(): Promise<Page> {
    const { page } = await openKeeper(house);
    await page.context().route("**/rules.pack", async (route) => {
      const whole = await (await route.fetch()).body();
      await route.fulfill({ body: whole.fill(0, 10_000) });
    });
    return page;
  }

  test("a game against bots is on the server, with the bots that were asked for", async () => {
    const page = await slowKeeper();
    await pressPlay(house, page, "gap", "expert");
    await page.waitForURL(AT_SERVER, { timeout: 60_000 });
    expect(await botsOf(page)).toEqual([null, "expert", "expert"]);
  });

  test("who wants it on this device is told, in both languages, and plays against bots no stronger than those rules bear", async () => {
    const page = await slowKeeper();
    await choose(page, { solo: "device" });
    await playNow(house, page, "gap", "expert");
    await page.getByText("Slow rules").click();
    await page.getByText("the best one has this level: strong").waitFor();
    await page.getByText("The server has all levels").waitFor();
    await page.getByText(/Error/).waitFor(); // why
    expect(await botsOf(page)).toEqual([null, "strong", "strong"]);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".prompt.asked");
    await decide(page, byMouse);
    await page.waitForSelector(".prompt.asked, .ending"); // the bots have answered
    await choose(page, { language: "cs" });
    await page.reload();
    await page.getByText("Pomalá pravidla").click({ timeout: 60_000 }); // both kinds of rules are loaded anew
    await page.getByText("nejlepší má úroveň: silný").waitFor();
  });
});

test("where the house cannot be opened, the game is on the server", async () => {
  const { page } = await openKeeper(house);
  await page.context().route("**/pyodide.asm.wasm", (route) => route.abort());
  await pressPlay(house, page, "gap");
  await page.waitForURL(AT_SERVER, { timeout: 60_000 });
});

test("where nothing else answers, it is told why the house cannot be opened", async () => {
  const { page } = await openKeeper(house);
  await page.context().route("**/pyodide.asm.wasm", (route) => route.abort());
  await page.context().route("**/api/tables", (route) => route.abort());
  await pressPlay(house, page, "gap");
  await page.getByText("This device cannot play by itself").waitFor();
});

const LACKS: [string, () => void, string][] = [
  ["WebAssembly", () => Reflect.deleteProperty(globalThis, "WebAssembly"), "The browser has no WebAssembly."],
  ["memory", () => Object.defineProperty(navigator, "deviceMemory", { value: 1 }), "The device has too little memory: it takes 2 GB at least."],
  ["files", () => Reflect.deleteProperty(StorageManager.prototype, "getDirectory"), "The browser has no file storage of its own here."],
];

test.each(LACKS)("without %s it says so, and the game is on the server", async (_, lack, said) => {
  const { page } = await openKeeper(house);
  await page.context().addInitScript(lack);
  await page.reload();
  await page.getByText(said).waitFor();
  expect(await page.getByRole("button", { name: /Keep for offline/ }).count()).toBe(0);
  await pressPlay(house, page, "gap");
  await page.waitForURL(AT_SERVER);
});
