/** A board in a fixed position: /gallery/board.html?at=gap-row-of-six&lang=cs&theme=dark. Development only. */

import { mount } from "svelte";
import { isGame, partsOf } from "../games";
import type { Update } from "../protocol";
import { settings } from "../shell/settings.svelte";
import Table from "../table/Table.svelte";
import { TableState } from "../table/state.svelte";
import type { Language } from "../words/kinds";
import "../theme.css";

const wanted = new URLSearchParams(location.search);
const fixtures = import.meta.glob<Update>("../fixtures/*.json", { import: "default" });

settings.change({ language: (wanted.get("lang") ?? "en") as Language });
document.documentElement.dataset["theme"] = wanted.get("theme") ?? "light";

async function show(name: string): Promise<void> {
  const update = await fixtures[`../fixtures/${name}.json`]?.();
  if (!update?.view || !isGame(update.view.game)) throw new Error(`there is no fixture ${name}`);
  const table = new TableState();
  table.receive(update);
  table.status = "connected";
  if (!wanted.has("sheet")) table.ending = [];
  const parts = await partsOf(update.view.game);
  mount(Table, { target: document.body, props: { table, parts, decide: (choice) => console.info(choice.notation) } });
}

void show(wanted.get("at") ?? "gap-start");
