// What a house of one's own costs in the browser: `make bench-local`. Sizes, time to a ready runtime and to a table,
// memory, thinking. PARTS names those that are wanted, of: sizes, starts, tables, thinking, slow, frames, visit.
//
// Every cold start is a fresh profile of Chromium; a warm one is the same profile, opened again. Beside the time on the
// clock stands the processor time of the page's process, which a busy machine does not stretch. Native times are taken in
// turn with those of the browser, of the same decisions; so are those of a processor four times slower (slower.mjs).
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";
import { build } from "vite";
import { FLAGS, openServer, ROOT } from "../web/build/visit.mjs";
import { SLOWER, slowed } from "./slower.mjs";

const STARTS = Number(process.env.STARTS ?? 3);
const DECISIONS = Number(process.env.DECISIONS ?? 5);
const [FRAME, WATCHED, THOUGHTS] = [1000 / 60, 3000, 20]; // ms of a frame, ms watched, and thoughts that last longer than that
const PARTS = process.env.PARTS?.split(",") ?? ["sizes", "starts", "tables", "thinking", "slow", "frames", "visit"];
const LEVELS = ["beginner", "easy", "medium", "strong", "expert"];
const PYTHON = process.env.KARTARNA_PYTHON;
const DECISIONS_PY = readFileSync(join(ROOT, "bench/decisions.py"), "utf8");
const MANIFEST = JSON.parse(readFileSync(join(ROOT, "src/kartarna/server/web/dist/local/manifest.json"), "utf8"));

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const spread = (values) => `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)} – ${Math.max(...values).toFixed(0)})`;
const told = ({ processor, wall }) => `${processor.toFixed(1)} [${median(wall).toFixed(1)}]`;
const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);
const head = (...cells) => (row(...cells), row(...cells.map(() => "---")));

async function script(entry) {
  const lib = { entry: join(ROOT, entry), formats: ["es"] };
  const [{ output }] = await build({ configFile: false, logLevel: "error", resolve: { alias: { $web: join(ROOT, "web") } }, build: { write: false, lib } });
  return output[0].code;
}

/** A page with the worker in it, and the process that both are in. */
class Visitor {
  static async open(profile, url, code) {
    const context = await chromium.launchPersistentContext(profile, { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS, serviceWorkers: "block" });
    for (const [name, body] of Object.entries(code)) await context.route(`**/bench-${name}.js`, (route) => route.fulfill({ body, contentType: "text/javascript" }));
    const page = await context.newPage();
    await page.goto(`${url}/rules`, { waitUntil: "networkidle" });
    const line = await context.browser()?.newBrowserCDPSession();
    const pids = line ? await renderers(line) : [];
    return new Visitor(context, page, url, pids);
  }

  constructor(context, page, url, pids) {
    Object.assign(this, { context, page, url, pids });
  }

