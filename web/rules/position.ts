/** A place of a position in words: whose it is, and what lies there. */

import type { View, Zone } from "$web/protocol";
import { t } from "$web/words/shell.svelte";
import type { Teller } from "$web/words/teller";

/** `You: hand`; as soon as anyone has won points, with those of the owner: `Player 2: 7 points, hand`. */
export function captionOf({ name, seat }: Zone, view: View, teller: Teller): string {
  const place = teller.knows(`zone_${name}`) ? teller.sentence(`zone_${name}`) : name.replaceAll("_", " ");
  if (seat === null) return capital(place);
  if (!view.totals.some((total) => total > 0)) return `${capital(seat === view.seat ? t("you") : (teller.names[seat] ?? ""))}: ${place}`;
  const score = teller.sentence("game_score", { seat: { seat }, total: view.totals[seat] ?? 0 });
  return `${score.replace(/\.$/, "")}, ${place}`;
}

export function contentsOf({ cards, hidden, known }: Zone, teller: Teller): string {
  const seen = [...cards, ...known].map((card) => teller.cardName(card));
  const unseen = hidden - known.length;
  const all = unseen > 0 ? [...seen, t("cards_unseen", { count: unseen })] : seen;
  return all.length > 0 ? all.join(", ") : t("nothing_here");
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
