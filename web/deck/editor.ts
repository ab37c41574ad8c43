/** What the parts of the deck editor share: how entries are called and drawn, and how they are changed. */

import { getContext, setContext } from "svelte";
import type { Look } from "$web/cards/look";
import type { Deck, Entry, Language } from "$web/words/kinds";
import { t } from "$web/words/shell.svelte";
import { Teller } from "$web/words/teller";
import { isTable, type Entries, type Value } from "./toml";

type Path = readonly string[];
const NOT_HERE = ["game", "faces", "reconstruction", "shape", "tone"]; // the text of the file has them
const KEY = Symbol("deck editor");

export interface DeckEditor {
  /** The card that an entry is about; empty: none; null: it is not to be changed here. */
  entry(path: Path, value: Value): string | null;
  label(path: Path, value: Value): string;
  cardName(card: string): string;
  isWrong(path: Path): boolean;
  /** Entries can be added there. */
  open(path: Path): boolean;
  change(path: Path, value: Value): void;
}

export interface Editing {
  look: Look;
  words: Readonly<Record<string, Entry>>;
  language: Language;
  data: Entries;
  wrong: Path; // where the fault is; empty: nowhere
  change: DeckEditor["change"];
}

/** `now` is asked again whenever something of it has changed. */
export function provideDeckEditor(now: () => Editing): void {
  const entry: DeckEditor["entry"] = (path, value) => {
    const key = path.at(-1) ?? "";
    if (NOT_HERE.includes(key)) return null;
    const { look } = now();
    return look.deckEntry ? look.deckEntry(path, value) : "";
  };
  setContext<DeckEditor>(KEY, {
    entry,
    label: (path, value) => labelOf(now(), path, value),
    cardName: (card) => now().look.name(card, now().data as Deck, now().language),
    isWrong: (path) => path.length > 0 && path.join(".") === now().wrong.join("."),
    open: (path) => now().look.deckOpen?.(path) ?? false,
    change: (path, value) => now().change(path, value),
  });
}

export function deckEditor(): DeckEditor {
  return getContext<DeckEditor>(KEY);
}

/** By the game's words, ours, the entry's own name, or as it stands in the file. */
function labelOf({ words, language }: Editing, path: Path, value: Value): string {
  const key = path.at(-1) ?? "";
  const teller = new Teller(words, language);
  if (teller.knows(`entry_${key}`)) return teller.sentence(`entry_${key}`);
  if (isTable(value) && typeof value[language] === "string") return value[language];
  const told = t(`entry_${key}`);
  return told === `entry_${key}` ? key.replaceAll("_", " ") : told;
}
