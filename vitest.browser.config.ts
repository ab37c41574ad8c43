import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Tests in a real Chromium against a real server: `npm run build` first, then `npm run test:browser`.
export default defineConfig({
  test: {
    dir: fileURLToPath(new URL("tests/browser", import.meta.url)),
    include: ["**/*.test.ts"],
    testTimeout: 180_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } }, // a busy machine shows it later
    fileParallelism: false,
  },
});
