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

  /** Those that wait for me first, then the newest. */
  get waiting(): TableLine[] {
    return this.mine.toSorted((one, other) => Number(isMyTurn(other)) - Number(isMyTurn(one)) || other.changed - one.changed);
  }

  /** Neither sits anywhere nor has ever finished a game. */
  get newcomer(): boolean {
    return this.asked && this.mine.length + this.finished.length === 0;
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
    const [others, own, past, here, over] = await Promise.all([
      ONLY ? nothing() : api.get<Tables>("/tables").catch(() => null),
      ONLY ? nothing() : api.get<Tables>("/me/tables").catch(nothing),
      ONLY ? nothing() : api.get<Tables>("/me/finished").catch(nothing),
      this.#here("/me/tables"),
      this.#here("/me/finished"),
    ]);
    this.online = others !== null;
    this.asked ||= this.online || here.tables.length + over.tables.length > 0;
    if (!this.online && here.tables.length + over.tables.length === 0) return; // what was seen last
    this.mine = [...here.tables, ...own.tables].filter((table) => table.phase !== "finished");
    this.open = others?.tables.filter((table) => table.yours.length === 0) ?? [];
    this.finished = [...over.tables, ...past.tables].filter((table) => table.ended !== "closed").toSorted((one, other) => other.changed - one.changed);
  }

  /** Of this device, if anything was played on it. */
  async #here(path: string): Promise<Tables> {
    return isUsed() ? deviceApi.get<Tables>(path).catch(nothing) : nothing();
  }
}

function nothing(): Tables {
  return { tables: [] };
}

export function isMyTurn(table: TableLine): boolean {
  return table.waiting.some((seat) => table.yours.includes(seat));
}

/** Somebody at the table waits for me impatiently. */
export function isNudged(table: TableLine): boolean {
  return table.nudged.some((seat) => table.yours.includes(seat));
}
