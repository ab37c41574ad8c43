// Takes the pictures in docs/screens anew: `make screens`. Pages come from a real server, boards from fixed positions.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { createServer } from "vite";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const OUT = join(ROOT, "docs/screens");
const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const PAGES = { home: "/", rules: "/rules/karma", pad: "/pad/gap", new: "/new/dnup", replay: "/replay" };
const BOARDS = {
  three: "three-seven",
  dnup: "dnup-many-sets",
  trop: "trop-middle",
  karma: "karma-middle",
  gap: "gap-row-of-six",
  "dnup-two": "dnup-two",
  "karma-set-up": "karma-set-up",
  "trop-eight": "trop-eight",
};
const SIZES = { wide: [1280, 800], phone: [390, 844] };

const folder = mkdtempSync(join(tmpdir(), "kartarna-"));
const server = spawn(process.env.KARTARNA_PYTHON ?? "python3", ["-m", "kartarna", "serve", "--port", "0", "--database", `sqlite:///${folder}/house.db`], {
  env: { ...process.env, PYTHONPATH: join(ROOT, "src"), PYTHONUNBUFFERED: "1" },
});
const address = await new Promise((resolve) => {
  server.stdout.on("data", (chunk) => /http:\/\/[\d.]+:\d+/.test(chunk) && resolve(/http:\/\/[\d.]+:\d+/.exec(chunk)[0]));
});
const gallery = await createServer({ configFile: join(ROOT, "vite.config.ts"), logLevel: "error", server: { port: 0 } });
await gallery.listen();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });

mkdirSync(OUT, { recursive: true });
for (const [size, [width, height]] of Object.entries(SIZES)) {
  for (const theme of ["light", "dark"]) {
    const language = theme === "light" ? "cs" : "en";
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, locale: language === "cs" ? "cs-CZ" : "en-GB" });
    const page = await context.newPage();
    const take = async (name, url) => {
      await page.goto(url, { waitUntil: "networkidle" });
      await page.waitForTimeout(500);
      await page.screenshot({ path: join(OUT, `${name}-${size}-${theme}.jpg`), type: "jpeg", quality: 80 });
    };
    for (const [name, path] of Object.entries(PAGES)) await take(name, address + path);
    for (const [name, at] of Object.entries(BOARDS)) {
      await take(name, `http://localhost:${gallery.httpServer.address().port}/gallery/board.html?at=${at}&lang=${language}&theme=${theme}`);
    }
    await context.close();
  }
}
await browser.close();
await gallery.close();
server.kill();
rmSync(folder, { recursive: true, force: true });
