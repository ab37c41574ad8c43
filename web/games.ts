/** The games as the browser knows them: their leads at once, everything else when a game is opened. */

import type { Component } from "svelte";
import type { Look } from "./cards/look";
import type { Lead, Page } from "./rules/page";
import type { BoardProps } from "./table/board";
import type { PadRules } from "./pad/kinds";
import type { Options, View } from "./protocol";
import type { Draw } from "./replay/dealing";
import type { Catalogue, Deck, Language } from "./words/kinds";
import type { Teller } from "./words/teller";
import { SHARED } from "./words/shared";

export const GAMES = ["three", "dnup", "trop", "karma", "gap"] as const;
export type GameId = (typeof GAMES)[number];

/** What a game's folder has for the browser besides its board (its look.ts). */
export interface Manner {
  look: Look;
  /** The key of the sentence that says what is asked of a seat now. */
  asked(view: View, options: Options): string;
  /** What a seat has counted so far, where it is not its total; empty where nothing is counted. */
  points?(view: View, seat: number, teller: Teller): string;
}

export interface GameParts {
  Board: Component<BoardProps>;
  manner: Manner;
  deck: Deck;
  words: Catalogue;
}

type Load<T> = () => Promise<T>;
const FOLDER = "../src/kartarna/games";
const boards = import.meta.glob<Component<BoardProps>>("../src/kartarna/games/*/web/Board.svelte", { import: "default" });
const looks = import.meta.glob<Manner>("../src/kartarna/games/*/web/look.ts");
const decks = import.meta.glob<Deck>("../src/kartarna/games/*/deck.toml", { import: "default" });
const words = import.meta.glob<Catalogue>("../src/kartarna/games/*/words.toml", { import: "default" });
const pads = import.meta.glob<PadRules>("../src/kartarna/games/*/web/pad.ts", { import: "pad" });
const deals = import.meta.glob<Draw>("../src/kartarna/games/*/web/deal.ts", { import: "draw" });
const pages = import.meta.glob<Page>("../src/kartarna/games/**/rules.*.md", { import: "default" });
const leads = import.meta.glob<Lead>("../src/kartarna/games/*/rules.*.md", {
  import: "default",
  query: "?lead",
  eager: true,
});

function found<T>(loads: Record<string, Load<T>>, path: string): Promise<T> {
  const load = loads[`${FOLDER}/${path}`];
  return load ? load() : Promise.reject(new Error(`there is no ${path}`));
}

export function isGame(id: string | undefined): id is GameId {
  return GAMES.includes(id as GameId);
}

/** Title and first paragraph of a game's rules. */
export function leadOf(game: GameId, language: Language): Lead {
  return leads[`${FOLDER}/${game}/rules.${language}.md`] ?? { title: game, lead: "" };
}

/** The rules of a game, or those that all games share. */
export function pageOf(game: GameId | "", language: Language): Promise<Page> {
  return found(pages, `${game ? `${game}/` : ""}rules.${language}.md`);
}

/** How a game's cards look: enough for a picture of it. */
export async function lookOf(game: GameId): Promise<{ look: Look; deck: Deck }> {
  const [manner, deck] = await Promise.all([found(looks, `${game}/web/look.ts`), found(decks, `${game}/deck.toml`)]);
  return { look: manner.look, deck };
}

export async function padOf(game: GameId): Promise<{ rules: PadRules; deck: Deck }> {
  const [rules, deck] = await Promise.all([found(pads, `${game}/web/pad.ts`), found(decks, `${game}/deck.toml`)]);
  return { rules, deck };
}

/** How a game draws its deals, to check the proof of a shuffle. */
export function dealOf(game: GameId): Promise<Draw> {
  return found(deals, `${game}/web/deal.ts`);
}

/** The sentences of a game, of tables and of the server. */
export async function wordsOf(game: GameId): Promise<Catalogue> {
  return { ...SHARED, ...(await found(words, `${game}/words.toml`)) };
}

export async function partsOf(game: GameId): Promise<GameParts> {
  const [Board, manner, deck, words] = await Promise.all([
    found(boards, `${game}/web/Board.svelte`),
    found(looks, `${game}/web/look.ts`),
    found(decks, `${game}/deck.toml`),
    wordsOf(game),
  ]);
  return { Board, manner, deck, words };
}
