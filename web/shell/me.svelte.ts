/** Who I am to this server. A name is asked for once, when others are to see it; until then a plain one will do. */

import type { Me } from "$web/protocol";
import shell from "$web/words.toml";
import { t } from "$web/words/shell.svelte";
import { api } from "./api";

const KEY = "kartarna.name"; // as it was said last, for when nobody can be asked
const PLAIN = Object.values(shell["guest"] as Record<string, string>);

class TheVisitor {
  #name = $state<string | null>(localStorage.getItem(KEY));
  #known = $state(false);

  /** Null: none yet, or not known yet. */
  get name(): string | null {
    return this.#name;
  }

  /** The server has answered, and there is no name that one has chosen. */
  get unnamed(): boolean {
    return this.#known && (this.#name === null || PLAIN.includes(this.#name));
  }

  async ask(): Promise<string | null> {
    return this.#take(await api.get<Me>("/me"));
  }

  async rename(name: string): Promise<string | null> {
    return this.#take(await api.put<Me>("/me", { name: name.trim() }));
  }

  /** Everyone at a table has a name; who has none yet gets a plain one. */
  async haveName(): Promise<void> {
    if (!(await this.ask())) await this.rename(t("guest"));
  }

  /** Another name came by other ways: a move to this device, a recovery, being forgotten. */
  become(me: Me): void {
    this.#take(me);
  }

  #take({ name }: Me): string | null {
    this.#known = true;
    keep(name);
    return (this.#name = name);
  }
}

function keep(name: string | null): void {
  try {
    if (name === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, name);
  } catch {
    // it is asked for again
  }
}

export const me = new TheVisitor();
