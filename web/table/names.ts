/** What people at a table are called. */

import type { TableInfo } from "$web/protocol";
import { t } from "$web/words/shell.svelte";

const BOTS = ["Alma", "Bruno", "Cilka", "Dora", "Emil", "Fany", "Gusta", "Hana", "Ivo", "Julie", "Kuba", "Lída"];

export function namesAt(info: TableInfo | null, players: number): string[] {
  return Array.from({ length: players }, (_, seat) => {
    const chair = info?.seats[seat];
    if (chair?.name) return chair.name;
    return chair?.bot ? (BOTS[seat] ?? t("player", { number: seat + 1 })) : t("player", { number: seat + 1 });
  });
}
