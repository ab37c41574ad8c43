import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "./axe";
import { announced, FLAGS, python, PYTHON_PATH } from "./house";
import { byMouse, playToTheEnd } from "./player";
import { GAMES } from "./table";

const PREFIX = "/cards/room/"; // the folder lies somewhere below what the host shows
const folder = mkdtempSync(join(tmpdir(), "kartarna-site-"));
let server: ChildProcess;
let browser: Browser;
let home = "";

beforeAll(async () => {
  const site = join(folder, PREFIX);
  execFileSync(python(), ["-m", "kartarna", "export", site, "--lang", "en"], { env: { ...process.env, ...PYTHON_PATH } });
  server = spawn(python(), ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder]);
  home = (await announced(server)) + PREFIX;
  browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: FLAGS });
});
afterAll(async () => {
  await browser?.close();
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Nothing is asked for that is not there, and nothing outside of the folder. */
async function visitor(): Promise<{ page: Awaited<ReturnType<Browser["newPage"]>>; missing: string[] }> {
  const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1280, height: 800 } });
  await context.addInitScript(() => {
    if (!localStorage.getItem("kartarna.settings")) localStorage.setItem("kartarna.settings", JSON.stringify({ motion: "none", pace: 0 }));
  });
  const page = await context.newPage();
  const missing: string[] = [];
  page.on("pageerror", (error) => missing.push(error.message));
  page.on("response", (answer) => {
    if (answer.status() >= 400 || !answer.url().startsWith(home)) missing.push(`${answer.status()} ${answer.url()}`);
  });
  return { page, missing };
}

test("every link leads to a page that is there", async () => {
  const { page, missing } = await visitor();
  const left = [home];
  const seen = new Set(left);
  while (left.length > 0) {
    await page.goto(left.pop() ?? home);
    await page.waitForSelector("main, .learn");
    await page.waitForLoadState("networkidle");
    const links = await page.locator("a[href]").evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href.split("#")[0] ?? ""));
    for (const link of links) {
      expect(link.startsWith(home), link).toBe(true);
      if (!seen.has(link)) left.push(link);
      seen.add(link);
    }
  }
  expect(seen.size).toBeGreaterThan(3 * GAMES.length);
  expect(missing).toEqual([]);
}, 600_000);

test("a game is played to its end, over a reload, and replayed", async () => {
  const { page, missing } = await visitor();
  await page.goto(home);
  await page.evaluate(() => localStorage.setItem("kartarna.last.gap", JSON.stringify({ game: "gap", seats: [{ kind: "host" }, { kind: "bot", bot: "expert" }], options: { rounds: 1 } })));
  await page.reload();
  expect(await page.getByRole("link", { name: "With friends" }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Play now: GAP" }).click();
  await page.waitForSelector(".prompt.asked", { timeout: 60_000 });
  await page.reload();
  await page.waitForSelector(".prompt.asked", { timeout: 60_000 });
  await playToTheEnd(page, byMouse);
  await page.getByRole("link", { name: "Replay" }).click();
  await page.waitForSelector("[data-zone]");
  await page.goto(home);
  await page.getByRole("region", { name: "Finished games" }).waitFor();
  expect(missing).toEqual([]);
}, 300_000);
