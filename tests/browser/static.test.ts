import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "./axe";
import { announced, openChromium, python, PYTHON_PATH } from "./house";
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
  browser = await openChromium();
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

/** Where the links of a page lead, without their fragments. */
const linksOf = (page: Page): Promise<string[]> =>
  page.locator("a[href]").evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href.split("#")[0] ?? ""));

test("every link leads to a page that is there", async () => {
  const { page, missing } = await visitor();
  const left = [home];
  const seen = new Set(left);
  while (left.length > 0) {
    await page.goto(left.pop() ?? home);
    await page.waitForSelector("main, .learn");
    await page.waitForLoadState("networkidle");
    for (const link of await linksOf(page)) {
      expect(link.startsWith(home), link).toBe(true);
      if (!seen.has(link)) left.push(link);
      seen.add(link);
    }
  }
  expect(seen.size).toBeGreaterThan(3 * GAMES.length);
  expect(missing).toEqual([]);
}, 600_000);

test.each([["cs", "Dokumentace", "start.cs.html"], ["en", "Documentation", ""]])("the settings lead to the documentation; %s", async (language, name, start) => {
  const { page, missing } = await visitor();
  await page.goto(home);
  await page.evaluate((language) => localStorage.setItem("kartarna.settings", JSON.stringify({ language })), language);
  await page.reload();
  await page.getByRole("button", { name: /Settings|Nastavení/ }).click();
  await page.getByRole("link", { name }).click();
  await page.waitForURL(`${home}docs/${start}`);
  expect(await page.locator("h1").count()).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

test("every link of the documentation leads to a file", async () => {
  const { page } = await visitor();
  const left = [`${home}docs/`];
  const seen = new Set(left);
  while (left.length > 0) {
    const from = left.pop() ?? "";
    const text = await (await page.request.get(from)).text();
    for (const [, link = ""] of text.matchAll(/<[^>]+ (?:href|src)="([^"#]+)/g)) {
      const to = URL.canParse(link, from) ? new URL(link.replaceAll("&amp;", "&"), from).href : "";
      if (!to.startsWith(home) || seen.has(to)) continue; // another host is named, an example is no address
      expect((await page.request.get(to)).status(), `${from} → ${to}`).toBe(200);
      seen.add(to);
      if (to.startsWith(`${home}docs/`) && to.endsWith(".html")) left.push(to);
    }
  }
  expect(seen.size).toBeGreaterThan(1);
}, 300_000);

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
