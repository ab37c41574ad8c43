// Takes the pictures in docs/screens anew: `make screens`. Pages come from a real server, boards from fixed positions.
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createServer } from "vite";
import { kartarna, openBrowser, openServer, ROOT } from "./visit.mjs";

const OUT = join(ROOT, "docs/screens");
const PAGES = { home: "/", rules: "/rules/karma", pad: "/pad/gap", new: "/new/dnup" };
const SCREENS = screensOfGames();
const BOARDS = Object.assign({}, ...SCREENS.map(({ boards }) => boards)); // the name of a picture, and its position
const SIZES = { wide: [1280, 800], phone: [390, 844] };

/** What each game's folder names in its web/screens.json. */
function screensOfGames() {
  const folder = join(ROOT, "src/kartarna/games");
  const files = readdirSync(folder).map((game) => join(folder, game, "web/screens.json"));
  return files.filter(existsSync).map((file) => JSON.parse(readFileSync(file, "utf8")));
}

const server = await openServer();
const records = join(server.folder, "records");
kartarna("simulate", "karma", "--games", "1", "--bots", "greedy", "--seed", "7", "--records", records);
const record = join(records, readdirSync(records)[0]);
const gallery = await createServer({ configFile: join(ROOT, "vite.config.ts"), logLevel: "error", server: { port: 0 } });
await gallery.listen();
const browser = await openBrowser();

/** Points are counted row by row. */
const isCounted = () => !document.querySelector(".ending")?.getAnimations({ subtree: true }).some(({ playState }) => playState !== "finished");

mkdirSync(OUT, { recursive: true });
const shown = (at, language, theme) => `http://localhost:${gallery.httpServer.address().port}/gallery/board.html?at=${at}&lang=${language}&theme=${theme}`;
for (const [size, [width, height]] of Object.entries(SIZES)) {
  for (const theme of ["light", "dark"]) {
    const language = theme === "light" ? "cs" : "en";
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, locale: language === "cs" ? "cs-CZ" : "en-GB" });
    const page = await context.newPage();
    const take = async (name) => {
      await page.waitForTimeout(500);
      await page.waitForFunction(isCounted);
      await page.screenshot({ path: join(OUT, `${name}-${page.viewportSize().height < 400 ? "side" : size}-${theme}.jpg`), type: "jpeg", quality: 80 });
    };
    const visit = async (name, url) => {
      await page.goto(url, { waitUntil: "networkidle" });
      await take(name);
    };
    for (const [name, path] of Object.entries(PAGES)) await visit(name, server.url + path);
    await page.goto(`${server.url}/replay`);
    await page.setInputFiles("input[type=file]", record);
    await page.waitForSelector("input[type=range]");
    for (let step = 0; step < 40; step++) await page.keyboard.press("ArrowRight");
    await take("replay");
    for (const [name, at] of Object.entries(BOARDS)) await visit(name, shown(at, language, theme));
    if (size === "phone") {
      await page.setViewportSize({ width: 844, height: 390 });
      for (const { on_its_side: name } of SCREENS) await visit(name, shown(BOARDS[name], language, theme));
    }
    await context.close();
  }
}
await browser.close();
await gallery.close();
server.close();
