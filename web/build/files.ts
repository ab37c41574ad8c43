/** Writes `files.json`: every file that the app needs without a network, its size, and a version that changes with any. */

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const RUNTIME = fileURLToPath(new URL("../../build/local/site/manifest.json", import.meta.url));

export function fileList(): Plugin {
  return {
    name: "kartarna:files",
    generateBundle(_, bundle) {
      const assets = Object.values(bundle)
        .filter(({ fileName }) => fileName.startsWith("assets/"))
        .map((file): [string, number] => [file.fileName, file.type === "chunk" ? file.code.length : file.source.length]);
      const files = Object.fromEntries([...assets, ...runtimeFiles()].sort());
      const version = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 12);
      this.emitFile({ type: "asset", fileName: "files.json", source: JSON.stringify({ version, files }) });
    },
  };
}

/** Those of the house, if the app is built with one. */
function runtimeFiles(): [string, number][] {
  if (!existsSync(RUNTIME)) return [];
  const { version, files } = JSON.parse(readFileSync(RUNTIME, "utf8")) as { version: string; files: Record<string, { bytes: number }> };
  return Object.entries(files).map(([name, { bytes }]) => [`local/${version}/${name}`, bytes]);
}
