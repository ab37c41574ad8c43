/** A server of our own with an empty database, and a Chromium to visit it with. */

import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page, type WebSocketRoute } from "playwright-core";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface Visit {
  page: Page;
  errors: string[]; // what the page complained about; a good page about nothing
  frames: string[]; // every frame that came over its sockets
}

export class House {
  url = "";
  #server: ChildProcess | undefined;
  #browser: Browser | undefined;
  #visitors: BrowserContext[] = [];
  #folder = mkdtempSync(join(tmpdir(), "kartarna-"));

  async open(): Promise<void> {
    this.#server = spawn(python(), ["-m", "kartarna", "serve", "--port", "0", "--lang", "en", "--database", `sqlite:///${this.#folder}/house.db`], {
      cwd: this.#folder,
      env: { ...process.env, PYTHONPATH: join(ROOT, "src"), PYTHONUNBUFFERED: "1" },
    });
    this.url = await announced(this.#server);
    this.#browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: FLAGS });
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    this.#server?.kill();
    rmSync(this.#folder, { recursive: true, force: true });
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
      const kept = localStorage.getItem("kartarna.settings");
      if (!kept) localStorage.setItem("kartarna.settings", JSON.stringify({ motion: "none", pace: 0, confirm: false }));
    });
    const page = await context.newPage();
    const errors: string[] = [];
    const frames: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("response", async (answer) => {
      if (answer.status() >= 400) errors.push(`${answer.status()} ${answer.url()} ${await answer.text().catch(() => "")}`);
    });
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(String(payload))));
    await page.goto(this.url + path);
    return { page, errors, frames };
  }
}

function python(): string {
  const own = join(ROOT, ".venv/bin/python");
  return process.env["KARTARNA_PYTHON"] ?? (existsSync(own) ? own : "python3");
}

function announced(server: ChildProcess): Promise<string> {
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

/** Opens a table through the API as this page's person and goes there. */
export async function sitDown(page: Page, wish: object): Promise<string> {
  const id = await page.evaluate(async (body) => {
    const json = { "Content-Type": "application/json" };
    await fetch("/api/me", { method: "PUT", headers: json, body: JSON.stringify({ name: "Eva" }) });
    const answer = await fetch("/api/tables", { method: "POST", headers: json, body: JSON.stringify({ pace: 0, ...body }) });
    return ((await answer.json()) as { id: string }).id;
  }, wish);
  await page.goto(new URL(`/t/${id}`, page.url()).href);
  return id;
}

export const against = (bots: number, level = "greedy"): object[] => [
  { kind: "host" },
  ...Array.from({ length: bots }, () => ({ kind: "bot", bot: level })),
];

/** The cable between a page and its tables: pulled, it loses every connection until it is plugged in again. */
export async function cableOf(page: Page): Promise<{ pull(): void; plug(): void }> {
  let plugged = true;
  const sockets = new Set<WebSocketRoute>();
  await page.routeWebSocket(/\/socket$/, (socket) => {
    if (!plugged) return void socket.close();
    sockets.add(socket);
    socket.connectToServer();
  });
  return {
    pull: () => {
      plugged = false;
      for (const socket of sockets) void socket.close();
      sockets.clear();
    },
    plug: () => {
      plugged = true;
    },
  };
}
