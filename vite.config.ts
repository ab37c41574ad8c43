import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { catalogues } from "./web/build/catalogues.ts";
import { fileList } from "./web/build/files.ts";
import { strict } from "./web/build/strict.ts";
import { localRuntime } from "./web/local/toolchain/plugin.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Few files instead of many small ones: a game's cards, its words and score pad, all rules of a language, the cards. */
function bundle(id: string): string | null {
  const game = /kartarna\/games\/(\w+)\/(?:web\/)?(.*)$/.exec(id);
  const rules = /rules\.(\w+)\.md$/.exec(id);
  if (rules) return `rules-${rules[1]}`;
  if (game) return /^(Face|look|deck)/.test(game[2] ?? "") ? `${game[1]}-cards` : /^(pad|scoring)/.test(game[2] ?? "") ? "pads" : null;
  return /\/web\/cards\/(?!Hand|Row|Pile)/.test(id) ? "cards" : null;
}

export default defineConfig({
  root: here("web"),
  publicDir: here("web/public"),
  base: "./", // a static host may show it in any folder; the server puts a / in place of the dot
  plugins: [catalogues(), strict(), localRuntime(), fileList(), svelte()],
  resolve: {
    alias: { $web: here("web"), $games: here("src/kartarna/games") },
    // Component tests mount in a simulated browser, so they need Svelte's client side.
    ...(process.env["VITEST"] ? { conditions: ["browser"] } : {}),
  },
  server: {
    fs: { allow: [here(".")] },
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } },
  },
  worker: { format: "es" },
  build: {
    outDir: here("src/kartarna/server/web/dist"),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { bundlerTimings: false }, // a slow machine is no news
      output: { codeSplitting: { groups: [{ name: bundle, debugName: "parts of a game" }] } },
    },
    assetsInlineLimit: 0, // the content security policy allows no data: scripts or styles
  },
  test: {
    dir: here("tests/web"),
    environment: "happy-dom",
    include: ["**/*.test.ts"],
    testTimeout: 30_000, // a busy machine is slow, not wrong
  },
});
