/** What can be played here, as the server says it; kept in this browser, so that the next visit need not wait for it. */

import type { GameInfo, HouseInfo } from "$web/protocol";
import { api } from "./api";

const KEY = "kartarna.games";

class TheHouse {
  #games = $state.raw<readonly GameInfo[] | null>(kept());
  #silent = $state(false);
  #answer: Promise<HouseInfo> | null = null;

  /** Null: not known yet. */
  get games(): readonly GameInfo[] | null {
    return this.#games;
  }

  /** It was asked and did not answer. */
  get silent(): boolean {
    return this.#silent;
  }

  game(id: string): GameInfo | undefined {
    return this.#games?.find((game) => game.id === id);
  }

  /** Asks the server, once a visit; again if it did not answer. */
  ask(): Promise<HouseInfo> {
    this.#answer ??= this.#fetch();
    return this.#answer;
  }

  async #fetch(): Promise<HouseInfo> {
    try {
      const house = await api.get<HouseInfo>("/house");
      this.#games = house.games;
      keep(house.games);
      return house;
    } catch (error) {
      this.#answer = null;
      this.#silent = true;
      throw error;
    }
  }
}

function kept(): GameInfo[] | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") as GameInfo[] | null;
  } catch {
    return null;
  }
}

function keep(games: readonly GameInfo[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(games));
  } catch {
    // the next visit asks again
  }
}

export const house = new TheHouse();
