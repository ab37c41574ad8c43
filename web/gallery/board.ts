/** A board in a fixed position: /gallery/board.html?at=gap-over&lang=cs&theme=dark; `&general`: on the general board; `&plain`: without its ending. */

import { mount } from "svelte";
import { partsOf, wordsOf, type GameParts } from "../games";
import { generalParts } from "../general/parts";
import type { DeckInfo, Update } from "../protocol";
import { settings } from "../shell/settings.svelte";
import { TableState } from "../table/state.svelte";
import type { Language } from "../words/kinds";
import Shown from "./Shown.svelte";
import "../theme.css";

const wanted = new URLSearchParams(location.search);
const fixtures = import.meta.glob<Update>("../fixtures/*.json", { import: "default" });
const decks = import.meta.glob<DeckInfo>("../fixtures/decks/*.json", { import: "default" });

/** Without a server, the general board's deck comes from the fixtures too. */
async function partsFor(game: string): Promise<GameParts> {
  const deck = wanted.has("general") ? await decks[`../fixtures/decks/${game}.json`]?.() : undefined;
  return deck ? generalParts(deck, await wordsOf(game)) : partsOf(game);
}

settings.change({ language: (wanted.get("lang") ?? "en") as Language });
document.documentElement.dataset["theme"] = wanted.get("theme") ?? "light";

async function show(name: string): Promise<void> {
  const update = await fixtures[`../fixtures/${name}.json`]?.();
  if (!update?.view) throw new Error(`there is no fixture ${name}`);
  const table = new TableState();
  table.receive({ type: "you", seats: update.view.seat === null ? [] : [update.view.seat], host: true, seat: update.view.seat, acts: true });
  table.receive(update);
  table.status = "connected";
  if (wanted.has("plain")) table.ending = null;
  const parts = await partsFor(update.view.game);
  mount(Shown, { target: document.body, props: { table, parts } });
}

void show(wanted.get("at") ?? "gap-start");
