/** A build that something is missing from fails: what Vite warns of, or leaves as it is, would be a file that nobody finds. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const ADDRESS = /(?:href|src)="\/([^"]+)"/g;

export function strict(): Plugin {
  let publicDir = "";
  const fail = (message: string): never => {
    throw new Error(message);
  };
  return {
    name: "kartarna-strict",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      publicDir = config.publicDir;
      config.logger.warn = config.logger.warnOnce = fail;
    },
    generateBundle(_, bundle) {
      const pages = Object.values(bundle).flatMap((file) => (file.type === "asset" && file.fileName.endsWith(".html") ? [String(file.source)] : []));
      const asked = pages.flatMap((page) => [...page.matchAll(ADDRESS)].map(([, path = ""]) => path));
      const missing = asked.filter((path) => !(path in bundle) && !existsSync(join(publicDir, path)));
      if (missing.length > 0) fail(`there is no file for ${missing.join(", ")}`);
    },
  };
}
