import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "$web/shell/settings.svelte";
import Absent from "$web/table/Absent.svelte";
import type { TableState } from "$web/table/state.svelte";

const SEAT = { human: true, bot: null, stand_in: false, resigned: false };
let mounted: object | null = null;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  settings.change({ language: "en" });
});
afterEach(() => {
  if (mounted) void unmount(mounted);
  document.body.replaceChildren();
  vi.useRealTimers();
});

/** At seat 0, with Bob who is away; `sent` is what was asked of the server. */
function show(resigned: boolean, clock = "none"): { sent: unknown[]; buttons: () => string[] } {
  const info = { phase: "playing", paused: false, days: false, clock: { kind: clock }, seats: [{ ...SEAT, resigned }, SEAT] };
  const table = { you: { seats: [0] }, info, ending: null, waiting: [1], away: (seat: number) => seat === 1 } as unknown as TableState;
  const sent: unknown[] = [];
  mounted = mount(Absent, { target: document.body, props: { table, names: ["Eva", "Bob"], send: (message: unknown) => void sent.push(message) } });
  flushSync();
  return { sent, buttons: () => [...document.querySelectorAll("button")].map(({ textContent }) => textContent) };
}

test("who is missed can be nudged once in a while, and after two minutes a bot may play meanwhile", () => {
  const { sent, buttons } = show(false);
  expect(document.body.textContent).toContain("Bob is away");
  expect(document.querySelector("[role=timer]")?.textContent).toBe("a bot may play on in 2:00");
  expect(buttons()).toEqual(["Nudge"]);
  document.querySelector("button")?.click();
  flushSync();
  expect(document.querySelector("button")?.disabled).toBe(true);
  vi.advanceTimersByTime(121_000);
  flushSync();
  expect(document.querySelector("button")?.disabled).toBe(false);
  expect(buttons()).toEqual(["Nudge", "Let a bot play meanwhile"]);
  document.querySelectorAll("button")[1]?.click();
  expect(sent).toEqual([
    { type: "nudge", seat: 0, absent: 1 },
    { type: "ask_stand_in", seat: 0, absent: 1 },
  ]);
});

test("with a clock nobody stands in: time runs out by itself", () => {
  expect(show(false, "decision").buttons()).toEqual(["Nudge"]);
  expect(document.querySelector("[role=timer]")).toBeNull();
});

test("who has resigned is told that a bot plays on, and where to go", () => {
  expect(show(true).buttons()).toEqual([]);
  expect(document.body.textContent).toContain("A bot plays on for you");
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/");
});
