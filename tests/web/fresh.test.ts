import { flushSync } from "svelte";
import { describe, expect, test } from "vitest";
import type { CardMove, Update } from "$web/protocol";
import { freshAfter, type Fresh } from "$web/table/fresh";
import { show } from "./fixture";

const trip = (source: string, target: string, lands: string | null, leaves: string | null = null) => ({ source, target, leaves, lands });
const told = (fresh: readonly Fresh[]): string[] => fresh.map(({ place, card, seat }) => `${card} in ${place} by ${seat}`);

describe("what is new on the table", () => {
  test("is what others brought to its middle, as long as it lies there", () => {
    const brought = freshAfter([], [trip("hand:1", "played:1", "6r"), trip("played:1", "row", "6r", "6r"), trip("deck", "row", "5y")], 1);
    expect(told(brought)).toEqual(["6r in row by 1", "5y in row by 1"]);
    expect(told(freshAfter(brought, [trip("row", "taken:2", "6r", "6r")], 2))).toEqual(["5y in row by 1"]);
  });

  test("and what somebody lays out of the hand to the own place, but nothing that comes to a hand unseen", () => {
    expect(told(freshAfter([], [trip("hand:2", "set:2", "7/4"), trip("set:1", "hand:1", "4/7", "7/4"), trip("deck", "hand:2", null)], 2))).toEqual(["7/4 in set:2 by 2"]);
  });
});

test("what another has brought is marked on the table in that player's colour until one's own next step", async () => {
  const { page, table, update } = await show("gap-row-of-six");
  const view = update.view;
  if (!view) throw new Error("no view");
  const marked = (): string[] => [...page.querySelectorAll<HTMLElement>("main [data-fresh]")].map(({ dataset }) => `${dataset["card"]} ${dataset["fresh"]}`);
  expect(marked()).toEqual([]);
  const row = view.zones.find(({ name }) => name === "row")?.cards ?? [];
  const step = (seq: number, by: number, card: string, cards: readonly string[]): Update => {
    const moves: CardMove[] = [{ source: `hand:${by}`, target: "row", cards: [card], hidden: 0 }];
    const zones = view.zones.map((zone) => (zone.name === "row" ? { ...zone, cards: [...cards] } : zone));
    return { ...update, seq, kind: "decided", by, events: [{ kind: "play", facts: { seat: { seat: by }, card: { card } }, rule: null, moves }], view: { ...view, zones } };
  };
  table.receive(step(update.seq + 1, 1, "0g", [...row, "0g"]));
  flushSync();
  expect(marked()).toEqual(["0g 1"]);
  table.receive(step(update.seq + 2, view.seat ?? 0, "0b", [...row, "0g", "0b"]));
  flushSync();
  expect(marked()).toEqual([]);
});
