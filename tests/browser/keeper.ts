/** Who plays on their own device: everything is kept there, and "play now" opens a table there. */

import type { BrowserContextOptions, Page } from "playwright-core";
import type { House, Visit } from "./house";
import { against, short } from "./table";

/** A visitor who has pressed "keep for offline", and waited until all was there. */
export async function keeper(house: House, options: BrowserContextOptions = {}): Promise<Visit> {
  const visit = await house.visit("/", options);
  await visit.page.getByRole("button", { name: /Keep for offline \(\d+(\.\d)? MB\)/ }).click();
  await visit.page.getByText("Kept on this device").waitFor({ timeout: 60_000 });
  return visit;
}

/** The same without a service worker: the test can answer what the page and its workers ask for. */
export async function openKeeper(house: House): Promise<Visit> {
  const visit = await house.visit("/", { serviceWorkers: "block" });
  const { version } = (await (await visit.page.request.get(`${house.url}/local/manifest.json`)).json()) as { version: string };
  await visit.page.evaluate((version) => localStorage.setItem("kartarna.kept", version), version);
  return visit;
}

/** Plays this game now, against two bots, in its short form; the page goes to the table. */
export async function pressPlay(house: House, page: Page, game: string, level = "greedy"): Promise<void> {
  const wish = JSON.stringify({ game, seats: against(2, level), options: short(game) });
  await page.evaluate(([game, wish]) => localStorage.setItem(`kartarna.last.${game}`, wish), [game, wish] as const);
  await page.goto(house.url);
  await page.locator(`article:has(a[href="/rules/${game}"])`).getByRole("button", { name: /Play now/ }).click();
}

/** The same on this device, until the table is there. */
export async function playNow(house: House, page: Page, game: string, level?: string): Promise<void> {
  await pressPlay(house, page, game, level);
  await page.waitForURL(/\/t\/0/, { timeout: 60_000 });
  await page.waitForSelector(".prompt", { timeout: 60_000 });
}

/** What the house of this device answers to a request; some page must have opened it. */
export async function askDevice(page: Page, path: string): Promise<unknown> {
  return page.evaluate(
    (path) =>
      new Promise((resolve) => {
        const line = new BroadcastChannel("kartarna-house");
        line.onmessage = ({ data }: MessageEvent<{ to: string; text: string }>) => data.to === "asker" && resolve(JSON.parse(data.text));
        line.postMessage({ to: "house", page: "asker", kind: "request", id: 1, method: "GET", path, headers: {}, body: "" });
      }),
    path,
  );
}
