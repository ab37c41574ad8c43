/** Opens tables and goes to them. */

import { to } from "$web/shell/base";
import type { GameInfo, NewTable, Opened } from "$web/protocol";
import { markUsed, playsHere } from "$web/local/choice.svelte";
import { api, deviceApi } from "$web/shell/api";
import { house } from "$web/shell/house.svelte";
import { me } from "$web/shell/me.svelte";
import { route } from "$web/shell/route.svelte";
import { settings } from "$web/shell/settings.svelte";
import { t } from "$web/words/shell.svelte";

const SOCIABLE = 4; // players: more of them are more waiting than company
const MIDDLE = "medium";

/** Against whom one plays alone. */
export interface Opponents {
  bots: number;
  level: string;
}

/** A table as one would expect it: in the middle of what the game allows, but of no more than four. */
function usualPlayers(players: readonly number[]): number {
  return Math.max(Math.min(...players), Math.min(SOCIABLE, Math.floor((Math.min(...players) + Math.max(...players)) / 2)));
}

/** How a game was played last in this browser: what "play now" repeats. */
function lastWish(game: string): NewTable | null {
  try {
    const kept = JSON.parse(localStorage.getItem(`kartarna.last.${game}`) ?? "null") as NewTable | null;
    return kept?.game === game ? kept : null;
  } catch {
    return null;
  }
}

export function keepWish(wish: NewTable): void {
  try {
    const { own_deck: _, ...kept } = wish; // a deck of one's own is chosen anew each time
    localStorage.setItem(`kartarna.last.${wish.game}`, JSON.stringify(kept));
  } catch {
    // nothing is lost but the convenience
  }
}

/** As last time, as far as the game and this server still have it. */
export function lastOpponents({ id, players }: GameInfo): Opponents {
  const bots = lastWish(id)?.seats.filter((seat) => seat.kind === "bot") ?? [];
  const level = bots[0]?.bot ?? MIDDLE;
  return {
    bots: players.includes(bots.length + 1) ? bots.length : usualPlayers(players) - 1,
    level: house.levels.includes(level) ? level : MIDDLE,
  };
}

/** `shared`: friends sit at the same device. */
export async function openTable(wish: NewTable, shared = false): Promise<Opened> {
  const table = { ...wish, pace: settings.pace };
  if ((shared || isAlone(wish)) && playsHere()) return openHere(table);
  await me.haveName();
  return api.post<Opened>("/tables", table);
}

/** Nobody is expected from elsewhere. */
function isAlone({ seats }: NewTable): boolean {
  return seats.every(({ kind }) => kind === "host" || kind === "bot");
}

/** On this device; the browser is asked to keep what is stored there, once there is something. */
async function openHere(table: NewTable): Promise<Opened> {
  await deviceApi.put("/me", { name: me.name ?? t("guest") });
  const opened = await deviceApi.post<Opened>("/tables", table);
  markUsed();
  void navigator.storage.persist?.();
  return opened;
}

/** Alone against bots, with the options of last time; kept for the next time, unless it is somebody's first game. */
export async function playNow(game: string, { bots, level }: Opponents, { keep = true } = {}): Promise<void> {
  const seats: NewTable["seats"] = [{ kind: "host" }, ...Array.from({ length: bots }, () => ({ kind: "bot" as const, bot: level }))];
  const wish = { ...(lastWish(game) ?? { game }), seats };
  if (keep) keepWish(wish);
  const { id } = await openTable(wish);
  route.go(to(`/t/${id}`));
}
