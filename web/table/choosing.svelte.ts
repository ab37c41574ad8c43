/** From what a seat can decide to what a person does: points at cards, picks them, sees what follows, plays. */

import type { Choice, Options, Told } from "$web/protocol";
import { settings } from "$web/shell/settings.svelte";

/** A card of a hand: its notation and, among equals, which of them. */
export interface Held {
  card: string;
  key: string;
}

/** Gives each card a key of its own: `14#0`, `14#1`. */
export function keyed(cards: readonly string[]): Held[] {
  const seen = new Map<string, number>();
  return cards.map((card) => {
    const place = seen.get(card) ?? 0;
    seen.set(card, place + 1);
    return { card, key: `${card}#${place}` };
  });
}

function cardOf(key: string): string {
  return key.slice(0, key.lastIndexOf("#"));
}

function counted(cards: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return counts;
}

/** Are all these cards, copies counted, among those? */
function within(cards: readonly string[], all: readonly string[]): boolean {
  const counts = counted(all);
  return [...counted(cards)].every(([card, count]) => (counts.get(card) ?? 0) >= count);
}

const NOTHING: Options = { choices: [], refused: [] };

export class Choosing {
  #options = $state.raw<Options>(NOTHING);
  /** The keys of the cards picked so far. */
  picked = $state<string[]>([]);
  /** The key of the card under the pointer, or in focus. */
  pointed = $state<string | null>(null);
  /** A choice that a board or a button shows before it is made. */
  shown = $state.raw<Choice | null>(null);
  /** Choices without a card that the board offers in their own place: the frame then has no button for them. */
  placed: (choice: Choice) => boolean = () => false;
  #question = "";
  #decide: (choice: Choice) => void;

  constructor(decide: (choice: Choice) => void) {
    this.#decide = decide;
  }

  /** A new question: what was picked for the old one is put back. The same one again, as others decide: it stays. */
  ask(options: Options | null, question: string): void {
    this.#options = options ?? NOTHING;
    const { shown } = this;
    if (question !== this.#question) this.clear();
    else if (shown) this.shown = this.choices.find(({ action }) => action === shown.action) ?? null; // with what follows now
    this.#question = question;
  }

  get options(): Options {
    return this.#options;
  }
  get choices(): readonly Choice[] {
    return this.#options.choices;
  }
  get asked(): boolean {
    return this.choices.length > 0;
  }
  get pickedCards(): string[] {
    return this.picked.map(cardOf);
  }

  /** Choices that need no card (take, draw, turn, a seat) and have no place of their own on the board. */
  get bare(): Choice[] {
    return this.choices.filter((choice) => choice.cards.length === 0 && !this.placed(choice));
  }

  /** What the picked cards can do as they are; several where a target is still to be chosen. */
  get ready(): Choice[] {
    const picked = this.pickedCards;
    if (picked.length === 0) return [];
    return this.choices.filter((choice) => choice.cards.length === picked.length && within(picked, choice.cards));
  }

  /** Could more cards still join the picked ones? */
  get open(): boolean {
    const picked = this.pickedCards;
    return this.choices.some((choice) => choice.cards.length > picked.length && within(picked, choice.cards));
  }

  /** What to show: a choice shown on purpose, the picked cards, or the card pointed at. */
  get preview(): Choice | null {
    if (this.shown) return this.shown;
    if (this.picked.length > 0) return this.ready.length === 1 ? (this.ready[0] ?? null) : null;
    const alone = this.pointed === null ? [] : this.#alone(cardOf(this.pointed));
    return alone.length === 1 ? (alone[0] ?? null) : null;
  }

  #alone(card: string): Choice[] {
    return this.choices.filter((choice) => choice.cards.length === 1 && choice.cards[0] === card);
  }

  isPicked(key: string): boolean {
    return this.picked.includes(key);
  }

  /** Is there a choice with this card, or with it and the picked ones? */
  fits(key: string): boolean {
    if (this.isPicked(key)) return true;
    const wanted = [...this.pickedCards, cardOf(key)];
    return this.choices.some((choice) => within(wanted, choice.cards));
  }

  usable(card: string): boolean {
    return this.choices.some((choice) => choice.cards.includes(card));
  }

  /** Why a card cannot be used now; null if it can, or if nothing is asked. */
  refusal(card: string): Told | null {
    return this.#options.refused.find((refused) => refused.card === card)?.reason ?? null;
  }

  /** A click, a tap or Enter on a card. */
  press(key: string): void {
    this.shown = null;
    if (this.isPicked(key)) {
      const [only] = this.ready;
      if (only && this.ready.length === 1 && !this.open) this.decide(only);
      else this.picked = this.picked.filter((other) => other !== key);
      return;
    }
    if (!this.fits(key)) this.picked = []; // begins anew with this card
    if (!this.fits(key)) return;
    this.picked = [...this.picked, key];
    const [only] = this.ready;
    if (only && this.ready.length === 1 && !this.open && !settings.confirm) this.decide(only);
  }

  /** A tap on what stands for a choice without cards, a deck or a player: shows it first if confirmation is wanted. */
  tap(choice: Choice): void {
    if (settings.confirm && this.shown !== choice) this.shown = choice;
    else this.decide(choice);
  }

  /** A card dragged to a place and let go: `suits` says which of several choices is meant there. */
  drop(key: string, suits: (choice: Choice) => boolean = () => true): void {
    if (!this.isPicked(key)) this.picked = this.fits(key) ? [...this.picked, key] : [key];
    const meant = this.ready.filter(suits);
    if (meant.length === 1 && meant[0]) this.decide(meant[0]);
  }

  decide(choice: Choice): void {
    this.clear();
    this.#decide(choice);
  }

  clear(): void {
    this.picked = [];
    this.pointed = null;
    this.shown = null;
  }

  /** The choice that a typed text means: its notation, or a beginning that fits one choice only. */
  typed(text: string): Choice | null {
    const wanted = text.trim().toLowerCase().replace("−", "-").replace(/\s+/g, " ");
    const exact = this.choices.find((choice) => choice.notation.toLowerCase() === wanted);
    if (exact || !wanted) return exact ?? null;
    const meant = this.choices.filter((choice) => choice.notation.toLowerCase().startsWith(wanted));
    return meant.length === 1 ? (meant[0] ?? null) : null;
  }
}
