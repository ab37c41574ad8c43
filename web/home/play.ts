/** Opens tables and goes to them. */

import type { GameId } from "$web/games";
import type { NewTable, Opened } from "$web/protocol";
import { api, haveName } from "$web/shell/api";
import { route } from "$web/shell/route.svelte";
import { settings } from "$web/shell/settings.svelte";

/** How a game was played last in this browser: the wish that "play now" repeats. */
export function lastWish(game: GameId): NewTable {
  const players: Record<GameId, number> = { three: 3, dnup: 3, trop: 4, karma: 4, gap: 4 };
  const bots = Array.from({ length: players[game] - 1 }, () => ({ kind: "bot" as const, bot: "medium" }));
  const plain: NewTable = { game, seats: [{ kind: "host" }, ...bots] };
  try {
    const kept = JSON.parse(localStorage.getItem(`kartarna.last.${game}`) ?? "null") as NewTable | null;
    return kept?.game === game ? kept : plain;
  } catch {
    return plain;
  }
}

export function keepWish(wish: NewTable): void {
  try {
    localStorage.setItem(`kartarna.last.${wish.game}`, JSON.stringify(wish));
  } catch {
    // nothing is lost but the convenience
  }
}

export async function openTable(wish: NewTable): Promise<Opened> {
  await haveName();
  return api.post<Opened>("/tables", { ...wish, pace: settings.pace });
}

export async function playNow(game: GameId): Promise<void> {
  const { id } = await openTable(lastWish(game));
  route.go(`/t/${id}`);
}
