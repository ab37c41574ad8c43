import { describe, expect, test } from "vitest";
import page from "../../docs/shuffle.md?raw";
import { draw } from "$web/replay/dealing";
import { checkProof, keptWord, keyOf, type Layouts, type ProvenRecord, type ShuffleProof } from "$web/replay/proof";
import { Tape } from "$web/replay/tape";
import { fromHex, hex, hmac, sha256 } from "$web/table/sha256";
import records from "./proofs.json";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("SHA-256", () => {
  test.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
  ])("of %j", (text, digest) => {
    expect(hex(sha256(bytes(text)))).toBe(digest);
  });

  test("a million letters", () => {
    expect(hex(sha256(new Uint8Array(1_000_000).fill(97)))).toBe("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  });

  test("HMAC (RFC 4231, case 2)", () => {
    expect(hex(hmac(bytes("Jefe"), bytes("what do ya want for nothing?")))).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
  });
});

/** The test vectors of docs/shuffle.md, which Python's tests read too. */
function vectors(): Record<string, unknown> {
  return JSON.parse(page.split("```json\n")[1]?.split("```")[0] ?? "{}") as Record<string, unknown>;
}

/** A record that only lasts as long as its test, with how its game is dealt. */
type Told = ProvenRecord & { layouts: Layouts };

function record(place: number): Told {
  return structuredClone(records[place]) as unknown as Told;
}

function right(told: Told): boolean {
  return checkProof(told, told.layouts);
}

describe("the bytes of the page", () => {
  const { table, game, secret, commitment, promises, parts, key, ...told } = vectors() as unknown as ShuffleProof & Record<string, string>;
  const start = { scheme: "kartarna-shuffle-1", table, secret, commitment, promises, parts };

  test("commitment, promises and key", () => {
    expect(keptWord(game ?? "", start)).toBe(true);
    expect(hex(keyOf(game ?? "", start))).toBe(key);
  });

  test("the words of a round", () => {
    const tape = new Tape(fromHex(key ?? ""), 1);
    const words = Array.from({ length: 4 }, () => tape.next().toString(16).padStart(16, "0"));
    expect(words).toEqual(told["words of round 1"]);
  });

  test("the deal", () => {
    const { layouts } = record(records.findIndex(({ game, players }) => game === "gap" && players === 3));
    expect(draw(new Tape(fromHex(key ?? ""), 1), layouts[0] ?? [])).toEqual(told["deal of round 1"]);
  });
});

describe("the proof of a shuffle", () => {
  test.each(records.map(({ game, players }, place) => [game, players, place] as const))("is right: %s for %i", (_game, _players, place) => {
    expect(right(record(place))).toBe(true);
  });

  test.each(records.map(({ game, players }, place) => [game, players, place] as const))("is wrong if two cards change places: %s for %i", (_game, _players, place) => {
    const told = record(place);
    const deal = told.rounds.at(-1)?.deal ?? {};
    const cards = Object.entries(deal).find(([zone, all]) => zone !== "starter" && new Set(all).size > 1)?.[1] ?? [];
    const other = cards.findIndex((card) => card !== cards[0]);
    [cards[0], cards[other]] = [cards[other] ?? "", cards[0] ?? ""];
    expect(right(told)).toBe(false);
  });

  test("is wrong if the server deals with another secret, even one that it says it committed itself to", () => {
    const told = record(0);
    told.proof.secret = "00".repeat(32);
    expect(right(told)).toBe(false);
    told.proof.commitment = hex(sha256(bytes(""))); // nor does a commitment that fits nothing help
    expect(right(told)).toBe(false);
  });

  test("is wrong if a part is another, or missing, or a bot has one", () => {
    const [other, missing, bot] = [record(0), record(0), record(0)];
    other.proof.parts[0] = "22".repeat(32);
    missing.proof.parts[0] = null;
    bot.proof.parts[1] = "22".repeat(32);
    bot.proof.promises[1] = hex(sha256(fromHex("22".repeat(32))));
    expect([other, missing, bot].map(right)).toEqual([false, false, false]);
  });

  test("is wrong if a start that was given up broke its word, or nothing was dealt", () => {
    const [broken, empty] = [record(0), record(0)];
    broken.proof.aborted = [{ ...broken.proof, secret: "00".repeat(32) }];
    empty.rounds = [];
    expect([broken, empty].map(right)).toEqual([false, false]);
  });

  test("is wrong if a round has no layout, or another one", () => {
    const [fewer, other] = [record(0), record(0)];
    fewer.layouts = fewer.layouts.slice(1);
    other.layouts = [...other.layouts].reverse();
    expect([fewer, other].map(right)).toEqual([false, false]);
  });

  test("draws nothing of a starter that the table has fixed", () => {
    const [starter, ...rest] = record(0).layouts[0] ?? [];
    const tape = (): Tape => new Tape(new Uint8Array(32), 1);
    const fixed = { things: [["2"]], zones: starter?.zones ?? [], without: {}, single: true };
    expect(draw(tape(), [fixed, ...rest])).toEqual({ starter: ["2"], ...draw(tape(), rest) });
  });

  test("is wrong if the starter was chosen and not drawn", () => {
    const told = record(0);
    const first = told.rounds[0]?.deal["starter"]?.[0];
    (told.rounds[0]?.deal ?? {})["starter"] = [first === "1" ? "2" : "1"];
    expect(right(told)).toBe(false);
  });
});
