import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { House } from "./house";
import { keeper, openKeeper, playNow } from "./keeper";
import { byMouse, decide, playToTheEnd } from "./player";

const house = new House();
const CRASHES = process.env["KARTARNA_LONG"] ? 100 : 4;
beforeAll(() => house.open("kartarna", "device"));
afterEach(() => house.empty());
afterAll(() => house.close());

/** The last row that this page was told of its table; it is kept over crashes of the page. */
async function lastTold(page: Page): Promise<{ seq: () => number; forget: () => void }> {
  let told = 0;
  await page.context().exposeFunction("toldOf", (seq: number) => (told = Math.max(told, seq)));
  await page.context().addInitScript(() => {
    const ears = new BroadcastChannel("kartarna-house");
    ears.onmessage = ({ data }: MessageEvent<{ kind: string; text?: string }>) => {
      const seq = data.kind === "text" ? ((JSON.parse(data.text ?? "{}") as { seq?: number }).seq ?? 0) : 0;
      if (seq) void (globalThis as unknown as { toldOf: (seq: number) => void }).toldOf(seq);
    };
  });
  return { seq: () => told, forget: () => (told = 0) };
}

/** Runs in the worker: its disk is full as long as somebody says so. */
function fillable(): void {
  const disk = (globalThis as unknown as { FileSystemSyncAccessHandle: { prototype: { write: (...given: unknown[]) => number } } }).FileSystemSyncAccessHandle.prototype;
  const { write } = disk;
  let full = false;
  new BroadcastChannel("disk").onmessage = ({ data }) => (full = data as boolean);
  disk.write = function (...given) {
    if (full) throw new DOMException("no room", "QuotaExceededError");
    return write.apply(this, given);
  };
}

/** How often this page has asked the browser to keep what it stores, since it was loaded. */
async function countPersist(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counting = globalThis as unknown as { persisted: number };
    counting.persisted = 0;
    navigator.storage.persist = () => Promise.resolve(++counting.persisted > 0);
  });
  return () => page.evaluate(() => (globalThis as unknown as { persisted: number }).persisted);
}

