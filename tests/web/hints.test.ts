import { expect, test } from "vitest";
import type { Hint, Update, View } from "$web/protocol";
import { Hints } from "$web/table/hints.svelte";
import { TableState } from "$web/table/state.svelte";

function update(seat: number): Update {
  const view: View = { game: "karma", seat, players: 2, round: 1, waiting: [0, 1], over: false, totals: [0, 0], zones: [], facts: {} };
  return { type: "update", seq: 7, kind: "sync", at: 0, events: [], view, asked: 7, options: { choices: [], refused: [] }, clocks: [], table: null, by: null, ending: null, take_back: false };
}

test("on a shared device a hint is shown to the seat that asked, though others are asked in the same row", async () => {
  const table = new TableState();
  table.info = { hints: true, seats: [] } as unknown as typeof table.info;
  const told: Hint = { type: "hint", id: "h", seq: 7, depth: 1, told: [], choices: {}, look: null, costly: [] };
  const hints = new Hints(table, () => Promise.resolve(told), () => "h");
  const look = (seat: number): void => {
    table.receive({ type: "you", seats: [0, 1], host: true, seat, acts: true });
    table.receive(update(seat));
  };
  look(0);
  await hints.press();
  expect(hints.now).toEqual(told);
  look(1);
  expect([hints.now, hints.depth]).toEqual([null, 0]);
  look(0);
  expect(hints.now).toEqual(told);
});
