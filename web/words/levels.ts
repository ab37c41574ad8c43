/** What levels of bots are called; a bot from another package by its own name. */

import { t } from "./shell.svelte";

export function levelName(level: string): string {
  const named = t(`level_${level}`);
  return named === `level_${level}` ? level : named;
}
