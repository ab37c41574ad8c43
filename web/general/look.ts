/** How a game without a look of its own looks and asks: from its deck, its words and its options. */

import type { Look } from "$web/cards/look";
import { SHAPES } from "$web/cards/shapes";
import { tone } from "$web/cards/tones";
import type { Manner } from "$web/games";
import type { DeckInfo, Options, View } from "$web/protocol";
import type { Catalogue, Deck, Language } from "$web/words/kinds";
import { t } from "$web/words/shell.svelte";
import { Teller } from "$web/words/teller";
import Face from "./Face.svelte";
import { facesOf, markOf, marksOf } from "./faces";
import { SYMBOLS } from "./symbols";

const PICTURE = 5; // cards

export function generalManner({ data, cards }: DeckInfo, words: Catalogue): Manner {
  const { back = "turquoise", emblem, picture = someOf(Object.keys(cards)) } = facesOf(data);
  const look: Look = {
    Face,
    accent: tone(back).fill,
    emblem: emblem ? SYMBOLS[emblem] : SHAPES.diamond,
    picture,
    name: (card, _deck, language) => cards[card]?.[language] ?? placeName(card, language, words),
    ...("sort_hand" in words ? { order: byMark } : {}),
  };
  return { look, asked, points };
}

/** Five cards from all over the deck. */
function someOf(cards: readonly string[]): string[] {
  const step = Math.max(1, Math.floor(cards.length / PICTURE));
  return cards.filter((_, place) => place % step === 0).slice(0, PICTURE);
}

/** A card that is known by its place only: `?2`. */
function placeName(card: string, language: Language, words: Catalogue): string {
  const isPlace = card.startsWith("?") && "face_down_card" in words;
  return isPlace ? new Teller(words, language).sentence("face_down_card", { place: Number(card.slice(1)) }) : card;
}

function byMark(card: string, deck: Deck): number {
  return Object.keys(marksOf(deck)).indexOf(markOf(card, deck));
}

/** `asked_KIND` for one kind of decision, `asked_KIND_or_KIND` for several; what is missing is not told in detail. */
export function asked(_view: View, { choices }: Options, teller: Teller): string {
  const kinds = [...new Set(choices.map(({ decision }) => decision.kind))];
  const all = [...kinds].sort().join();
  const found = Object.keys(teller.catalogue).find(
    (key) => key.startsWith("asked_") && key.slice("asked_".length).split("_or_").sort().join() === all,
  );
  return found ?? kinds.map((kind) => `asked_${kind}`).find((key) => teller.knows(key)) ?? "asked_anything";
}

/** As long as nobody has any, nobody asks for them: there are games without points. */
function points(view: View, seat: number): string {
  return view.totals.every((total) => total === 0) ? "" : t("points_short", { total: view.totals[seat] ?? 0 });
}
