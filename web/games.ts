/** The games: which there are says the server; boards, looks and pages of most come with the app, of others from the server. */

import type { Component } from "svelte";
import type { Look } from "./cards/look";
import type { Lead, Page } from "./rules/page";
import { house } from "./shell/house.svelte";
import type { BoardProps, PartProps } from "./table/board";
import type { Reason } from "./table/reckoning";
import type { PadRules } from "./pad/kinds";
import type { DeckInfo, Options, Told, View } from "./protocol";
import type { Catalogue, Deck, Language } from "./words/kinds";
import type { Teller } from "./words/teller";
import { SHARED } from "./words/shared";

/** What a game's folder has for the browser besides its board (its web/look.ts). */
export interface Manner {
  look: Look;
  /** The key of the sentence that says what is asked of a seat now. */
  asked(view: View, options: Options, teller: Teller): string;
  /** What a seat has counted so far, where it is not its total; empty where nothing is counted. */
  points?(view: View, seat: number, teller: Teller): string;
  /** The key of the sentence that says what the game is about; without it: `goal`, if the game has such a sentence. */
  goal?(view: View): string;
  /** How a seat stands, where `points` does not say it: told in the line with the goal. */
  standing?(view: View, seat: number, teller: Teller): string;
  /** How much of the way to the goal a seat has come, from 0 to 1; null: there is none. */
  progress?(view: View, seat: number): number | null;
  /** How much a seat has so far, as a number for the line over a replay, where it is not its total. */
  worth?(view: View, seat: number): number;
  /** How much there is to win at all: nothing beyond it is told. */
  most?(view: View): number;
  /** The lines of the table of points at the end of a round. */
  reasons?: readonly Reason[];
  /** What brought the end of a round about, where more can be said of it than its last event does. */
  cause?(events: readonly Told[]): Told | undefined;
}

export interface GameParts {
  Board: Component<BoardProps>;
  manner: Manner;
  deck: Deck;
  words: Catalogue;
  /** The same game with another deck. */
  withDeck(deck: DeckInfo): GameParts;
}

type Load<T> = () => Promise<T>;
const FOLDER = "../src/kartarna/games";
const boards = import.meta.glob<Component<BoardProps>>("../src/kartarna/games/*/web/Board.svelte", { import: "default" });
const partsOfBoards = import.meta.glob<Component<PartProps>>("../src/kartarna/games/*/web/Part.svelte", { import: "default" });
const looks = import.meta.glob<Manner>("../src/kartarna/games/*/web/look.ts");
const decks = import.meta.glob<Deck>("../src/kartarna/games/*/deck.toml", { import: "default" });
const words = import.meta.glob<Catalogue>("../src/kartarna/games/*/words.toml", { import: "default" });
const pads = import.meta.glob<PadRules>("../src/kartarna/games/*/web/pad.ts", { import: "pad" });
const pages = import.meta.glob<Page>("../src/kartarna/games/**/rules.*.md", { import: "default" });
const leads = import.meta.glob<Lead>("../src/kartarna/games/*/rules.*.md", {
  import: "default",
  query: "?lead",
  eager: true,
});

/** The games that come with the app, boards and all. */
export const BUILT: readonly string[] = Object.keys(boards).map((path) => path.slice(FOLDER.length + 1).split("/")[0] ?? "");

function found<T>(loads: Record<string, Load<T>>, path: string): Promise<T> {
  const load = loads[`${FOLDER}/${path}`];
  return load ? load() : Promise.reject(new Error(`there is no ${path}`));
}

/** Has it a board of its own? `?general` in the address shows any game on the general one. */
function hasBoard(game: string): boolean {
  return BUILT.includes(game) && !new URLSearchParams(globalThis.location?.search).has("general");
}

/** The games of this server in its order, as soon as it is known; without a server those that came with the app. */
export function gamesHere(): readonly string[] {
  return house.games?.map(({ id }) => id) ?? (house.silent ? BUILT : []);
}

export function isGame(id: string | undefined): id is string {
  return id !== undefined && (BUILT.includes(id) || house.game(id) !== undefined);
}

/** Title and first paragraph of a game's rules. */
export function leadOf(game: string, language: Language): Lead {
  return leads[`${FOLDER}/${game}/rules.${language}.md`] ?? house.game(game)?.leads[language] ?? { title: game, lead: "" };
}

/** The rules of a game, or those that all games share. */
export async function pageOf(game: string, language: Language): Promise<Page> {
  if (game && !BUILT.includes(game)) return (await import("./general/parts")).pageOf(game, language);
  return found(pages, `${game ? `${game}/` : ""}rules.${language}.md`);
}

/** How a game's cards look: enough for a picture of it. */
export async function lookOf(game: string): Promise<{ look: Look; deck: Deck }> {
  if (!hasBoard(game)) return (await import("./general/parts")).lookOf(game);
  const [manner, deck] = await Promise.all([found(looks, `${game}/web/look.ts`), found(decks, `${game}/deck.toml`)]);
  return { look: manner.look, deck };
}

export function hasPad(game: string): boolean {
  return `${FOLDER}/${game}/web/pad.ts` in pads;
}

export async function padOf(game: string): Promise<{ rules: PadRules; deck: Deck; words: Catalogue }> {
  const [rules, deck, own] = await Promise.all([
    found(pads, `${game}/web/pad.ts`),
    found(decks, `${game}/deck.toml`),
    found(words, `${game}/words.toml`),
  ]);
  return { rules, deck, words: own };
}

/** The sentences of a game, of tables and of the server. */
export async function wordsOf(game: string): Promise<Catalogue> {
  if (!BUILT.includes(game)) return (await import("./general/parts")).wordsOf(game);
  return { ...SHARED, ...(await found(words, `${game}/words.toml`)) };
}

export async function partsOf(game: string): Promise<GameParts> {
  if (!hasBoard(game)) return (await import("./general/parts")).partsOf(game);
  const [Board, manner, deck, words] = await Promise.all([
    found(boards, `${game}/web/Board.svelte`),
    found(looks, `${game}/web/look.ts`),
    found(decks, `${game}/deck.toml`),
    wordsOf(game),
  ]);
  return built({ Board, manner, deck, words });
}

/** What draws a single place of a game's board. */
export async function partOf(game: string): Promise<Component<PartProps>> {
  if (!hasBoard(game)) return (await import("./general/Part.svelte")).default;
  return found(partsOfBoards, `${game}/web/Part.svelte`);
}

function built(parts: Omit<GameParts, "withDeck">): GameParts {
  return { ...parts, withDeck: ({ data }) => built({ ...parts, deck: data }) };
}
