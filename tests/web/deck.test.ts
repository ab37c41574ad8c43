import { execFileSync } from "node:child_process";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import three from "$games/three/deck.toml";
import trop from "$games/trop/deck.toml";
import dnup from "$games/dnup/deck.toml";
import { changed, keysOf, written, type Entries } from "$web/deck/toml";
import { look } from "$games/trop/web/look";
import { measureName, readReport, scaleOf, told } from "$web/lab/report";

describe("a deck as a file", () => {
  test.each([three, trop, dnup])("is read back as it was", (deck) => {
    expect(parse(written(deck as Entries))).toEqual(deck);
  });

  test("odd texts and keys are read back by Python, too", () => {
    const odd = { game: "any", name: 'a "b" \\ ž\u007f', "a key": 1.5, list: [1, [true, "x"], { y: 2 }], empty: {}, "č.d": { deep: { n: -3 } } };
    expect(parse(written(odd))).toEqual(odd);
    const read = "import json,sys,tomllib; print(json.dumps(tomllib.loads(sys.stdin.read())))";
    expect(JSON.parse(execFileSync("python3", ["-c", read], { input: written(odd) }).toString())).toEqual(odd);
  });

  test("numbers below zero come before the others, other keys stay as they were", () => {
    expect(keysOf({ 0: 1, 10: 1, 2: 1, "-3": 1, "-1": 1 })).toEqual(["-3", "-1", "0", "2", "10"]);
    expect(keysOf({ r: {}, g: {}, b: {} })).toEqual(["r", "g", "b"]);
  });

  test("one entry is changed, all others stay", () => {
    const deck: Entries = { name: "x", cards: { base: ["1/5", "1/6"], other: [] } };
    expect(changed(deck, ["cards", "base", "2"], "2/6")).toEqual({ name: "x", cards: { base: ["1/5", "2/6"], other: [] } });
    expect(changed(deck, ["cards", "new"], 1)).toEqual({ name: "x", cards: { base: ["1/5", "1/6"], other: [], new: 1 } });
    expect(changed(deck, ["cards"], undefined)).toEqual({ name: "x" });
    expect(deck).toEqual({ name: "x", cards: { base: ["1/5", "1/6"], other: [] } });
  });

  test("an entry knows its card", () => {
    expect(look.deckEntry?.(["copies", "-3"], 7)).toBe("-3");
    expect(look.deckEntry?.(["actions", "take", "6"], 1)).toBe("6t");
    expect(look.deckEntry?.(["name"], "TROP")).toBe("");
  });
});

const some = { mean: 2, low: 1, high: 3 };
const measure = { name: "length: rounds", bots: "greedy", percent: false, against: some, changed: some, difference: some, clear: true };
const report = { game: "gap", players: 3, seed: 1, games_each: { greedy: 9 }, against: { label: "a", options: {}, deck: null }, changed: { label: "b", options: {}, deck: null }, measures: [measure], by_place: {} };

describe("a report of the lab", () => {
  test("is read, and anything else is not", () => {
    expect(readReport(JSON.stringify(report))).toEqual(report);
    const wrong = ["", "{}", "null", "[]", "7", JSON.stringify({ ...report, measures: [{ ...measure, against: { mean: "<b>" } }] }), JSON.stringify({ ...report, by_place: { x: 1 } })];
    expect(wrong.map(readReport)).toEqual(wrong.map(() => null));
  });

  test("figures have a sign where they are differences, and a real minus", () => {
    expect(told({ mean: 0.123, low: 0.1, high: 0.146 }, true, true)).toBe("+12.3 ± 2.3 %");
    expect(told({ mean: -1.5, low: null, high: null }, false)).toBe("−1.50");
    expect(told({ mean: null, low: null, high: null }, false)).toBe("–");
  });

  test("figures that we have no word for keep their name", () => {
    expect(measureName("expert above an even share")).toBe("expert above an even share");
    expect(measureName("length: rounds")).not.toBe("length: rounds");
  });

  test("a scale goes from the least to the greatest end", () => {
    const x = scaleOf([some, { mean: 5, low: null, high: null }], 0, 100);
    expect([x(1), x(3), x(5)]).toEqual([0, 50, 100]);
  });
});
