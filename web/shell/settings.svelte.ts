/** What a person has chosen for this browser; kept in it and nowhere else. */

import type { Language } from "$web/words/kinds";

export type Theme = "system" | "light" | "dark";
export type Motion = "system" | "full" | "none";

interface Kept {
  language: Language;
  theme: Theme;
  motion: Motion;
  pace: number; // seconds that bots take at least
  confirm: boolean; // a card is shown with what it brings before it is played
  sounds: boolean;
  sorted: boolean; // hands in the other order that the game offers
}

const KEY = "kartarna.settings";

function defaults(): Kept {
  const czech = (globalThis.navigator?.languages ?? ["en"])[0]?.toLowerCase().startsWith("cs") ?? false;
  return {
    language: czech ? "cs" : "en",
    theme: "system",
    motion: "system",
    pace: 1,
    confirm: matches("(pointer: coarse)"),
    sounds: false,
    sorted: false,
  };
}

function matches(query: string): boolean {
  return globalThis.matchMedia?.(query).matches ?? false;
}

function kept(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
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
  get sounds(): boolean {
    return this.#values.sounds;
  }

  get sorted(): boolean {
    return this.#values.sorted;
  }

  get dark(): boolean {
    return this.theme === "dark" || (this.theme === "system" && this.#dark);
  }
  get moves(): boolean {
    return this.motion === "full" || (this.motion === "system" && !this.#still);
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
