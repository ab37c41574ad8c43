import { describe, expect, test } from "vitest";
import type { CardMove, Told, View, Zone } from "$web/protocol";
import { placeName } from "$web/table/board";
import { stagesOf, type Stage } from "$web/table/stages";

/** Zones by place: cards seen, or how many are not. */
type Lying = Record<string, string[] | number>;

function view(lying: Lying, seat: number | null = 0): View {
  const zones = Object.entries(lying).map(([place, cards]): Zone => {
    const [name = "", owner] = place.split(":");
    const seen = typeof cards === "number" ? { cards: [], hidden: cards } : { cards, hidden: 0 };
    return { name, seat: owner === undefined ? null : Number(owner), ...seen, known: [] };
  });
  return { game: "any", seat, players: 2, round: 1, waiting: [], over: false, totals: [0, 0], zones, facts: {} };
}

function lying({ view }: Stage): Lying {
  return Object.fromEntries((view?.zones ?? []).map((zone) => [placeName(zone), zone.hidden > 0 ? zone.hidden : zone.cards]));
}

const move = (source: string, target: string, cards: string[], more: Partial<CardMove> = {}): CardMove => ({ source, target, cards, hidden: 0, ...more });
const told = (kind: string, ...moves: CardMove[]): Told => ({ kind, facts: {}, rule: null, ...(moves.length > 0 ? { moves } : {}) });
const ways = ({ trips }: Stage): string[] => trips.map(({ source, target, leaves, lands }) => `${leaves ?? "·"} ${source} > ${target} ${lands ?? "·"}`);