  ask(message) {
    return this.page.evaluate(async (message) => {
      const worker = (globalThis.worker ??= new Worker("/bench-worker.js", { type: "module" }));
      const { value, error } = await new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.postMessage(message);
      });
      if (error) throw new Error(error);
      return value;
    }, message);
  }

  get base() {
    return `${this.url}/local/${MANIFEST.version}/`;
  }

  load(interpreted = false) {
    return this.ask({ kind: "load", base: this.base, interpreted, files: { "decisions.py": DECISIONS_PY } });
  }

  /** Gaps between frames of the page, in ms, for so long. */
  frames(during) {
    return this.page.evaluate((during) => new Promise((resolve) => {
      const [gaps, begun] = [[], performance.now()];
      let last = begun;
      const frame = (now) => {
        gaps.push(now - last);
        last = now;
        if (now - begun < during) requestAnimationFrame(frame);
        else resolve(gaps.slice(1));
      };
      requestAnimationFrame(frame);
    }), during);
  }

  /** The app takes the house for kept on this device, though nothing of it has been fetched yet. */
  async prepare() {
    await this.page.evaluate(([version, game]) => {
      localStorage.setItem("kartarna.kept", version);
      localStorage.setItem(`kartarna.last.${game}`, JSON.stringify({ game, seats: [{ kind: "host" }, ...Array(3).fill({ kind: "bot", bot: "medium" })], options: {} }));
    }, [MANIFEST.version, GAMES[0]]);
    await this.page.goto(this.url, { waitUntil: "networkidle" });
  }

  /** Milliseconds until the own hand lies on a table of this device. */
  async playNow() {
    const button = this.page.locator(`article:has(a[href="/rules/${GAMES[0]}"])`).getByRole("button", { name: /Play now/ });
    const shown = this.page.waitForFunction(() => document.querySelector("main .hand[role=group]") && document.querySelector(".prompt") && performance.now());
    const pressed = await button.evaluate((found) => (found.click(), performance.now()));
    const there = await (await shown).jsonValue();
    if (!new URL(this.page.url()).pathname.startsWith("/t/0")) throw new Error("the table is not on this device");
    return there - pressed;
  }

  async think(game, level, decisions) {
    const start = this.processor();
    const wall = await this.ask({ kind: "run", module: "decisions", name: "times", given: [game, level, decisions] });
    return { wall, processor: (this.processor() - start) / decisions };
  }

  /** Milliseconds that the threads of the page's processes have run. */
  processor() {
    const ran = (pid, thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
    return this.pids.flatMap((pid) => readdirSync(`/proc/${pid}/task`).map((thread) => ran(pid, thread))).reduce((sum, time) => sum + time, 0) / 1e6;
  }

  /** Milliseconds that the page's thread, the worker's and all others of their processes have run. */
  threads() {
    const sums = { page: 0, worker: 0, others: 0 };
    for (const pid of this.pids) {
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        const name = readFileSync(`/proc/${pid}/task/${thread}/comm`, "utf8");
        const kind = thread === String(pid) ? "page" : name.startsWith("DedicatedWorker") ? "worker" : "others";
        sums[kind] += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]) / 1e6;
      }
    }
    return sums;
  }

  /** Milliseconds that the page's own thread has run, and that it was ready to run while others had the cores. */
  ownThread() {
    const threads = this.pids.map((pid) => readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ").map((count) => Number(count) / 1e6));
    const [ran, waited] = threads.toSorted(([one], [other]) => other - one)[0]; // of a renderer without a page it has hardly run
    return { ran, waited };
  }

  /** Of the page's processes, in MB: what they have for themselves, and their share of the rest. */
  memory() {
    const size = (pid) => Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))[1]);
    return this.pids.reduce((sum, pid) => sum + size(pid), 0) / 1024;
  }

  /** As it is, or on a processor that is slower. */
  at(slower, work) {
    return slower ? slowed(this.pids, work) : work();
  }
}

async function renderers(line) {
  const { processInfo } = await line.send("SystemInfo.getProcessInfo");
  return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
}

async function starts(url, code, slower) {
  const found = { cold: [], warm: [], coldProcessor: [], warmProcessor: [], memory: [], heap: 0 };
  for (let run = 0; run < STARTS; run++) {
    const profile = mkdtempSync(join(tmpdir(), "kartarna-"));
    for (const kind of ["cold", "warm"]) {
      const visitor = await Visitor.open(profile, url, code);
      const [before, ran, start] = [visitor.memory(), visitor.processor(), performance.now()];
      const loaded = await visitor.at(slower, () => visitor.load());
      found[kind].push(performance.now() - start);
      found[`${kind}Processor`].push(visitor.processor() - ran);
      if (loaded.rules !== "compiled") throw new Error(loaded.hindrance);
      if (kind === "warm") found.memory.push(visitor.memory() - before);
      found.heap = loaded.memory;
      await visitor.context.close();
    }
    rmSync(profile, { recursive: true });
  }
  return found;
}

