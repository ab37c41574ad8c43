/** Tables where I sit, open ones where I could, and games that are over. Asked for every few seconds while the page is seen. */

import type { TableLine, Tables } from "$web/protocol";
import { isUsed } from "$web/local/choice.svelte";
import { api, deviceApi } from "$web/shell/api";
import { soloOf } from "$web/shell/base";

const REST = 8000;
const ONLY = soloOf() === "only"; // there is no server to ask
const RECENT = 8; // finished games that are shown at first

/** What one of the two houses says. */
interface Told {
  mine: readonly TableLine[];
  open: readonly TableLine[];
  finished: readonly TableLine[];
}

const NOTHING: Told = { mine: [], open: [], finished: [] };

export class Lobby {
  there = $state.raw<Told | null>(ONLY ? NOTHING : null); // at the server; null: it has not answered yet
  here = $state.raw<Told | null>(isUsed() ? null : NOTHING); // on this device, whose house may take a while to open
  online = $state(true);
  #last = lastSeen();

  /** On this device and at the server. */
  get mine(): TableLine[] {
    return [...(this.here?.mine ?? []), ...(this.there?.mine ?? [])].filter((table) => table.phase !== "finished");
  }

  /** Those that wait for me first, then the newest. */
  get waiting(): TableLine[] {
    return this.mine.toSorted((one, other) => Number(isMyTurn(other)) - Number(isMyTurn(one)) || other.changed - one.changed);
  }

  /** Where I could sit down. */
  get open(): TableLine[] {
    return this.online ? (this.there?.open.filter((table) => table.yours.length === 0) ?? []) : [];
  }

  get finished(): TableLine[] {
    return withoutClosed([...(this.here?.finished ?? []), ...(this.there?.finished ?? [])]);
  }

  /** All that can answer has answered. */
  get asked(): boolean {
    return this.here !== null && (this.there !== null || (!this.online && this.here !== NOTHING));
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
    await Promise.all([ONLY ? null : this.#lookThere(), isUsed() ? this.#lookHere() : null]);
    if (this.asked) keepSeen(this.mine.length > 0 ? "waiting" : this.newcomer ? "newcomer" : "idle");
  }

  /** If it does not answer, what was seen last stays. */
  async #lookThere(): Promise<void> {
    const [others, own, past] = await Promise.all([
      api.get<Tables>("/tables").catch(() => null),
      api.get<Tables>("/me/tables").catch(nothing),
      api.get<Tables>("/me/finished").catch(nothing),
    ]);
    this.online = others !== null;
    if (others) this.there = { open: others.tables, mine: own.tables, finished: past.tables };
  }

  async #lookHere(): Promise<void> {
    const [own, past] = await Promise.all([here("/me/tables"), here("/me/finished")]);
    this.here = { open: [], mine: own.tables, finished: past.tables };
  }
}

/** Games that I have finished, on the server and on this device, the newest first. */
export async function finishedGames(): Promise<TableLine[]> {
  const path = "/me/finished";
  const asked = await Promise.all([here(path), ONLY ? nothing() : api.get<Tables>(path).catch(nothing)]);
  return withoutClosed(asked.flatMap(({ tables }) => tables));
}

function withoutClosed(tables: readonly TableLine[]): TableLine[] {
  return tables.filter((table) => table.ended !== "closed").toSorted((one, other) => other.changed - one.changed);
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