describe("while the server is there", () => {
  test("keeping it for offline shows how far it has come", async () => {
    const { page } = await house.visit();
    await page.evaluate(() => {
      const seen = ((globalThis as unknown as { seen: string[] }).seen = [] as string[]);
      new MutationObserver(() => {
        const bar = document.querySelector("progress");
        if (bar) seen.push(`${bar.closest("label")?.textContent?.trim()} ${Math.floor((100 * bar.value) / bar.max)}`);
      }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    await page.getByRole("button", { name: /Keep for offline/ }).click();
    await page.getByText("Kept on this device").waitFor({ timeout: 60_000 });
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    const percents = seen.map((text) => Number(/^Fetching: (\d+) %/.exec(text)?.[1]));
    expect(percents).toEqual(percents.toSorted((one, other) => one - other));
    expect(new Set(percents).size).toBeGreaterThan(5);
    expect(percents.at(-1)).toBeGreaterThan(90);
  });

  test("a game is on this device once it is kept there, says so, and survives a reload", async () => {
    const { page, errors } = await keeper(house);
    const asked = await countPersist(page);
    await page.reload();
    await page.getByText("Kept on this device").waitFor();
    expect(await asked()).toBe(0);
    await playNow(house, page, "gap");
    expect(await asked()).toBe(1); // to keep it, now that there is something
    await page.getByRole("button", { name: "on this device" }).click();
    await page.getByText("This table is in this browser only").waitFor();
    await page.keyboard.press("Escape");
    expect(await violations(page)).toEqual([]);
    await page.waitForSelector(".prompt.asked");
    await decide(page, byMouse);
    await page.reload();
    await page.waitForSelector(".prompt.asked");
    await playToTheEnd(page, byMouse);
    expect(errors.filter((error) => !error.includes("401"))).toEqual([]);
  });

  test("the settings can send it to the server", async () => {
    const { page } = await keeper(house);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("group", { name: "Games against bots" }).getByLabel("on the server").check();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /Play now: GAP/ }).click();
    await page.waitForURL(/\/t\/[a-z2-7]{16}$/);
  });

  test("a second tab follows, and goes on when the first is closed", async () => {
    const { page } = await keeper(house);
    await playNow(house, page, "gap");
    await page.waitForSelector(".prompt.asked");
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.waitForSelector(".prompt.asked");
    await decide(second, byMouse);
    await page.close();
    await playToTheEnd(second, byMouse);
  });

  test("however often its tab is killed, nothing that was shown is lost", async () => {
    const { page } = await keeper(house);
    const told = await lastTold(page);
    await playNow(house, page, "karma");
    const context = page.context();
    let [tab, url] = [page, page.url()];
    for (let crash = 0; crash < CRASHES; crash++) {
      await tab.waitForSelector(".prompt.asked, .ending", { timeout: 60_000 });
      if (await tab.$(".ending")) {
        await playNow(house, tab, "karma");
        url = tab.url();
        told.forget();
        await tab.waitForSelector(".prompt.asked");
      }
      void decide(tab, byMouse).catch(() => undefined);
      await tab.waitForTimeout((crash * 37) % 150); // in mid-write, sooner or later
      const before = told.seq();
      const session = await context.newCDPSession(tab);
      void session.send("Page.crash").catch(() => undefined);
      await tab.waitForEvent("crash");
      await tab.close();
      tab = await context.newPage();
      told.forget();
      const first = tab.waitForFunction(() => document.querySelector(".prompt, .ending"), undefined, { timeout: 60_000 });
      await tab.goto(url);
      await first;
      await expect.poll(told.seq).toBeGreaterThanOrEqual(before);
      expect(before).toBeGreaterThan(0);
    }
  }, 60_000 + 60_000 * CRASHES);

  test("a full disk is told, and the same move is made when there is room again", async () => {
    const { page } = await openKeeper(house);
    await page.route("**/assets/worker-*.js", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: `(${fillable.toString()})();${await answer.text()}` });
    });
    await playNow(house, page, "gap");
    await page.waitForSelector(".prompt.asked");
    const fill = (full: boolean): Promise<void> => page.evaluate((full) => new BroadcastChannel("disk").postMessage(full), full);
    await fill(true);
    await page.locator(".usable, .card-button").first().click();
    await page.getByText("Nothing can be stored now.").first().waitFor();
    await fill(false);
    await decide(page, byMouse);
  });

  test("it is told when the browser has deleted the games", async () => {
    const { page } = await keeper(house);
    await playNow(house, page, "gap");
    await page.goto(`${house.url}/rules`); // no page has the house now
    const deleted = (): Promise<boolean> =>
      page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry("kartarna", { recursive: true }).then(() => true, () => false));
    await expect.poll(deleted).toBe(true); // the worker of the page before may still have it for a moment
    await page.goto(house.url);
    await page.getByText("The browser has deleted the games").waitFor();
  });

  test("a new version of the app takes the place of the kept one as a whole, and the game goes on", async () => {
    const { page } = await keeper(house);
    await playNow(house, page, "gap");
    await page.waitForSelector(".prompt.asked");
    await page.context().route("**/files.json", async (route) => {
      const now = (await (await route.fetch()).json()) as { version: string };
      await route.fulfill({ json: { ...now, version: "newer" } });
    });
    await page.reload();
    const kept = (): Promise<string[]> => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("kartarna-kept-")));
    await expect.poll(kept).toEqual(["kartarna-kept-newer"]);
    await page.waitForSelector(".prompt.asked");
    await playToTheEnd(page, byMouse);
  });
});

/** Pages that come from now on are of another version, with a house of its own. */
async function renew(context: BrowserContext, old: string, now: string): Promise<void> {
  await context.route("**/assets/*.js", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(old, now) });
  });
  await context.route(`**/local/${now}/**`, (route) => route.continue({ url: route.request().url().replace(now, old) }));
}

test("a page of a newer version has a house of its own version; the older one begins anew when it is seen", async () => {
  const { page } = await openKeeper(house);
  await playNow(house, page, "gap");
  await page.waitForSelector(".prompt.asked");
  const old = (await page.evaluate(() => localStorage.getItem("kartarna.kept"))) ?? "";
  const now = "0".repeat(old.length);
  await renew(page.context(), old, now);
  const asked: string[] = [];
  page.context().on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.evaluate(() => Object.defineProperty(document, "hidden", { get: () => true, configurable: true }));
  const newer = await page.context().newPage();
  await newer.goto(page.url());
  await newer.waitForSelector(".prompt.asked");
  expect(asked.filter((path) => path.startsWith(`/local/${old}/`))).toEqual([]);
  expect(asked).toContain(`/local/${now}/rules.pack`);
  await decide(newer, byMouse);
  await page.evaluate(() => Reflect.deleteProperty(document, "hidden"));
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.waitForSelector(".prompt.asked");
  await decide(page, byMouse); // who came last has the seat
  await newer.getByText("You are playing in a newer window").first().waitFor();
});
