/** Tells events and decisions in one language: the twin of core/words.py, from the same words.toml. */

import type { Fact, Told } from "$web/protocol";
import type { Catalogue, Language } from "./kinds";

export type Facts = Record<string, Fact | Fact[]>;

const PLACEHOLDER = /\{(\w+)((?:\|[^{}|]*)*)\}/g;

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

export class Teller {
  constructor(
    readonly catalogue: Catalogue,
    readonly language: Language,
    readonly names: readonly string[] = [],
    readonly cardName: (card: string) => string = (card) => card,
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
    const text = this.catalogue[kind]?.[this.language] ?? kind;
    return text.replace(PLACEHOLDER, (whole, name: string, forms: string) => {
      const value = facts[name];
      if (value === undefined) return whole;
      return forms ? plural(this.language, Number(value), forms.slice(1).split("|")) : this.tell(value);
    });
  }

  rule(kind: string): string {
    return this.catalogue[kind]?.rule ?? "";
  }

  tell(value: Fact | Fact[]): string {
    if (Array.isArray(value)) return value.map((item) => this.tell(item)).join(", ") || this.sentence("nothing");
    if (typeof value === "number") return number(value);
    if (typeof value === "string") return value;
    if ("card" in value) return this.cardName(value.card);
    if ("seat" in value) return this.names[value.seat] ?? this.sentence("player", { number: value.seat + 1 });
    return this.sentence(value.word);
  }
}
