/** What people at a table are called. */

import type { TableInfo } from "$web/protocol";
import { t } from "$web/words/shell.svelte";

export function namesAt(info: TableInfo | null, players: number): string[] {
  return Array.from({ length: players }, (_, seat) => info?.seats[seat]?.name || t("player", { number: seat + 1 }));
}
