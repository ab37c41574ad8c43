// @vitest-environment node
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { strict } from "../../web/build/strict";

/** Builds a page with this in its head. */
function built(head: string): Promise<unknown> {
  const root = mkdtempSync(join(tmpdir(), "kartarna-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, "index.html"), `<!doctype html><html><head>${head}</head></html>`);
  writeFileSync(join(root, "there.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  writeFileSync(join(root, "lost.css"), "body { background: url(/nowhere.png) }");
  writeFileSync(join(root, "found.css"), "body { background: url(/there.svg) }");
  return build({ root, configFile: false, logLevel: "silent", plugins: [strict()], build: { write: false, assetsInlineLimit: 0 } });
}

test("a page whose files are all there is built", async () => {
  await expect(built('<link rel="icon" href="/there.svg"><link rel="stylesheet" href="/found.css">')).resolves.toBeDefined();
});

test.each(['<link rel="icon" href="/nowhere.png">', '<link rel="stylesheet" href="/lost.css">'])("a file that is not there fails the build: %s", async (head) => {
  await expect(built(head)).rejects.toThrow("nowhere.png");
});
