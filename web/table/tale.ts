/** What decided a game of several rounds or one: by how much it was won, and since when it was so. */

import type { Ending, View } from "$web/protocol";
import { t } from "$web/words/shell.svelte";

/** The first round from which on nobody stood before this seat; rounds are counted from 1. */
export function ledFrom(totals: readonly (readonly number[])[], seat: number): number {
  const behind = totals.findLastIndex((round) => Math.max(...round) > (round[seat] ?? 0));
  return behind + 2;
}

/** In sentences; nothing where several win, or nothing is counted. */
export function taleOf({ totals }: Ending, view: View, winners: readonly number[], me: number | null, names: readonly string[]): string[] {
  const [winner, other] = winners;
  const rounds = totals.length;
  if (winner === undefined || other !== undefined || rounds === 0 || view.totals.every((total) => total === 0)) return [];
  const best = view.totals[winner] ?? 0;
  const next = Math.max(...view.totals.filter((_, seat) => seat !== winner));
  const name = names[winner] ?? "";
  const you = winner === me ? "_you" : "";
  const told = best > next ? [t(`won_by${you}`, { name, points: best - next })] : [];
  if (rounds < 2 || rounds !== view.round) return told; // of one that began elsewhere the beginning is not known
  const since = ledFrom(totals, winner);
  if (since === 1) return [...told, t(`led_always${you}`, { name })];
  return [...told, since >= rounds ? t(`led_at_last${you}`, { name }) : t(`led_from${you}`, { name, round: since })];
}
