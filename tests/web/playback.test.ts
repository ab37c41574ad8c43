import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { settings, type Motion } from "$web/shell/settings.svelte";
import { FLIGHT, Playback, timeFor, type Scene } from "$web/table/playback.svelte";
import type { Stage, Trip } from "$web/table/stages";

let shown: string[] = [];
const scene = (name: string, more: Partial<Scene> = {}): Scene => ({ show: (tempo) => shown.push(`${name} ${tempo}`), lasts: 1000, ...more });
const ended = (name: string): Scene => scene(name, { ends: true });
const names = (): string => shown.map((line) => line.split(" ")[0]).join("");

function pace(motion: Motion): void {
  settings.change({ motion });
}

beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  pace("normal");
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a playback", () => {
  test("shows one thing after the other, each for its time, and then the next update", () => {
    const playback = new Playback();
    playback.add([scene("a"), ended("b")]);
    playback.add([ended("c")]);
    expect(shown).toEqual(["a 1"]);
    expect(playback.playing).toBe(true);
    vi.advanceTimersByTime(999);
    expect(names()).toBe("a");
    vi.advanceTimersByTime(1);
    expect(names()).toBe("ab");
    vi.advanceTimersByTime(1000);
    expect(names()).toBe("abc");
    expect(playback.playing).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(playback.playing).toBe(false);
  });

  test.each<[Motion, number]>([["slow", 1600], ["fast", 500]])("%s: a second takes %d ms", (motion, time) => {
    pace(motion);
    new Playback().add([scene("a"), scene("b")]);
    vi.advanceTimersByTime(time - 1);
    expect(names()).toBe("a");
    vi.advanceTimersByTime(1);
    expect(names()).toBe("ab");
  });

  test("with motion off all is there at once", () => {
    pace("none");
    const playback = new Playback();
    playback.add([scene("a"), ended("b")]);
    expect(shown).toEqual(["a 0", "b 0"]);
    expect(playback.playing).toBe(false);
  });

  test("what moves nothing takes no time", () => {
    new Playback().add([scene("a", { lasts: 0 }), scene("b")]);
    expect(names()).toBe("ab");
  });

  test("when updates pile up it hurries, and shows too many at once", () => {
    const few = new Playback();
    few.add([scene("a"), ended("b"), ended("c"), ended("d"), ended("e")]);
    expect(shown).toEqual(["a 0.4"]);
    vi.advanceTimersByTime(800);
    expect(shown.at(-1)).toBe("c 0.4");
    vi.advanceTimersByTime(400);
    expect(shown.at(-1)).toBe("d 1"); // it has caught up
    shown = [];
    new Playback().add("abcdefgh".split("").map(ended));
    expect(shown).toEqual(["a 0", "b 0", "c 0.4"]);
  });

  test("in a hidden page all is shown at once", () => {
    const playback = new Playback();
    playback.add([scene("a"), scene("b"), scene("c")]);
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    vi.advanceTimersByTime(1000);
    expect(shown).toEqual(["a 1", "b 0", "c 0"]);
    playback.add([scene("d"), scene("e")]);
    expect(names()).toBe("abcde");
  });

  test("a skip leads to the present, and what comes then is played out again", () => {
    const playback = new Playback();
    playback.add([scene("a"), scene("b"), scene("c")]);
    playback.skip();
    expect(shown).toEqual(["a 1", "b 0", "c 0"]);
    expect(playback.playing).toBe(false);
    playback.add([scene("d"), scene("e")]);
    expect(names()).toBe("abcd");
  });

  test("what waits for somebody is shown when they say so, not by skipping or waiting", () => {
    const playback = new Playback();
    playback.add([scene("a"), scene("b", { waits: true, lasts: 0 })]);
    playback.add([scene("c")]);
    playback.skip();
    vi.advanceTimersByTime(60_000);
    expect(names()).toBe("a");
    expect(playback.held).toBe(true);
    playback.goOn();
    expect(names()).toBe("abc");
    expect(playback.held).toBe(false);
  });
});

describe("the time of a stage", () => {
  const trip = (source: string, target: string, lands: string | null = "7"): Trip => ({ source, target, leaves: null, lands });
  const stage = (...trips: Trip[]): Stage => ({ view: null, events: [], trips });

  test("a card that another has played is looked at for half a second before its effect; one's own is not", () => {
    const theirs = timeFor(stage(trip("hand:1", "played:1")), 0, false);
    const mine = timeFor(stage(trip("hand:0", "played:0")), 0, false);
    expect(theirs - FLIGHT).toBeGreaterThanOrEqual(500);
    expect(mine - FLIGHT).toBeLessThan(200);
    expect(timeFor(stage(trip("hand:1", "played:1")), 0, true)).toBe(mine); // nothing follows it
  });

  test("a card turned up blindly is read before what follows, whoever turns it, and also where nothing follows", () => {
    const turned = stage(trip("face_down:0", "pile"));
    expect(timeFor(turned, 0, false) - FLIGHT).toBeGreaterThan(1000);
    expect(timeFor(turned, 0, true)).toBe(timeFor(turned, 1, false));
    expect(timeFor(stage(trip("face_down:0", "pile", null)), 0, false) - FLIGHT).toBeLessThan(200);
  });

  test("many cards take longer than one, but not without end", () => {
    const deal = (count: number): number => timeFor(stage(...Array.from({ length: count }, () => trip("deck", "hand:0"))), 0, true);
    expect(deal(5)).toBeGreaterThan(deal(1));
    expect(deal(80)).toBeLessThan(1200);
  });

  test("where nothing moves nothing is waited for", () => {
    expect(timeFor(stage(), 0, true)).toBe(0);
  });
});
