/** The runtime of the local house in a worker of a real page, under the content security policy of a real server. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { build } from "vite";
import { ROOT } from "./house";
import type { Asked } from "./runtime_worker";

const WORKER = "/runtime-worker.js";
const MANIFEST = join(ROOT, "src/kartarna/server/web/dist/local/manifest.json");
/** Of our tests, what runs in the worker. */
const PROGRAMS = ["__init__", "fingerprint", "variants", "local/__init__", "local/endless", "local/helpers"].map((name) => `tests/${name}.py`);

export interface Loaded {
  rules: string;
  hindrance: string;
  memory: number;
}

/** The folder of the built runtime as the server shows it. */
export function folder(): string {
  if (!existsSync(MANIFEST)) throw new Error("the app was built without its local house: `make web` says why");
  return `/local/${(JSON.parse(readFileSync(MANIFEST, "utf8")) as { version: string }).version}/`;
}

/** The worker's script, as one file. */
export async function bundled(): Promise<string> {
  const lib = { entry: join(ROOT, "tests/browser/runtime_worker.ts"), formats: ["es" as const] };
  const alias = { $web: join(ROOT, "web") };
  const made = await build({ configFile: false, logLevel: "error", resolve: { alias }, build: { write: false, lib } });
  const [{ output }] = made as { output: { code: string }[] }[] as [{ output: [{ code: string }] }];
  return output[0].code;
}

/** Starts it in this page; the server's own headers come with it. */
export async function start(page: Page, script: string): Promise<void> {
  await page.route(`**${WORKER}`, async (route) => {
    const { headers } = await fetch(new URL("/sw.js", page.url()));
    const policy = headers.get("content-security-policy") ?? "";
    await route.fulfill({ body: script, contentType: "text/javascript", headers: { "content-security-policy": policy } });
  });
  await page.evaluate((url) => {
    (globalThis as unknown as { house: Worker }).house = new Worker(url, { type: "module" });
  }, WORKER);
}

export async function ask(page: Page, asked: Asked): Promise<unknown> {
  const answer = await page.evaluate(
    (asked) =>
      new Promise<{ value?: unknown; error?: string }>((resolve) => {
        const { house } = globalThis as unknown as { house: Worker };
        house.onmessage = ({ data }) => resolve(data as { value?: unknown });
        house.onerror = (event) => resolve({ error: event.message });
        house.postMessage(asked);
      }),
    asked,
  );
  if (answer.error) throw new Error(answer.error);
  return answer.value;
}

export async function load(page: Page, interpreted = false): Promise<Loaded> {
  const files = Object.fromEntries(PROGRAMS.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));
  return (await ask(page, { kind: "load", base: new URL(folder(), page.url()).href, interpreted, files })) as Loaded;
}
