// What a house of one's own costs in the browser: `make bench-local`. Sizes, time to a ready runtime, memory, thinking.
//
// Every cold start is a fresh profile of Chromium; a warm one is the same profile, opened again. Beside the time on the
// clock stands the processor time of the page's process, which a busy machine does not stretch. Native times are taken in
// turn with those of the browser, of the same decisions. For a processor four times slower the page's process is stopped
// three quarters of the time: Chromium's own slow-down is for the page alone, and the last lines say whether workers feel it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";
import { build } from "vite";
import { FLAGS, openServer, ROOT } from "../web/build/visit.mjs";

const STARTS = Number(process.env.STARTS ?? 3);
const DECISIONS = Number(process.env.DECISIONS ?? 5);
const SLOWER = 4;
const BEAT = 40; // ms in which a slowed process runs once
const LEVELS = ["beginner", "easy", "medium", "strong", "expert"];
const PYTHON = process.env.KARTARNA_PYTHON;
const MANIFEST = JSON.parse(readFileSync(join(ROOT, "src/kartarna/server/web/dist/local/manifest.json"), "utf8"));

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const spread = (values) => `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)} – ${Math.max(...values).toFixed(0)})`;
const told = ({ processor, wall }) => `${processor.toFixed(1)} [${median(wall).toFixed(1)}]`;
const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);
const head = (...cells) => (row(...cells), row(...cells.map(() => "---")));

async function script() {
  const lib = { entry: join(ROOT, "tests/browser/runtime_worker.ts"), formats: ["es"] };
  const [{ output }] = await build({ configFile: false, logLevel: "error", resolve: { alias: { $web: join(ROOT, "web") } }, build: { write: false, lib } });
  return output[0].code;
}

/** A page with the worker in it, and the process that both are in. */
class Visitor {
  static async open(profile, url, code) {
    const context = await chromium.launchPersistentContext(profile, { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS, serviceWorkers: "block" });
    await context.route("**/bench-worker.js", (route) => route.fulfill({ body: code, contentType: "text/javascript" }));
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

  load(interpreted = false) {
    const files = { "decisions.py": readFileSync(join(ROOT, "bench/decisions.py"), "utf8") };
    return this.ask({ kind: "load", base: `${this.url}/local/${MANIFEST.version}/`, interpreted, files });
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

  /** Of the page's processes, in MB: what they have for themselves, and their share of the rest. */
  memory() {
    const size = (pid) => Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))[1]);
    return this.pids.reduce((sum, pid) => sum + size(pid), 0) / 1024;
  }

  /** Stops the processes most of the time while they work. */
  async slowed(work) {
    const all = (signal) => this.pids.forEach((pid) => process.kill(pid, signal));
    let done = false;
    const beats = (async () => {
      while (!done) {
        all("SIGSTOP");
        await sleep(BEAT - BEAT / SLOWER);
        all("SIGCONT");
        await sleep(BEAT / SLOWER);
      }
    })();
    try {
      return await work();
    } finally {
      done = true;
      await beats;
    }
  }
}

async function renderers(line) {
  const { processInfo } = await line.send("SystemInfo.getProcessInfo");
  return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
}

async function starts(url, code, slowed) {
  const found = { cold: [], warm: [], coldProcessor: [], warmProcessor: [], memory: [], heap: 0 };
  for (let run = 0; run < STARTS; run++) {
    const profile = mkdtempSync(join(tmpdir(), "kartarna-"));
    for (const kind of ["cold", "warm"]) {
      const visitor = await Visitor.open(profile, url, code);
      const [before, ran, start] = [visitor.memory(), visitor.processor(), performance.now()];
      const loaded = await (slowed ? visitor.slowed(() => visitor.load()) : visitor.load());
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

async function slowThinking(visitor) {
  const cells = [];
  for (const game of GAMES) cells.push(told(await visitor.slowed(() => visitor.think(game, "expert", DECISIONS))));
  row(`expert, ${SLOWER} × slower`, ...cells);
  const line = await visitor.context.newCDPSession(visitor.page);
  const chromiums = { 1: [], [SLOWER]: [] };
  for (const rate of [1, SLOWER, 1, SLOWER, 1, SLOWER]) {
    await line.send("Emulation.setCPUThrottlingRate", { rate });
    chromiums[rate].push(...(await visitor.think(GAMES[0], "expert", DECISIONS)).wall);
  }
  await line.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return `expert in ${GAMES[0]}, clock: ${spread(chromiums[1])} ms; under Chromium's own slow-down: ${spread(chromiums[SLOWER])} ms`;
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

const code = await script();
const server = await openServer();
const GAMES = (await (await fetch(`${server.url}/api/house`)).json()).games.map(({ id }) => id);
try {
  console.log(`Load of the machine before: ${readFileSync("/proc/loadavg", "utf8").split(" ")[0]}; ${STARTS} starts, ${DECISIONS} decisions; medians (least – most)\n`);
  head("kB", "as it is", "brotli");
  const sizes = Object.entries(MANIFEST.files);
  for (const [name, { bytes, brotli }] of sizes) row(name, (bytes / 1000).toFixed(0), (brotli / 1000).toFixed(0));
  row("in all", ...["bytes", "brotli"].map((kind) => (sizes.reduce((sum, [, size]) => sum + size[kind], 0) / 1000).toFixed(0)));
  console.log();
  head("ms to a ready runtime", "cold", "… processor", "warm", "… processor", "memory, MB", "of it Python's, MB");
  for (const slowed of [false, true]) {
    const { cold, coldProcessor, warm, warmProcessor, memory, heap } = await starts(server.url, code, slowed);
    const cells = [cold, coldProcessor, warm, warmProcessor, memory].map(spread);
    row(slowed ? `${SLOWER} × slower` : "this machine", ...cells, (heap / 1048576).toFixed(0));
  }
  console.log();
  const profile = mkdtempSync(join(tmpdir(), "kartarna-"));
  const visitor = await Visitor.open(profile, server.url, code);
  await visitor.load();
  await thinking(visitor);
  const felt = await slowThinking(visitor);
  await visitor.context.close();
  rmSync(profile, { recursive: true });
  await interpreted(server.url, code);
  console.log(`\n${felt}`);
} finally {
  server.close();
}
process.exit(0);