describe("the stages of an update", () => {
  const before = view({ row: ["3r", "9b"], deck: 5, "hand:0": ["1r"], "hand:1": 4, "taken:1": [] });
  const after = view({ row: ["5y"], deck: 4, "hand:0": ["1r"], "hand:1": 3, "taken:1": ["3r", "6r", "9b"] });
  const events = [
    told("play", move("hand:1", "played:1", ["6r"])),
    told("takes", move("row", "taken:1", ["3r", "9b"]), move("played:1", "taken:1", ["6r"])),
    told("says"),
    told("refill", move("deck", "row", ["5y"])),
    told("turn"),
  ];

  test("each event that moves cards gives the next view; the last is the server's own", () => {
    const stages = stagesOf(before, events, after);
    expect(stages.map(lying)).toEqual([
      { row: ["3r", "9b"], deck: 5, "hand:0": ["1r"], "hand:1": 3, "taken:1": [], "played:1": ["6r"] },
      { row: [], deck: 5, "hand:0": ["1r"], "hand:1": 3, "taken:1": ["3r", "6r", "9b"] },
      lying({ view: after, events: [], trips: [] }),
    ]);
    expect(stages.at(-1)?.view).toBe(after);
  });

  test("every card is told from where to where, and whether its face is seen there", () => {
    expect(stagesOf(before, events, after).map(ways)).toEqual([
      ["· hand:1 > played:1 6r"],
      ["3r row > taken:1 3r", "9b row > taken:1 9b", "6r played:1 > taken:1 6r"],
      ["· deck > row 5y"],
    ]);
  });

  test("an event is told with the view that shows it; what moves nothing, with the next that does, or at the end", () => {
    expect(stagesOf(before, events, after).map((stage) => stage.events.map(({ kind }) => kind))).toEqual([["play"], ["takes"], ["says", "refill", "turn"]]);
  });

  test("a seen card that goes into another's hand is counted there", () => {
    const [first] = stagesOf(view({ set: ["4", "4"], "hand:1": 2, deck: 1 }), [told("takes", move("set", "hand:1", ["4", "4"], { covered: true })), told("draw", move("deck", "hand:1", [], { hidden: 1 }))], view({ set: [], "hand:1": 5, deck: 0 }));
    expect(first && lying(first)).toEqual({ set: [], "hand:1": 4, deck: 1 });
    expect(first && ways(first)).toEqual(["4 set > hand:1 ·", "4 set > hand:1 ·"]);
  });

  test("a card that is called otherwise where it lands", () => {
    const [only] = stagesOf(view({ set: ["9/1"], "hand:0": ["2/3"] }), [told("takes", move("set", "hand:0", ["9/1"], { becomes: ["1/9"] }))], view({ set: [], "hand:0": ["1/9", "2/3"] }));
    expect(only && ways(only)).toEqual(["9/1 set > hand:0 1/9"]);
  });

  test("what is shown in its place turns up for who did not see it, and lies still for who did", () => {
    const shown = told("shown", move("hand:0", "hand:0", ["1"]), move("hand:1", "hand:1", ["2"]));
    const [only] = stagesOf(view({ "hand:0": ["1"], "hand:1": 1 }), [shown], view({ "hand:0": ["1"], "hand:1": ["2"] }));
    expect(only && ways(only)).toEqual(["· hand:1 > hand:1 2"]);
  });

  test("what comes on a heap comes on top, even if it leaves again", () => {
    const [first] = stagesOf(view({ pile: ["9", "4"], "hand:0": ["9", "2"], gone: [] }), [told("plays", move("hand:0", "pile", ["9"])), told("three", move("pile", "gone", ["9", "9", "4"]))], view({ pile: [], "hand:0": ["2"], gone: ["4", "9", "9"] }), { heaps: ["pile"] });
    expect(first && lying(first)).toMatchObject({ pile: ["9", "9", "4"] });
  });

  test("of equal cards each is counted once", () => {
    const [first] = stagesOf(view({ deck: 3, "hand:0": ["7"] }), [told("draws", move("deck", "hand:0", ["7", "8"])), told("draws", move("deck", "hand:0", ["7"]))], view({ deck: 0, "hand:0": ["7", "7", "7", "8"] }));
    expect(first && lying(first)).toEqual({ deck: 1, "hand:0": ["7", "7", "8"] });
  });

  test("another seat's view is just shown, and so is what no event explains", () => {
    expect(stagesOf(view({ row: [] }, null), events, after)).toEqual([{ view: after, events, trips: [] }]);
    expect(stagesOf(before, [], after)).toEqual([{ view: after, events: [], trips: [] }]);
    expect(stagesOf(null, [], after)).toEqual([{ view: after, events: [], trips: [] }]);
  });

  test("for a deal all cards are in the deck first, whatever lay on the table", () => {
    const dealt = view({ deck: 3, "hand:0": ["1", "2"], "hand:1": 2, row: ["7"], prizes: ["p"] });
    const deal = [told("round_starts", move("deck", "hand:0", ["1", "2"]), move("deck", "hand:1", [], { hidden: 2 })), told("row_now", move("deck", "row", ["7"]))];
    for (const last of [null, { ...before, round: 0 }]) {
      const stages = stagesOf(last, deal, dealt);
      expect(stages.map(lying)).toEqual([
        { deck: 8, "hand:0": [], "hand:1": [], row: [], prizes: ["p"] },
        { deck: 4, "hand:0": ["1", "2"], "hand:1": 2, row: [], prizes: ["p"] },
        { deck: 3, "hand:0": ["1", "2"], "hand:1": 2, row: ["7"], prizes: ["p"] },
      ]);
      expect(stages.map((stage) => stage.events.length)).toEqual([0, 1, 1]);
    }
  });

  test("what is set aside lies there before the deal begins", () => {
    const dealt = view({ deck: 3, left_out: ["r"], row: ["7"] });
    const deal = [told("left_out", move("deck", "left_out", ["r"])), told("row_now", move("deck", "row", ["7"]))];
    const stages = stagesOf(null, deal, dealt, { aside: ["left_out"] });
    expect(stages.every((stage) => stage.view?.zones.find(({ name }) => name === "left_out")?.cards.includes("r"))).toBe(true);
  });
});
