/** A game that came with no board: all about it is asked of the server, and it is played on the general board. */

import type { Look } from "$web/cards/look";
import type { GameParts } from "$web/games";
import type { DeckInfo, Rules } from "$web/protocol";
import { readPage, type Page } from "$web/rules/page";
import { api } from "$web/shell/api";
import shell from "$web/words.toml";
import type { Catalogue, Deck, Language } from "$web/words/kinds";
import Board from "./Board.svelte";
import { generalManner } from "./look";

export async function wordsOf(game: string): Promise<Catalogue> {
  return api.get<Catalogue>(`/games/${game}/words`);
}

export async function pageOf(game: string, language: Language): Promise<Page> {
  return readPage((await api.get<Rules>(`/games/${game}/rules/${language}`)).text);
}

export async function lookOf(game: string): Promise<{ look: Look; deck: Deck }> {
  const { manner, deck } = await partsOf(game);
  return { look: manner.look, deck };
}

export async function partsOf(game: string): Promise<GameParts> {
  const [deck, words] = await Promise.all([api.get<DeckInfo>(`/games/${game}/deck`), wordsOf(game)]);
  return generalParts(deck, words);
}

export function generalParts(deck: DeckInfo, words: Catalogue): GameParts {
  const { asked_anything } = shell as unknown as Catalogue;
  return {
    Board,
    manner: generalManner(deck, words),
    deck: deck.data,
    words: { ...(asked_anything ? { asked_anything } : {}), ...words },
    withDeck: (other) => generalParts(other, words),
  };
}