/** From "Play now" to a table that is there, with the first house of this visit opened between. */
async function tables(url, slower) {
  const found = { cold: [], warm: [], coldThreads: [], warmThreads: [] };
  for (let run = 0; run < STARTS; run++) {
    const profile = mkdtempSync(join(tmpdir(), "kartarna-"));
    for (const kind of ["cold", "warm"]) {
      const visitor = await Visitor.open(profile, url, {});
      await visitor.prepare();
      const before = visitor.threads();
      found[kind].push(await visitor.at(slower, () => visitor.playNow()));
      const after = visitor.threads();
      found[`${kind}Threads`].push(["page", "worker", "others"].map((thread) => after[thread] - before[thread]));
      await visitor.context.close();
    }
    rmSync(profile, { recursive: true });
  }
  return found;
}

function native(game, level) {
  return JSON.parse(execFileSync(PYTHON, [join(ROOT, "bench/decisions.py"), game, level, String(DECISIONS)], { env: { ...process.env, PYTHONPATH: join(ROOT, "src") } }));
}

async function thinking(visitor) {
  head("ms a decision, 4 players: processor [clock]", ...GAMES);
  for (const level of LEVELS) {
    const cells = [];
    for (const game of GAMES) {
      await visitor.think(game, level, 1); // loads the game
      const [there, here] = [await visitor.think(game, level, DECISIONS), native(game, level)];
      cells.push(`${told(there)}; native ${told(here)}`);
    }
    row(level, ...cells);
  }
}

/** While an expert thinks and while nobody does, in turn: frames that are missing of those that a quiet page shows. */
async function framesDropped(visitor) {
  const dropped = { idle: [], thinking: [] };
  const longest = { idle: [], thinking: [] };
  const ran = { idle: [], thinking: [] };
  const waited = { idle: [], thinking: [] };
  for (let run = 0; run < STARTS; run++) {
    for (const kind of ["idle", "thinking"]) {
      const thoughts = kind === "thinking" ? visitor.think(GAMES[0], "expert", THOUGHTS) : null;
      const before = visitor.ownThread();
      const gaps = await visitor.frames(WATCHED);
      const after = visitor.ownThread();
      ran[kind].push(after.ran - before.ran);
      waited[kind].push(after.waited - before.waited);
      dropped[kind].push(gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME) - 1), 0));
      longest[kind].push(Math.max(...gaps));
      await thoughts;
    }
  }
  head(`frames dropped of ${Math.round(WATCHED / FRAME)}`, "nobody thinks", "an expert thinks in the worker");
  row("dropped", spread(dropped.idle), spread(dropped.thinking));
  row("longest gap, ms", spread(longest.idle), spread(longest.thinking));
  row("the page's thread ran, ms", spread(ran.idle), spread(ran.thinking));
  row("… and waited for a core, ms", spread(waited.idle), spread(waited.thinking));
}

/** All that a first visit of the home page loads, as sent: until it is there, and later for rules and pads without a network. */
async function firstVisit(url) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
  const page = await browser.newPage();
  const line = await page.context().newCDPSession(page);
  const [paths, found] = [new Map(), { page: 0, fonts: 0, later: 0, house: 0 }];
  let when = "page";
  await line.send("Network.enable");
  line.on("Network.responseReceived", ({ requestId, response }) => paths.set(requestId, new URL(response.url).pathname));
  line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId) ?? "";
    found[path.startsWith("/local/") ? "house" : path.endsWith(".woff2") ? "fonts" : when] += encodedDataLength;
  });
  await page.goto(url, { waitUntil: "networkidle" });
  when = "later";
  await sleep(8000);
  await browser.close();
  head("first visit of the home page, kB as sent", ...Object.keys(found));
  row("", ...Object.values(found).map((bytes) => (bytes / 1000).toFixed(0)));
}

