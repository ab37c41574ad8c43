/** Puts the built runtime into the app, as files that nothing loads before somebody plays on the own device. */

import { cpSync, existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const SITE = fileURLToPath(new URL("../../../build/local/site", import.meta.url));
const MODULE = "virtual:local-manifest";

/** `import manifest from "virtual:local-manifest"`: what `local/manifest.json` says, or null in an app without it. */
export function localRuntime(): Plugin {
  let out = "";
  return {
    name: "kartarna:local-runtime",
    configResolved: (config) => {
      out = resolve(config.root, config.build.outDir);
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) => (id === `\0${MODULE}` ? `export default ${manifest()};` : undefined),
    writeBundle: () => {
      if (existsSync(SITE)) cpSync(SITE, join(out, "local"), { recursive: true });
    },
  };
}

function manifest(): string {
  const file = join(SITE, "manifest.json");
  return existsSync(file) ? readFileSync(file, "utf8") : "null";
}
