import { flushSync, mount, unmount } from "svelte";
import { beforeEach, describe, expect, test } from "vitest";
import gapDeck from "$games/gap/deck.toml";
import gapWords from "$games/gap/words.toml";
import threeDeck from "$games/three/deck.toml";
import { pad as dnup } from "$games/dnup/web/pad";
import { pad as gap } from "$games/gap/web/pad";
import { pad as karma } from "$games/karma/web/pad";
import { pad as three } from "$games/three/web/pad";
import { pad as trop } from "$games/trop/web/pad";
import type { Catalogue } from "$web/words/kinds";
import { Book } from "$web/pad/book.svelte";
import { isOver, leaders, totals, winners, type PadRules, type PadState, type Round } from "$web/pad/kinds";
import ScoreSheet from "$web/pad/ScoreSheet.svelte";
import { settings } from "$web/shell/settings.svelte";

const state = (rounds: Round[], players = 3, target = 0): PadState => ({
  names: ["Eva", "Adam", "Bára", "Cyril"].slice(0, players),
  rounds,
  first: 1,
  target,
});

const standing = (rules: PadRules, rounds: Round[], players = 3): number[] => totals(rules, state(rounds, players));

describe("GAP on paper", () => {
  const round: Round = [{ r: 3, g: 1, b: 2 }, { y: 2, p: 2 }, {}];

  test("colours are counted: plus, minus, and nothing for no cards", () => {
    expect(standing(gap, [round])).toEqual([2, 4, 0]);
  });
  test("no colour has more than ten cards", () => {
    expect(gap.fault?.([{ r: 6 }, { r: 5 }])).toBe("pad_ten_of_a_colour");
    expect(gap.fault?.([{ r: 6 }, { r: 4 }])).toBeNull();
  });
  test("the left neighbour of the last starter starts (GAP-10), and the target ends it", () => {
    expect(gap.starter?.(state([]))).toBe(1);
    expect(gap.starter?.(state([round, round]))).toBe(0);
    expect(isOver(gap, state([round], 3, 5))).toBe(false);
    expect(isOver(gap, state([round, round], 3, 5))).toBe(true);
  });
  test("of those level the one with the best single round wins, then the one who had it earlier (GAP-9)", () => {
    const scores = (...rounds: number[][]): PadState => state(rounds.map((points) => points.map((r) => ({ r }))));
    const best = scores([3, 1, 0], [1, 3, 4]);
    expect(leaders(gap, totals(gap, best))).toEqual([0, 1, 2]);
    expect(winners(gap, best)).toEqual([2]);
    expect(winners(gap, scores([1, 3, 0], [3, 1, 1]))).toEqual([1]);
    expect(winners(gap, scores([2, 2, 0], [1, 1, 0]))).toEqual([0, 1]); // nothing is left to tell them apart
    expect(winners(gap, scores([9, 0, 0], [0, 5, 0], [0, 5, 0]))).toEqual([1]); // the total comes first
  });
  test("every colour of the deck is asked for", () => {
    expect(gap.fields(4, gapDeck).map((field) => field.key)).toEqual(["r", "g", "y", "b", "p"]);
  });
});

describe("Tři je moc! on paper", () => {
  test("one card 1, two 5, every complete three −3 (THREE-15)", () => {
    expect(three.points({ o: 1, l: 2, b: 3, r: 4, t: 5 }, 2)).toBe(1 + 5 - 3 + (1 - 3) + (5 - 3));
  });
  test("six colours face up give 5, seven 10, and the colour bonus stays (THREE-14)", () => {
    const six = { o: 1, l: 1, b: 1, r: 1, t: 1, m: 1, g: 3 };
    expect(three.points(six, 2)).toBe(6 - 3 + 5);
    expect(three.points({ ...six, g: 1, bonus: 7 }, 2)).toBe(7 + 10 + 7);
  });
  test("a bonus is one of four, each once", () => {
    expect(three.fault?.([{ bonus: 4 }, {}])).toBe("pad_bonus_values");
    expect(three.fault?.([{ bonus: 5 }, { bonus: 5 }])).toBe("pad_bonus_twice");
    expect(three.fields(2, threeDeck)).toHaveLength(8);
  });
  test("it is counted once", () => {
    expect(isOver(three, state([[{ o: 1 }, {}, {}]]))).toBe(true);
  });
});

