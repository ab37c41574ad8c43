/** Opens tables and goes to them. */

import type { GameInfo, NewTable, Opened } from "$web/protocol";
import { api, haveName } from "$web/shell/api";
import { house } from "$web/shell/house.svelte";
import { route } from "$web/shell/route.svelte";
import { settings } from "$web/shell/settings.svelte";

const SOCIABLE = 4; // players: more of them are more waiting than company

/** A table as one would expect it: in the middle of what the game allows, but of no more than four. */
function usualPlayers(players: readonly number[]): number {
  return Math.max(Math.min(...players), Math.min(SOCIABLE, Math.floor((Math.min(...players) + Math.max(...players)) / 2)));
}

/** How a game was played last in this browser: the wish that "play now" repeats. */
function lastWish({ id: game, players }: GameInfo): NewTable {
  const bots = Array.from({ length: usualPlayers(players) - 1 }, () => ({ kind: "bot" as const, bot: "medium" }));
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

export async function playNow(game: string): Promise<void> {
  const info = house.game(game) ?? (await house.ask()).games.find((one) => one.id === game);
  if (!info) throw new Error(`there is no ${game}`);
  const { id } = await openTable(lastWish(info));
  route.go(`/t/${id}`);
}
