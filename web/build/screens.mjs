// Takes the pictures in docs/screens anew: `make screens`. Pages come from a real server, boards from fixed positions.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createServer } from "vite";
import { openBrowser, openServer, ROOT } from "./visit.mjs";

const OUT = join(ROOT, "docs/screens");
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

const server = await openServer();
const gallery = await createServer({ configFile: join(ROOT, "vite.config.ts"), logLevel: "error", server: { port: 0 } });
await gallery.listen();
const browser = await openBrowser();

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
    for (const [name, path] of Object.entries(PAGES)) await take(name, server.url + path);
    for (const [name, at] of Object.entries(BOARDS)) {
      await take(name, `http://localhost:${gallery.httpServer.address().port}/gallery/board.html?at=${at}&lang=${language}&theme=${theme}`);
    }
    await context.close();
  }
}
await browser.close();
await gallery.close();
server.close();
