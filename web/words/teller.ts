/** Tells events and decisions in one language: the twin of core/words.py, from the same words.toml. */

import type { Fact, Told } from "$web/protocol";
import type { Catalogue, Entry, Language } from "./kinds";

export type Facts = Record<string, Fact | Fact[]>;

const PLACEHOLDER = /\{(\w+)((?:\|[^{}|]*)*)\}/g;
const NO_MARK = /[-\d]/g; // all that is not the mark of a card
const TWO_STOPS = /(?<!\.)\.\.(?!\.)/g; // a name may end with one, and the sentence too

/** Czech: one, two to four, five and more (and none). English: one, any other number. */
export function plural(language: Language, count: number, forms: readonly string[]): string {
  const number = Math.abs(count);
  if (number === 1) return forms[0] ?? "";
  if (language === "cs") return forms[number >= 2 && number <= 4 ? 1 : 2] ?? "";
  return forms[1] ?? "";
}

export function number(value: number): string {
  return String(value).replace("-", "−");
}

/** The key of the sentence for the reader who is this fact of it. */
function secondPerson(language: Language, fact: string): `${Language}_you${string}` {
  return fact === "seat" ? `${language}_you` : `${language}_you_${fact}`;
}

/** Is this seat the fact, or one of those that it lists? */
function namesSeat(value: Fact | Fact[], seat: number): boolean {
  const listed = Array.isArray(value) ? value : [value];
  return listed.some((item) => typeof item === "object" && "seat" in item && item.seat === seat);
}

export class Teller {
  constructor(
    readonly catalogue: Catalogue,
    readonly language: Language,
    readonly names: readonly string[] = [],
    readonly cardName: (card: string) => string = (card) => card,
    readonly reader: number | null = null, // the seat that is told it; null: somebody who only watches
  ) {}

  /** What only one seat was told has that seat's name before it, where everything is told. */
  say({ kind, facts, seat }: Told): string {
    const sentence = this.sentence(kind, facts);
    return seat === undefined ? sentence : `${this.tell({ seat })}: ${sentence}`;
  }

  knows(kind: string): boolean {
    return kind in this.catalogue;
  }

  /** A sentence that is missing, or a fact of it, is told by its key: better an odd word than an empty page. */
  sentence(kind: string, facts: Facts = {}): string {
    const entry = this.catalogue[kind];
    const text = entry ? this.#form(entry, facts) : kind;
    const told = text.replace(PLACEHOLDER, (whole, name: string, forms: string) => {
      const value = facts[name];
      if (value === undefined) return whole;
      if (!forms) return this.tell(value);
      return plural(this.language, Number(value), forms.slice(1).split("|")).replace("#", this.tell(value));
    });
    return told.replace(TWO_STOPS, ".");
  }

  /** In the second person, where there is such a form for what the reader is in it. */
  #form(entry: Entry, facts: Facts): string {
    const { reader, language } = this;
    const own = Object.keys(facts).filter((name) => reader !== null && namesSeat(facts[name] ?? "", reader));
    const forms = own.map((name) => entry[secondPerson(language, name)]);
    return forms.find((form) => form !== undefined) ?? entry[language];
  }

  /** The card's name and what it does: of this very card, of its mark (`3s`: s), or of any card. */
  aboutCard(card: string): string {
    const mark = card.replace(NO_MARK, "") || "plain";
    return this.#about(this.cardName(card), [`card_${card}`, `card_${mark}`, "card"]);
  }

  /** The name of a place, and what it is for: of this one, or of all that differ by their number only. */
  aboutZone(zone: string): string {
    const key = `zone_${zone}`;
    return this.#about(this.knows(key) ? this.sentence(key) : zone.replaceAll("_", " "), [key, key.replace(/_?\d+$/, "")]);
  }

  /** Where the game says nothing about it, just the name. */
  #about(name: string, keys: readonly string[]): string {
    const key = keys.map((key) => `about_${key}`).find((key) => this.knows(key));
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}.${key ? ` ${this.sentence(key)}` : ""}`;
  }

  rule(kind: string): string {
    return this.catalogue[kind]?.rule ?? "";
  }

  tell(value: Fact | Fact[]): string {
    if (Array.isArray(value)) return value.map((item) => this.#listed(item)).join(", ") || this.sentence("nothing");
    if (typeof value === "number") return number(value);
    if (typeof value === "string") return value;
    if ("card" in value) return this.cardName(value.card);
    if ("seat" in value) return this.names[value.seat] ?? this.sentence("player", { number: value.seat + 1 });
    return this.sentence(value.word);
  }

  #listed(item: Fact): string {
    const reader = typeof item === "object" && "seat" in item && item.seat === this.reader;
    return reader ? this.sentence("you") : this.tell(item);
  }
}
