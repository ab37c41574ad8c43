import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { House, PHONE } from "./house";
import { keeper, openKeeper, playNow } from "./keeper";
import { byArrows, byMouse, byTouch, decide, playToTheEnd } from "./player";
import { GAMES } from "./table";

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

describe("while the server is there", () => {
  test("a game is on this device once it is kept there, says so, and survives a reload", async () => {
    const { page, errors } = await keeper(house);
    await playNow(house, page, "gap");
    await page.getByText("on this device").waitFor();
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
      await playToTheEnd(page, game === "trop" ? byArrows : byMouse);
    }
    await page.getByRole("link", { name: "Replay" }).click();
    await page.getByRole("button", { name: /Forward|One step/i }).first().waitFor();
    await page.goto(`${house.url}/rules/gap`);
    await page.getByText("GAP-1").first().waitFor();
    await page.goto(`${house.url}/learn/gap`);
    await page.waitForSelector(".learn button");
    await playNow(house, phone.page, "gap");
    await playToTheEnd(phone.page, byTouch);
  }, 600_000);
});
