/** What can be played here, as the server says it; kept in this browser, so that the next visit need not wait for it. */

import type { GameInfo, HouseInfo } from "$web/protocol";
import { api } from "./api";

const KEY = "kartarna.house";
const YARDSTICKS = ["random", "greedy"];

type Kept = Pick<HouseInfo, "games" | "bots">;

class TheHouse {
  #kept = $state.raw<Kept | null>(kept());
  #silent = $state(false);
  #answer: Promise<HouseInfo> | null = null;

  /** Null: not known yet. */
  get games(): readonly GameInfo[] | null {
    return this.#kept?.games ?? null;
  }

  /** Levels that one plays against, from the weakest up; what only measures others is none. */
  get levels(): readonly string[] {
    return (this.#kept?.bots ?? []).filter((bot) => !YARDSTICKS.includes(bot));
  }

  /** It was asked and did not answer. */
  get silent(): boolean {
    return this.#silent;
  }

  game(id: string): GameInfo | undefined {
    return this.#kept?.games.find((game) => game.id === id);
  }

  /** Asks the server, once a visit; again if it did not answer. */
  ask(): Promise<HouseInfo> {
    this.#answer ??= this.#fetch();
    return this.#answer;
  }

  async #fetch(): Promise<HouseInfo> {
    try {
      const house = await api.get<HouseInfo>("/house");
      this.#kept = { games: house.games, bots: house.bots };
      keep(this.#kept);
      return house;
    } catch (error) {
      this.#answer = null;
      this.#silent = true;
      throw error;
    }
  }
}

function kept(): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

function keep(house: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(house));
  } catch {
    // the next visit asks again
  }
}

export const house = new TheHouse();
