/** Opens tables and goes to them. */

import { soloOf, to } from "$web/shell/base";
import type { GameInfo, Me, NewTable, Opened } from "$web/protocol";
import { isKept, markUsed, mayHandOver, playsHere } from "$web/local/choice.svelte";
import { api, deviceApi, Refusal } from "$web/shell/api";
import { house } from "$web/shell/house.svelte";
import { DeviceError } from "$web/shell/houses";
import { me } from "$web/shell/me.svelte";
import { route } from "$web/shell/route.svelte";
import { settings } from "$web/shell/settings.svelte";
import { t } from "$web/words/shell.svelte";
import { showOpening } from "./opening.svelte";

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
export function openTable(wish: NewTable, shared = false): Promise<Opened> {
  return showOpening(open(wish, shared));
}

async function open(wish: NewTable, shared: boolean): Promise<Opened> {
  const table = { ...wish, pace: settings.pace };
  if (!shared && !isAlone(wish)) return openThere(table);
  if (playsHere()) return openHere(table);
  try {
    return await openThere(table);
  } catch (error) {
    if (error instanceof Refusal || !isKept()) throw error;
    return openAtDevice(table); // the server does not answer
  }
}

async function openThere(table: NewTable): Promise<Opened> {
  await me.haveName();
  return api.post<Opened>("/tables", table);
}

/** Nobody is expected from elsewhere. */
function isAlone({ seats }: NewTable): boolean {
  return seats.every(({ kind }) => kind === "host" || kind === "bot");
}

/** On this device; where its house cannot be opened, or has slow rules only, on the server if that may be. */
async function openHere(table: NewTable): Promise<Opened> {
  const { device } = await import("$web/local/device.svelte");
  try {
    await device.open();
  } catch (error) {
    if (!(error instanceof DeviceError) || soloOf() === "only") throw error;
    return openThere(table).catch((other: unknown) => Promise.reject(other instanceof Refusal ? other : error));
  }
  return device.here?.strongest && mayHandOver() ? openThere(table) : openAtDevice(table);
}

/** A bot of a higher level gives its seat to this one. */
function noStronger(seat: NewTable["seats"][number], strongest: string): NewTable["seats"][number] {
  const stronger = seat.kind === "bot" && house.levels.indexOf(seat.bot ?? "") > house.levels.indexOf(strongest);
  return stronger ? { ...seat, bot: strongest } : seat;
}

/** With bots that its rules can bear. The browser is asked to keep what is stored on this device, once there is something. */
async function openAtDevice(table: NewTable): Promise<Opened> {
  const { device } = await import("$web/local/device.svelte");
  await deviceApi.put("/me", { name: await nameHere() });
  const strongest = device.here?.strongest;
  const seats = strongest ? table.seats.map((seat) => noStronger(seat, strongest)) : table.seats;
  const opened = await deviceApi.post<Opened>("/tables", { ...table, seats });
  markUsed();
  void navigator.storage.persist?.();
  return opened;
}

/** As the server knows me; else as this device does. */
async function nameHere(): Promise<string> {
  const known = me.name ?? (await me.ask().catch(() => null));
  return known ?? (await deviceApi.get<Me>("/me")).name ?? t("guest");
}

/** Alone against bots, with the options of last time; kept for the next time, unless it is somebody's first game. */
export async function playNow(game: string, { bots, level }: Opponents, { keep = true } = {}): Promise<void> {
  const seats: NewTable["seats"] = [{ kind: "host" }, ...Array.from({ length: bots }, () => ({ kind: "bot" as const, bot: level }))];
  const wish = { ...(lastWish(game) ?? { game }), seats };
  if (keep) keepWish(wish);
  const { id } = await openTable(wish);
  route.go(to(`/t/${id}`));
}
