// What the browser app costs: `make bench-web`. A cold visit on loopback with the processor slowed down four times.
//
// Each run is a fresh browser profile: the lobby is opened, "play now" is pressed, and the table is playable when the own
// hand is shown and a decision is asked for. Bots answer at once, so that what is measured is ours. Frames are counted
// from that moment on, while the cards are dealt.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { openBrowser, openServer, ROOT } from "../web/build/visit.mjs";

const SLOWER = Number(process.env.SLOWER ?? 4);
const RUNS = Number(process.env.RUNS ?? 5);
const FRAME = 1000 / 60;
const DEALING = 1500; // ms after the hand is shown
const AIM = 150; // kB of script and style on the first visit

/** Runs in the page: notes when things are first there, and every frame. */
function watch() {
  const seen = (globalThis.figures = { frames: [], long: [] });
  new PerformanceObserver((list) => seen.long.push(...list.getEntries().map(({ startTime, duration }) => [startTime, duration]))).observe({ type: "longtask" });
  addEventListener("click", () => (seen.clicked ??= performance.now()), true);
  const look = (now) => {
    if (document.querySelector("article button.main")) seen.home ??= performance.now();
    if (document.querySelector("main .hand[role=group]") && document.querySelector(".prompt.asked")) seen.table ??= performance.now();
    seen.frames.push(now);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** A table of three or four against quick bots, where the visitor begins if the game can promise it. */
function wishFor({ id, players, options }) {
  const bots = Array.from({ length: Math.max(...players) > 5 ? 3 : 2 }, () => ({ kind: "bot", bot: "greedy" }));
  return { game: id, seats: [{ kind: "host" }, ...bots], options: options.some(({ name }) => name === "starter") ? { starter: 1 } : {} };
}

async function visit(browser, url, game) {
  const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1280, height: 800 }, serviceWorkers: "block" });
  await context.addInitScript(watch);
  await context.addInitScript((wish) => {
    localStorage.setItem("kartarna.settings", JSON.stringify({ motion: "normal", pace: 0 }));
    localStorage.setItem(`kartarna.last.${wish.game}`, JSON.stringify(wish));
  }, wishFor(game));
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await line.send("Network.enable");
  const loaded = { home: 0, table: 0, board: 0 };
  let part = "home";
  const paths = new Map();
  line.on("Network.responseReceived", ({ requestId, response }) => paths.set(requestId, response.url));
  line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId) ?? "";
    if (/\.(js|css)$/.test(path)) loaded[part] += encodedDataLength;
    if (/\/(Board|words)-[^/]*$/.test(path)) loaded.board += encodedDataLength;
  });
  await page.goto(url);
  const button = page.getByRole("button", { name: `Play now: ${game.leads.en.title}` });
  await button.waitFor();
  await page.waitForTimeout(1000); // all that the first visit loads by itself
  part = "table";
  await button.click();
  await page.waitForFunction(() => globalThis.figures.table);
  await page.waitForTimeout(DEALING + 300);
  const figures = await page.evaluate(() => globalThis.figures);
  await context.close();
  return { ...summary(figures), homeBytes: loaded.home, tableBytes: loaded.table, boardBytes: loaded.board };
}

function summary({ home, clicked, table, frames, long }) {
  const dealt = frames.filter((at) => at >= table && at <= table + DEALING);
  const gaps = dealt.slice(1).map((at, place) => at - dealt[place]);
  const late = gaps.filter((gap) => gap > 1.5 * FRAME);
  return {
    home,
    table: table - clicked,
    both: home + table - clicked,
    dropped: late.reduce((sum, gap) => sum + Math.round(gap / FRAME) - 1, 0),
    longest: Math.max(0, ...long.filter(([start]) => start >= clicked).map(([, duration]) => duration)),
  };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** `median (least – most)` */
function spread(values, digits = 0) {
  const [low, middle, high] = [Math.min(...values), median(values), Math.max(...values)].map((value) => value.toFixed(digits));
  return `${middle} (${low} – ${high})`;
}

const kilobytes = (values) => (median(values) / 1000).toFixed(1);

function gzipped(pattern) {
  const assets = join(ROOT, "src/kartarna/server/web/dist/assets");
  return readdirSync(assets).filter((file) => pattern.test(file)).reduce((sum, file) => sum + gzipSync(readFileSync(join(assets, file))).length, 0) / 1000;
}

const server = await openServer();
const browser = await openBrowser();
const load = readFileSync("/proc/loadavg", "utf8").split(" ")[0];
const rows = [];
let first = 0;
try {
  const { games } = await (await fetch(`${server.url}/api/house`)).json();
  for (const game of games) {
    const runs = [];
    for (let run = 0; run < RUNS; run++) runs.push(await visit(browser, server.url, game));
    const of = (key) => runs.map((run) => run[key]);
    first = Math.max(first, median(of("homeBytes")));
    const dropped = `${spread(of("dropped"))} of ${Math.round(DEALING / FRAME)}`;
    rows.push([game.id, spread(of("home")), spread(of("table")), spread(of("both")), dropped, spread(of("longest")), kilobytes(of("tableBytes")), kilobytes(of("boardBytes"))]);
  }
} finally {
  await browser.close();
  server.close();
}

console.log(`Processor slowed down ${SLOWER} times, median of ${RUNS} cold visits (least – most); load of the machine before: ${load}\n`);
console.log("| | lobby, ms | table after the click, ms | both, ms | frames dropped in 1.5 s of dealing | longest task, ms | loaded for the table, kB | … its board and words, kB |");
console.log("|---|---|---|---|---|---|---|---|");
for (const row of rows) console.log(`| ${row.join(" | ")} |`);
console.log(`\nScript and style of the first visit, compressed, as sent: ${(first / 1000).toFixed(1)} kB (aim ${AIM} kB); all there is: ${gzipped(/\.(js|css)$/).toFixed(1)} kB.`);
