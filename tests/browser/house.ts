/** A server of our own with an empty database, and a browser to visit it with: Chromium, where nothing else is said. */

import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, firefox, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const PYTHON_PATH = { PYTHONPATH: [join(ROOT, "src"), ROOT].join(":"), PYTHONUNBUFFERED: "1" };
export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A phone in the hand: fingers instead of a pointer, so the app asks before it plays a card. */
export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export interface Visit {
  page: Page;
  errors: string[]; // what the page complained about; a good page about nothing
  frames: string[]; // every frame that came over its sockets
  answers: { path: string; body: string; after: number }[]; // every answer of the API, and how many frames had come before it
}

export function openChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: FLAGS });
}

/** Whatever this browser asks of other machines finds no way out. */
const NO_WAY_OUT = { "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9, "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9 };

/** Debian's own, by WebDriver BiDi. */
export function openFirefox(): Promise<Browser> {
  const program = join(ROOT, "tests/browser/firefox.mjs");
  return firefox.launch({ channel: "moz-firefox", executablePath: program, firefoxUserPrefs: NO_WAY_OUT, timeout: 60_000 });
}

export class House {
  url = "";
  #serving: string[] = [];
  #server: ChildProcess | undefined;
  #browser: Browser | undefined;
  #visitors: BrowserContext[] = [];
  #folder = mkdtempSync(join(tmpdir(), "kartarna-"));
  #launch: () => Promise<Browser>;

  constructor(launch = openChromium) {
    this.#launch = launch;
  }

  /** `program` is the Python module that serves: the real one, or one with a planted fault. */
  async open(program = "kartarna", solo: "device" | "server" = "server"): Promise<void> {
    this.#serving = ["-m", program, "serve", "--port", "0", "--lang", "en", "--solo", solo, "--database", `sqlite:///${this.database}`];
    await this.serve();
    this.#browser = await this.#launch();
  }

  /** A server, instead of any that was here. */
  async serve(): Promise<void> {
    await this.stop();
    this.#server = spawn(python(), this.#serving, { cwd: this.#folder, env: { ...process.env, ...PYTHON_PATH } });
    this.url = await announced(this.#server);
  }

  get database(): string {
    return join(this.#folder, "house.db");
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    this.#server?.kill("SIGCONT");
    this.#server?.kill();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 }); // the server may still be writing
  }

  /** The server is gone for good; who has visited before stays. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    await new Promise((gone) => {
      server.once("exit", gone);
      server.kill("SIGKILL");
    });
  }

  /** It takes what comes and answers nothing, like a network on a train. */
  fallSilent(): void {
    this.#server?.kill("SIGSTOP");
  }

  /** Everybody goes home. */
  async empty(): Promise<void> {
    await Promise.all(this.#visitors.splice(0).map((visitor) => visitor.close()));
  }

  /** A person with a browser of their own. Cards do not fly, bots do not think long. */
  async visit(path = "/", options: BrowserContextOptions = {}): Promise<Visit> {
    if (!this.#browser) throw new Error("the house is not open");
    const context = await this.#browser.newContext({ locale: "en-GB", viewport: { width: 1280, height: 800 }, ...options });
    this.#visitors.push(context);
    await context.addInitScript(() => {
      if (origin === "null") return; // in Firefox a page that is still empty has no storage
      const kept = localStorage.getItem("kartarna.settings");
      if (!kept) localStorage.setItem("kartarna.settings", JSON.stringify({ motion: "none", pace: 0 }));
    });
    const page = await context.newPage();
    const errors: string[] = [];
    const frames: string[] = [];
    const answers: Visit["answers"] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("response", async (answer) => {
      const [path, after] = [new URL(answer.url()).pathname, frames.length];
      if (answer.status() < 400 && !path.startsWith("/api/")) return;
      const body = await answer.text().catch(() => "");
      if (answer.status() >= 400) errors.push(`${answer.status()} ${path} ${body}`);
      answers.push({ path, body, after });
    });
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(String(payload))));
    await page.goto(this.url + path);
    return { page, errors, frames, answers };
  }
}

/** What a Python module of ours says, as JSON: it may look where no browser may. */
export function askPython(module: string, ...words: string[]): unknown {
  const said = execFileSync(python(), ["-m", module, ...words], { env: { ...process.env, ...PYTHON_PATH }, maxBuffer: 1 << 28 });
  return JSON.parse(said.toString()) as unknown;
}

export function python(): string {
  const own = join(ROOT, ".venv/bin/python");
  return process.env["KARTARNA_PYTHON"] ?? (existsSync(own) ? own : "python3");
}

export function announced(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      const found = /http:\/\/[\d.]+:\d+/.exec(said);
      if (found) resolve(found[0]);
    };
    server.stdout?.on("data", listen);
    server.stderr?.on("data", listen);
    server.on("exit", () => reject(new Error(`the server did not start: ${said}`)));
  });
}
