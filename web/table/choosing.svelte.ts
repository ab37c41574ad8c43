/** From what a seat can decide to what a person does: points at cards, picks them, sees what follows, plays. */

import type { Choice, Options, Told } from "$web/protocol";
import { settings } from "$web/shell/settings.svelte";
import { within } from "./board";

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

export function cardOf(key: string): string {
  return key.slice(0, key.lastIndexOf("#"));
}

/** What a hint says of the choices. */
export interface Weighed {
  costly: readonly number[]; // their actions
  best: number | null;
}
export type Mark = "costly" | "best" | undefined;

const NOTHING: Options = { choices: [], refused: [] };

export class Choosing {
  #options = $state.raw<Options>(NOTHING);
  /** The keys of the cards picked so far. */
  picked = $state<string[]>([]);
  anew = $state(false); // the last card did not go with those picked before: they lie in the hand again
  #pointed = $state<string | null>(null);
  /** What lay under a resting pointer, or in focus, when the question came: nobody has pointed at it. */
  #resting = $state<string | null>(null);
  /** The refused card that somebody has pressed: why it is refused stays to be read, and its links to be followed. */
  #pressed = $state<string | null>(null);
  #stirred = true; // has pointer or keyboard been used since the question?
  /** A choice that a board or a button shows before it is made. */
  shown = $state.raw<Choice | null>(null);
  weighed = $state.raw<Weighed | null>(null);
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
    if (question !== this.#question) this.#renew();
    else if (shown) this.shown = this.choices.find(({ action }) => action === shown.action) ?? null; // with what follows now
    this.#question = question;
  }

  #renew(): void {
    this.#stirred = false;
    this.#resting = this.#pointed;
    this.clear();
  }

  /** Pointer or keyboard were used. */
  stir(): void {
    this.#stirred = true;
  }

  /** The key of the card under the pointer, or in focus. */
  get pointed(): string | null {
    return this.#pointed;
  }
  set pointed(key: string | null) {
    if (!this.#stirred) this.#resting = key ?? this.#resting;
    else if (key !== this.#resting) this.#resting = null;
    this.#pointed = key;
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
    return this.#with(this.pickedCards);
  }

  #with(cards: readonly string[]): Choice[] {
    if (cards.length === 0) return [];
    return this.choices.filter((choice) => choice.cards.length === cards.length && within(cards, choice.cards));
  }

  /** Could more cards still join the picked ones? */
  get open(): boolean {
    const picked = this.pickedCards;
    return this.choices.some((choice) => choice.cards.length > picked.length && within(picked, choice.cards));
  }

  /** The cards that somebody has in mind: those picked, or the one pointed at. */
  get wanted(): string[] {
    if (this.picked.length > 0) return this.pickedCards;
    return this.pointed === null ? [] : [cardOf(this.pointed)];
  }

  /** What may be meant: a choice shown on purpose, or all that the wanted cards can do as they are. */
  get meant(): Choice[] {
    return this.shown ? [this.shown] : this.#with(this.wanted);
  }

  /** What to show: the one thing that is meant. */
  get preview(): Choice | null {
    const [only, ...more] = this.meant;
    return only && more.length === 0 ? only : null;
  }

  isPicked(key: string): boolean {
    return this.picked.includes(key);
  }

  /** What a hint says of a card: it belongs to the best choice, or all that can be done with it costs too much. */
  mark(key: string): Mark {
    const wanted = [...this.picked.filter((other) => other !== key).map(cardOf), cardOf(key)];
    return this.markOf(this.choices.filter((choice) => within(wanted, choice.cards)));
  }

  markOf(choices: readonly Choice[]): Mark {
    const { costly, best } = this.weighed ?? { costly: [], best: null };
    if (choices.some(({ action }) => action === best)) return "best";
    return choices.length > 0 && choices.every(({ action }) => costly.includes(action)) ? "costly" : undefined;
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

  /** Why the card that somebody points at, or has pressed, cannot be used now. */
  get refused(): Told | null {
    const key = this.#pointed ?? (this.shown ? null : this.#pressed);
    return key === null || key === this.#resting || this.fits(key) ? null : this.refusal(cardOf(key));
  }

  /** A click, a tap or Enter on a card. */
  press(key: string): void {
    this.shown = null;
    this.#resting = null;
    this.#pressed = null;
    if (this.isPicked(key)) {
      if (this.#clear) this.decide(this.#clear);
      else this.picked = this.picked.filter((other) => other !== key);
      return;
    }
    this.anew = this.picked.length > 1 && !this.fits(key);
    if (!this.fits(key)) this.picked = []; // begins anew with this card
    if (!this.fits(key)) {
      this.#pressed = key;
      return;
    }
    this.picked = [...this.picked, key];
    if (this.#clear && !settings.confirm) this.decide(this.#clear);
  }

  /** The move that the picked card makes, where nothing else can be meant. One of several cards is asked about first. */
  get #clear(): Choice | null {
    const [only, ...more] = this.ready;
    return only && only.cards.length === 1 && more.length === 0 && !this.open ? only : null;
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
    this.anew = false;
    this.picked = [];
    this.pointed = null;
    this.#pressed = null;
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