/** As it is and on a slower processor, in turn. */
async function slowThinking(visitor) {
  head("ms of the clock a decision, expert, 4 players", ...GAMES);
  const cells = { 1: [], [SLOWER]: [] };
  for (const game of GAMES) {
    const times = { 1: [], [SLOWER]: [] };
    for (let run = 0; run < STARTS; run++) {
      for (const rate of [1, SLOWER]) {
        times[rate].push(...(await visitor.at(rate > 1, () => visitor.think(game, "expert", DECISIONS))).wall);
      }
    }
    for (const rate of [1, SLOWER]) cells[rate].push(spread(times[rate]));
  }
  row("this machine", ...cells[1]);
  row(`${SLOWER} × slower`, ...cells[SLOWER]);
}

async function interpreted(url, code) {
  const profile = mkdtempSync(join(tmpdir(), "kartarna-"));
  const visitor = await Visitor.open(profile, url, code);
  await visitor.load(true);
  for (const level of ["medium", "strong"]) {
    const cells = [];
    for (const game of GAMES) cells.push(told(await visitor.think(game, level, 2)));
    row(`${level}, interpreted`, ...cells);
  }
  await visitor.context.close();
  rmSync(profile, { recursive: true });
}

const code = { worker: await script("tests/browser/runtime_worker.ts") };
const server = await openServer();
const GAMES = (await (await fetch(`${server.url}/api/house`)).json()).games.map(({ id }) => id);
const wants = (part) => PARTS.includes(part);

function sizes() {
  head("kB", "as it is", "brotli");
  const files = Object.entries(MANIFEST.files);
  for (const [name, { bytes, brotli }] of files) row(name, (bytes / 1000).toFixed(0), (brotli / 1000).toFixed(0));
  row("in all", ...["bytes", "brotli"].map((kind) => (files.reduce((sum, [, size]) => sum + size[kind], 0) / 1000).toFixed(0)));
}

async function allStarts() {
  head("ms to a ready runtime", "cold", "… processor", "warm", "… processor", "memory, MB", "of it Python's, MB");
  for (const slower of [false, true]) {
    const { cold, coldProcessor, warm, warmProcessor, memory, heap } = await starts(server.url, code, slower);
    const cells = [cold, coldProcessor, warm, warmProcessor, memory].map(spread);
    row(slower ? `${SLOWER} × slower` : "this machine", ...cells, (heap / 1048576).toFixed(0));
  }
}

async function allTables() {
  const ran = (threads) => ["page", "worker", "others"].map((_, place) => spread(threads.map((times) => times[place]))).join("; ");
  head("ms from Play now to a table", "cold", "… processor: page; worker; other threads", "warm", "… processor");
  for (const slower of [false, true]) {
    const { cold, coldThreads, warm, warmThreads } = await tables(server.url, slower);
    row(slower ? `${SLOWER} × slower` : "this machine", spread(cold), ran(coldThreads), spread(warm), ran(warmThreads));
  }
}

/** In one visit, with the runtime there. */
async function whileLoaded(...works) {
  const profile = mkdtempSync(join(tmpdir(), "kartarna-"));
  const visitor = await Visitor.open(profile, server.url, code);
  await visitor.load();
  for (const work of works) {
    await work(visitor);
    console.log();
  }
  await visitor.context.close();
  rmSync(profile, { recursive: true });
}

try {
  console.log(`Load of the machine before: ${readFileSync("/proc/loadavg", "utf8").split(" ")[0]}; ${STARTS} starts, ${DECISIONS} decisions; medians (least – most)\n`);
  if (wants("sizes")) sizes();
  if (wants("starts")) await allStarts();
  if (wants("tables")) await allTables();
  console.log();
  if (wants("thinking")) {
    await whileLoaded(thinking);
    await interpreted(server.url, code);
  }
  if (wants("slow")) await whileLoaded(slowThinking);
  if (wants("frames")) await whileLoaded(framesDropped);
  if (wants("visit")) await firstVisit(server.url);
} finally {
  server.close();
}
process.exit(0);