describe("TROP on paper", () => {
  test("a hand may be three 15s, or three −3s", () => {
    expect(trop.fields(4, {}).find((field) => field.key === "hand")).toMatchObject({ low: -9, high: 45 });
  });
  test("a tie is a shared win (TROP-13)", () => {
    expect(winners(trop, state([[{ hand: 45 }, { hand: 45 }, { hand: 9 }]]))).toEqual([0, 1]);
  });
  test("who is trop scores nothing, the others their hands, below zero too", () => {
    expect(standing(trop, [[{ trop: 1, hand: 12 }, { hand: 20 }, { hand: -3 }]])).toEqual([0, 20, -3]);
  });
  test("who was trop starts; without one the cards decide", () => {
    expect(trop.starter?.(state([[{}, {}, { trop: 1 }]]))).toBe(2);
    expect(trop.starter?.(state([[{}, {}, {}]]))).toBeNull();
  });
  test("there is one trop at most", () => {
    expect(trop.fault?.([{ trop: 1 }, { trop: 1 }])).toBe("pad_one_trop");
  });
});

describe("dnup on paper", () => {
  test("2 tokens for the first, 1 for the second; 4 win", () => {
    const round: Round = [{ first: 1 }, { second: 1 }, {}];
    expect(standing(dnup, [round])).toEqual([2, 1, 0]);
    expect(isOver(dnup, state([round]))).toBe(false);
    expect(isOver(dnup, state([round, round]))).toBe(true);
  });
  test("with four tokens each, whoever was out first has won: the second came too late (DNUP-15)", () => {
    const last: Round = [{ second: 1 }, { first: 1 }, {}];
    const level = state([[{ first: 1 }, { second: 1 }, {}], [{ second: 1 }, {}, { first: 1 }], [{}, { second: 1 }, {}], last]);
    expect(totals(dnup, level)).toEqual([4, 4, 2]);
    expect(winners(dnup, level)).toEqual([1]);
  });
  test("two players need two rounds", () => {
    expect(dnup.fields(2, {}).map((field) => field.key)).toEqual(["won"]);
    expect(isOver(dnup, state([[{ won: 1 }, {}], [{ won: 1 }, {}]], 2))).toBe(true);
  });
  test("nobody is first and second", () => {
    expect(dnup.fault?.([{ first: 1, second: 1 }, {}, {}])).toBe("pad_first_or_second");
    expect(dnup.fault?.([{ first: 1 }, { first: 1 }, {}])).toBe("pad_one_each");
  });
});

describe("Karma on paper", () => {
  test("who lost least leads", () => {
    const now = standing(karma, [[{ lost: 1 }, {}, {}], [{ lost: 1 }, {}, {}], [{}, { lost: 1 }, {}]]);
    expect(now).toEqual([2, 1, 0]);
    expect(leaders(karma, now)).toEqual([2]);
  });
});

describe("the sheet", () => {
  /** What stands under the rounds of a game to 4. */
  function says(...rounds: Round[]): string {
    settings.change({ language: "en" });
    localStorage.setItem("kartarna.pad.gap", JSON.stringify(state(rounds, 2, 4)));
    const sheet = mount(ScoreSheet, { target: document.body, props: { game: "gap", rules: gap, deck: gapDeck, words: gapWords as unknown as Catalogue } });
    flushSync();
    const told = document.querySelector(".next")?.textContent?.replace(/\s+/g, " ").trim() ?? "";
    void unmount(sheet);
    return told;
  }

  test("names one winner at equal points, and says what decided", () => {
    expect(says([{ r: 1 }, { r: 3 }], [{ r: 3 }, { r: 1 }])).toBe(
      "The winner: Adam. Points are tied: the best single round decides, then the earlier one.",
    );
  });
  test("names two where nothing decides, and needs no reason for more points", () => {
    expect(says([{ r: 4 }, { r: 4 }])).toBe("The win is shared by: Eva, Adam.");
    expect(says([{ r: 4 }, { r: 5 }])).toBe("The winner: Adam.");
  });
});

describe("the book", () => {
  beforeEach(() => localStorage.clear());

  test("keeps what was written, and takes back step by step", () => {
    const book = new Book("gap", 30);
    book.begin(["Eva", "Adam"], 0, 30);
    expect(book.undoable).toBe(false); // there was nobody before
    book.put(0, [{ r: 1 }, {}]);
    book.put(1, [{ r: 2 }, {}]);
    book.put(0, [{ r: 5 }, {}]);
    expect(new Book("gap", 30).state.rounds).toEqual([[{ r: 5 }, {}], [{ r: 2 }, {}]]);
    book.undo();
    expect(book.state.rounds[0]).toEqual([{ r: 1 }, {}]);
    book.remove(1);
    expect(book.state.rounds).toHaveLength(1);
    book.undo();
    book.undo();
    book.undo();
    expect(book.state.rounds).toEqual([]);
    expect(book.state.names).toEqual(["Eva", "Adam"]);
    book.begin(["Eva", "Cyd"], 0, 30);
    book.undo();
    expect(book.state.names).toEqual(["Eva", "Adam"]);
  });
});
