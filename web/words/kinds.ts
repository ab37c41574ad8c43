/** What catalogues, decks and facts are made of. */

export type Language = "cs" | "en";
export const LANGUAGES: readonly Language[] = ["cs", "en"];

/** A sentence in all languages; `cs_you`, `en_you_owner`, …: told to the player it is about. */
export interface Entry {
  cs: string;
  en: string;
  rule?: string;
  [form: `${Language}_you${string}`]: string;
}

export type Catalogue = Readonly<Record<string, Entry>>;

/** A deck.toml as it stands; each game's look.ts knows what is in its own. */
export type Deck = Readonly<Record<string, unknown>>;
