/** Mounts a board in one of the positions of web/fixtures. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach } from "vitest";
import { partsOf, wordsOf, type GameParts } from "$web/games";
import { generalParts } from "$web/general/parts";
import type { Choice, DeckInfo, Update } from "$web/protocol";
import { settings } from "$web/shell/settings.svelte";
import { TableState } from "$web/table/state.svelte";
import Table from "$web/table/Table.svelte";

const fixtures = import.meta.glob<Update>("../../web/fixtures/*.json", { import: "default" });
const decks = import.meta.glob<DeckInfo>("../../web/fixtures/decks/*.json", { import: "default" });

/** A game as if it had no board of its own, with what the server would say of it. */
export async function generally(game: string): Promise<GameParts> {
  const deck = await decks[`../../web/fixtures/decks/${game}.json`]?.();
  if (!deck) throw new Error(`there is no deck of ${game}`);
  return generalParts(deck, await wordsOf(game));
}

export interface Shown {
  page: HTMLElement;
  table: TableState;
  decided: Choice[];
  update: Update;
  /** What is called so for a screen reader: a button, a list, a picture. */
  named(label: string): HTMLElement;
  click(label: string): void;
}

let mounted: object | null = null;

afterEach(() => {
  if (mounted) void unmount(mounted);
  mounted = null;
  document.body.replaceChildren();
});

export async function show(name: string, partsFor: (game: string) => Promise<GameParts> = partsOf): Promise<Shown> {
  const update = await fixtures[`../../web/fixtures/${name}.json`]?.();
  if (!update?.view) throw new Error(`there is no fixture ${name}`);
  settings.change({ language: "en", confirm: false, motion: "none" });
  const table = new TableState();
  table.receive({ type: "you", seats: update.view.seat === null ? [] : [update.view.seat], host: true, seat: update.view.seat, acts: true });
  table.receive(update);
  const decided: Choice[] = [];
  const parts = await partsFor(update.view.game);
  mounted = mount(Table, { target: document.body, props: { table, parts, decide: (choice) => decided.push(choice) } });
  flushSync();
  const named = (label: string): HTMLElement => {
    const found = [...document.querySelectorAll<HTMLElement>("[aria-label], button")].find((element) =>
      (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().startsWith(label),
    );
    if (!found) throw new Error(`nothing here is called ${label}`);
    return found;
  };
  const click = (label: string): void => {
    named(label).click();
    flushSync();
  };
  return { page: document.body, table, decided, update, named, click };
}
