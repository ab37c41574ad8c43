/** What somebody has counted so far, as the table says it: by the game's own manner, else the total. */

import type { Manner } from "$web/games";
import type { View } from "$web/protocol";
import { t } from "$web/words/shell.svelte";
import type { Teller } from "$web/words/teller";

export function pointsBy(manner: Manner, teller: Teller): (view: View, seat: number) => string {
  return (view, seat) => (manner.points ? manner.points(view, seat, teller) : t("points_short", { total: view.totals[seat] ?? 0 }));
}
