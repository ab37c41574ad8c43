/** What axe finds wrong with a page. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const AXE = readFileSync(fileURLToPath(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** In either theme, in short. */
export async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForSelector(`html[data-theme=${colorScheme}]`);
    await page.evaluate(AXE);
    const wrong = await page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
    });
    found.push(...wrong.map((line) => `${colorScheme}: ${line}`));
  }
  return found;
}
