import { describe, expect, test } from "vitest";
import type { Replay, ReplayStep, Told, Update } from "$web/protocol";
import { courses, endingOf, landmarksOf, roundFrom } from "$web/replay/course";
import type { Manner } from "$web/games";
import start from "../../web/fixtures/gap-start.json";

const view = (start as unknown as Update).view;

/** A step of this round, after which the seats have these totals. */
function step(round: number, totals: number[], ...kinds: string[]): ReplayStep {
  if (!view) throw new Error("no view");
  const events = kinds.map((kind): Told => ({ kind, facts: {}, rule: null }));
  return { round, entry: 0, seat: null, events, view: { ...view, round, totals } };
}

const STEPS = [step(1, [0, 0]), step(1, [0, 0], "out"), step(1, [2, 5]), step(2, [2, 5]), step(2, [6, 4]), step(3, [6, 4], "wins")];

describe("the course of a game", () => {
  test("where rounds begin, and where somebody has no cards left", () => {
    expect(landmarksOf(STEPS).map(({ place, kind }) => [place, kind])).toEqual([[1, "out"], [3, "round"], [5, "round"]]);
  });

  test.each([
    [0, 1, 3],
    [3, 1, 5],
    [5, 1, 5],
    [4, -1, 3],
    [3, -1, 0],
    [0, -1, 0],
  ] as const)("from step %s by %s round: step %s", (at, by, to) => expect(roundFrom(STEPS, at, by)).toBe(to));

  test("the result has the totals of every round, and what the last step told", () => {
    const { totals, events } = endingOf(STEPS);
    expect(totals).toEqual([[2, 5], [6, 4], [6, 4]]);
    expect(events.map(({ kind }) => kind)).toEqual(["wins"]);
  });

  test("who stood how: between the least and the most of all; of nothing there is no line", () => {
    const replay = { steps: STEPS, players: 2 } as Replay;
    expect(courses(replay, {} as Manner)[0]).toEqual([0, 0, 2 / 6, 2 / 6, 1, 1]);
    expect(courses(replay, { worth: () => 7 } as unknown as Manner)).toEqual([]);
  });
});
