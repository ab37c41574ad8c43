// For scripts: a server of our own with an empty database, and a Chromium to visit it with.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export function openBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}

const PYTHON = process.env.KARTARNA_PYTHON ?? "python3";
const env = { ...process.env, PYTHONPATH: join(ROOT, "src"), PYTHONUNBUFFERED: "1" };

/** A command of ours, to its end. */
export function kartarna(...command) {
  execFileSync(PYTHON, ["-m", "kartarna", ...command], { env });
}

export async function openServer() {
  const folder = mkdtempSync(join(tmpdir(), "kartarna-"));
  const server = spawn(PYTHON, ["-m", "kartarna", "serve", "--port", "0", "--database", `sqlite:///${folder}/house.db`], { env });
  const url = await new Promise((resolve) => {
    server.stdout.on("data", (chunk) => /http:\/\/[\d.]+:\d+/.test(chunk) && resolve(/http:\/\/[\d.]+:\d+/.exec(chunk)[0]));
  });
  const close = () => {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, folder, close };
}
