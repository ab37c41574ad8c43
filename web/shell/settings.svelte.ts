/** What a person has chosen for this browser; kept in it and nowhere else. */

import type { Language } from "$web/words/kinds";

export type Theme = "system" | "light" | "dark";
export const MOTIONS = ["system", "slow", "normal", "fast", "none"] as const;
export type Motion = (typeof MOTIONS)[number];
export const SOLO = ["auto", "device", "server"] as const;
export type Solo = (typeof SOLO)[number];

interface Kept {
  language: Language;
  theme: Theme;
  motion: Motion;
  pace: number; // seconds that bots take at least
  confirm: boolean; // a card is shown with what it brings before it is played
  coach: boolean; // asks before a decision that costs much, against bots
  sounds: boolean;
  sorted: boolean; // hands in the other order that the game offers
  solo: Solo; // where games against bots are played
}

const KEY = "kartarna.settings";
const TEMPO = { slow: 1.6, normal: 1, fast: 0.5, none: 0 }; // what a second of motion takes, in seconds

function defaults(): Kept {
  const czech = (globalThis.navigator?.languages ?? ["en"])[0]?.toLowerCase().startsWith("cs") ?? false;
  return {
    language: czech ? "cs" : "en",
    theme: "system",
    motion: "system",
    pace: 1,
    confirm: matches("(pointer: coarse)"),
    coach: false,
    sounds: true,
    sorted: false,
    solo: "auto",
  };
}

function matches(query: string): boolean {
  return globalThis.matchMedia?.(query).matches ?? false;
}

function kept(): Partial<Kept> {
  try {
    const values = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    if (values.motion && !MOTIONS.includes(values.motion)) values.motion = "normal"; // once it was only on or off
    return values;
  } catch {
    return {}; // unreadable or forbidden: the defaults will do
  }
}

class Settings {
  #values = $state<Kept>({ ...defaults(), ...kept() });
  #dark = $state(matches("(prefers-color-scheme: dark)"));
  #still = $state(matches("(prefers-reduced-motion: reduce)"));

  constructor() {
    globalThis.matchMedia?.("(prefers-color-scheme: dark)").addEventListener("change", (now) => (this.#dark = now.matches));
    globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").addEventListener(
      "change",
      (now) => (this.#still = now.matches),
    );
  }

  get language(): Language {
    return this.#values.language;
  }
  get theme(): Theme {
    return this.#values.theme;
  }
  get motion(): Motion {
    return this.#values.motion;
  }
  get pace(): number {
    return this.#values.pace;
  }
  get confirm(): boolean {
    return this.#values.confirm;
  }
  get coach(): boolean {
    return this.#values.coach;
  }
  get sounds(): boolean {
    return this.#values.sounds;
  }

  get solo(): Solo {
    return this.#values.solo;
  }

  get sorted(): boolean {
    return this.#values.sorted;
  }

  get dark(): boolean {
    return this.theme === "dark" || (this.theme === "system" && this.#dark);
  }
  /** How long motion takes, 1 being normal; 0: nothing moves. */
  get tempo(): number {
    return TEMPO[this.motion === "system" ? (this.#still ? "none" : "normal") : this.motion];
  }
  get moves(): boolean {
    return this.tempo > 0;
  }

  change(values: Partial<Kept>): void {
    Object.assign(this.#values, values);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#values));
    } catch {
      // private windows may forbid it: the choice then holds until the page is closed
    }
  }
}

export const settings = new Settings();
