import { flushSync } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { CardMove, Told } from "$web/protocol";
import { settings } from "$web/shell/settings.svelte";
import { signalTurn } from "$web/table/signal";
import { buzz, sound } from "$web/table/speaker";
import { show, type Shown } from "./fixture";

vi.mock("$web/table/speaker", () => ({ sound: vi.fn(), buzz: vi.fn() }));

const heard = (): unknown[] => vi.mocked(sound).mock.calls.flat();
const told = (kind: string, ...moves: CardMove[]): Told => ({ kind, facts: {}, rule: null, moves });
const play = told("play", { source: "hand:1", target: "played:1", cards: ["3r"], hidden: 0 });
const refill = told("refill", { source: "deck", target: "row", cards: ["4r"], hidden: 0 });

/** The next update: the same position, with these events. */
function next({ table, update }: Shown, events: Told[]): void {
  table.receive({ ...update, seq: update.seq + 1, kind: "decided", asked: 0, options: null, events });
  flushSync();
}

describe("at a table is heard", () => {
  let shown: Shown;
  beforeEach(async () => {
    shown = await show("gap-start");
    vi.mocked(sound).mockClear();
  });

  test("nothing when one comes, and the sound of what then happens", () => {
    expect(heard()).toEqual([]);
    next(shown, [play]);
    expect(heard()).toEqual(["play"]);
    next(shown, [told("said")]);
    expect(heard()).toEqual(["play"]);
  });

  test("where nothing is played out: one sound for all of it", () => {
    next(shown, [play, refill]);
    expect(heard()).toEqual(["play"]);
  });

  test("where it is: each with its stage", () => {
    settings.change({ motion: "normal" });
    const taken = told("takes", { source: "row", target: "taken:1", cards: [], hidden: 1 });
    next(shown, [play, taken]);
    expect(heard()).toEqual(["play"]);
    shown.table.playback.skip();
    flushSync();
    expect(heard()).toEqual(["play", "take"]);
  });

  test("a refusal", () => {
    shown.table.receive({ type: "refused", id: null, reason: told("stale") });
    flushSync();
    expect(heard()).toEqual(["refusal"]);
  });

  test("that it is one's turn; a phone also buzzes", () => {
    signalTurn("GAP");
    expect(heard()).toEqual(["turn"]);
    expect(buzz).toHaveBeenCalledTimes(1);
  });
});
