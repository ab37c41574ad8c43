/** What people at a table are called. */

import { t } from "$web/words/shell.svelte";

const BOTS = ["Alma", "Bruno", "Cilka", "Dora", "Emil", "Fany", "Gusta", "Hana", "Ivo", "Julie", "Kuba", "Lída"];

interface Chair {
  name: string;
  bot: string | null;
}

/** A bot without a name of its own (in a record: called by its level and seat) gets one of ours. */
function nameOf({ name, bot }: Chair, seat: number): string {
  const own = bot !== null && name === `${bot} ${seat + 1}` ? "" : name;
  return own || (bot !== null && BOTS[seat]) || t("player", { number: seat + 1 });
}

export function namesAt(chairs: readonly Chair[] | undefined, players: number): string[] {
  return Array.from({ length: players }, (_, seat) => nameOf(chairs?.[seat] ?? { name: "", bot: null }, seat));
}
