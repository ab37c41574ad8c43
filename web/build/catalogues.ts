/** Lets the app import what Python reads: words.toml and deck.toml as data, rules pages as parsed rules. */

import { readFile } from "node:fs/promises";
import { parse } from "smol-toml";
import type { Plugin } from "vite";
import { readPage } from "../rules/page.ts";

export function catalogues(): Plugin {
  return {
    name: "kartarna-catalogues",
    enforce: "pre",
    async load(id) {
      const [path = "", query] = id.split("?");
      if (path.endsWith(".toml")) return asModule(parse(await readFile(path, "utf8")));
      if (/rules\.\w+\.md$/.test(path)) {
        const page = readPage(await readFile(path, "utf8"));
        return asModule(query === "lead" ? { title: page.title, lead: page.lead } : page);
      }
      return null;
    },
  };
}

function asModule(value: unknown): { code: string; map: null; moduleType: "js" } {
  return { code: `export default ${JSON.stringify(value)};`, map: null, moduleType: "js" };
}
