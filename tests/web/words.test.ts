import { describe, expect, test } from "vitest";
import core from "../../src/kartarna/core/words.toml";
import gap from "$games/gap/words.toml";
import deck from "$games/gap/deck.toml";
import { look } from "$games/gap/web/look";
import shell from "$web/words.toml";
import type { Catalogue, Language } from "$web/words/kinds";
import { plural, Teller } from "$web/words/teller";
import { spell } from "$web/table/spell";
import type { Choice } from "$web/protocol";

const catalogue = { ...core, ...gap } as unknown as Catalogue;
const teller = (language: Language, reader: number | null = null): Teller =>
  new Teller(catalogue, language, ["Eva"], (card) => look.name(card, deck, language), reader);

describe("the teller", () => {
  test("Czech has three forms, English two", () => {
    const czech = [0, 1, 2, 4, 5, -1, -3, 21].map((count) => plural("cs", count, ["bod", "body", "bodů"]));
    expect(czech).toEqual(["bodů", "bod", "body", "body", "bodů", "bod", "body", "bodů"]);
    expect([0, 1, 2].map((count) => plural("en", count, ["point", "points"]))).toEqual(["points", "point", "points"]);
  });

  test("cards, seats and lists are told by name", () => {
    const facts = { seat: { seat: 0 }, count: 2, cards: [{ card: "7r" }, { card: "8g" }] };
    expect(teller("cs").sentence("takes", facts)).toBe("Eva bere 2 karty: červená 7, zelená 8.");
    expect(teller("en").sentence("takes", facts)).toBe("Eva takes 2 cards: red 7, green 8.");
  });

  test("the player it is about is told in the second person, everybody else by name", () => {
    const facts = { seat: { seat: 0 }, count: 2, cards: [{ card: "7r" }, { card: "8g" }] };
    expect(teller("cs", 0).sentence("takes", facts)).toBe("Bereš 2 karty: červená 7, zelená 8.");
    expect(teller("en", 0).sentence("takes", facts)).toBe("You take 2 cards: red 7, green 8.");
    expect(teller("en", 1).sentence("takes", facts)).toBe("Eva takes 2 cards: red 7, green 8.");
    expect(teller("en", 0).sentence("share", { seats: [{ seat: 0 }, { seat: 1 }] })).toBe("You win, and not alone. Winners: you, Player 2.");
    expect(teller("en", 0).sentence("wins", { seat: { seat: 0 } })).toBe("You win!");
  });

  test("one decision is the last one, several are counted", () => {
    const told = [1, 3].map((count) => teller("en").sentence("taken_back", { seat: { seat: 0 }, count }));
    expect(told).toEqual(["Eva takes back the last decision.", "Eva takes back the last 3 decisions."]);
    expect([0, 1, 2].map((total) => new Teller(shell as unknown as Catalogue, "en").sentence("points_short", { total }))).toEqual(["0 pts", "1 pt", "2 pts"]);
  });

  test("a button says what to do", () => {
    const choice = { decision: { kind: "play", facts: { seat: { seat: 0 }, card: { card: "7r" } } } } as unknown as Choice;
    expect(spell(choice, teller("en", 0))).toBe("Play: red 7");
    const bare = new Teller({ play: catalogue["play"]! }, "en", ["Eva"], undefined, 0);
    expect(spell(choice, bare)).toBe("You play: 7r"); // a game without do_play
  });

  test("a name that ends with a full stop ends the sentence too", () => {
    expect(new Teller(catalogue, "cs", ["Jan ml."]).sentence("wins", { seat: { seat: 0 } })).toBe("Vítěz: Jan ml.");
  });

  test("a minus is a real one, a seat without a name has its number, an empty list is nothing", () => {
    expect(teller("en").sentence("round_score", { seat: { seat: 2 }, points: -1, total: 4 })).toBe(
      "Player 3: −1 point this round, 4 in all.",
    );
    expect(teller("en").sentence("row_dealt", { cards: [] })).toBe("In the row: nothing.");
  });

  test("what one seat alone was told has its name before it", () => {
    const told = { kind: "hand_dealt", facts: { cards: [{ card: "7r" }] }, rule: null };
    expect(teller("en").say(told)).toBe("In your hand: red 7.");
    expect(teller("en").say({ ...told, seat: 0 })).toBe("Eva: In your hand: red 7.");
  });

  test("every entry of the shell has both languages with the same facts", () => {
    for (const [key, entry] of Object.entries(shell as unknown as Catalogue)) {
      const facts = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)/g)].map((match) => match[1] ?? ""))].sort();
      expect(entry.cs, key).toBeTruthy();
      expect(facts(entry.cs), key).toEqual(facts(entry.en));
    }
  });
});
