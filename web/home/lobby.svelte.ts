/** Tables where I sit, open ones where I could, and games that are over. Asked for every few seconds while the page is seen. */

import type { TableLine, Tables } from "$web/protocol";
import { isUsed } from "$web/local/choice.svelte";
import { api, deviceApi } from "$web/shell/api";
import { soloOf } from "$web/shell/base";

const REST = 8000;
const ONLY = soloOf() === "only"; // there is no server to ask
const RECENT = 8; // finished games that are shown at first

export class Lobby {
  mine = $state.raw<TableLine[]>([]); // on this device and on the server
  open = $state.raw<TableLine[]>([]);
  finished = $state.raw<TableLine[]>([]);
  online = $state(true);
  asked = $state(false); // the server has answered at least once
  #last = lastSeen();

  /** Those that wait for me first, then the newest. */
  get waiting(): TableLine[] {
    return this.mine.toSorted((one, other) => Number(isMyTurn(other)) - Number(isMyTurn(one)) || other.changed - one.changed);
  }

  /** Neither sits anywhere nor has ever finished a game; as last time, until that is known, so that the page does not jump. */
  get newcomer(): boolean {
    return this.asked ? this.mine.length + this.finished.length === 0 : this.#last === "newcomer";
  }

  /** A table will probably be there to go on with. */
  get expectsTable(): boolean {
    return !this.asked && this.#last === "waiting";
  }

  get recent(): TableLine[] {
    return this.finished.slice(0, RECENT);
  }

  watch(): () => void {
    void this.#look();
    const timer = setInterval(() => void this.#look(), REST);
    return () => clearInterval(timer);
  }

  async #look(): Promise<void> {
    if (document.hidden && this.asked) return;
    const [others, own, past, over, kept] = await Promise.all([
      ONLY ? nothing() : api.get<Tables>("/tables").catch(() => null),
      ONLY ? nothing() : api.get<Tables>("/me/tables").catch(nothing),
      ...ofMine("/me/finished"),
      here("/me/tables"),
    ]);
    this.online = others !== null;
    this.asked ||= this.online || kept.tables.length + over.tables.length > 0;
    if (!this.online && kept.tables.length + over.tables.length === 0) return; // what was seen last
    this.mine = [...kept.tables, ...own.tables].filter((table) => table.phase !== "finished");
    this.open = others?.tables.filter((table) => table.yours.length === 0) ?? [];
    this.finished = withoutClosed([...over.tables, ...past.tables]);
    keepSeen(this.mine.length > 0 ? "waiting" : this.newcomer ? "newcomer" : "idle");
  }
}

/** Games that I have finished, on the server and on this device, the newest first. */
export async function finishedGames(): Promise<TableLine[]> {
  return withoutClosed((await Promise.all(ofMine("/me/finished"))).flatMap(({ tables }) => tables));
}

function withoutClosed(tables: readonly TableLine[]): TableLine[] {
  return tables.filter((table) => table.ended !== "closed").toSorted((one, other) => other.changed - one.changed);
}

/** What the server has of mine, and what this device has. */
function ofMine(path: string): [Tables | Promise<Tables>, Promise<Tables>] {
  return [ONLY ? nothing() : api.get<Tables>(path).catch(nothing), here(path)];
}

/** Of this device, if anything was played on it. */
async function here(path: string): Promise<Tables> {
  return isUsed() ? deviceApi.get<Tables>(path).catch(nothing) : nothing();
}

type Seen = "newcomer" | "waiting" | "idle";
const SEEN = "kartarna.lobby";

function lastSeen(): Seen {
  const kept = localStorage.getItem(SEEN);
  return kept === "waiting" || kept === "idle" ? kept : "newcomer";
}

function keepSeen(seen: Seen): void {
  try {
    localStorage.setItem(SEEN, seen);
  } catch {
    // nothing is lost but a place that is kept free
  }
}

function nothing(): Tables {
  return { tables: [] };
}

export function isMyTurn(table: TableLine): boolean {
  return table.waiting.some((seat) => table.yours.includes(seat));
}

/** By the rules, and by me. */
export function isWon({ ended, winners, yours }: TableLine): boolean {
  return ended === "over" && winners.some((seat) => yours.includes(seat));
}

/** Somebody at the table waits for me impatiently. */
export function isNudged(table: TableLine): boolean {
  return table.nudged.some((seat) => table.yours.includes(seat));
}
