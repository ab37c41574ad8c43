import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Fact, Told } from "$web/protocol";
import { settings } from "$web/shell/settings.svelte";
import { soundOf, type Sound } from "$web/table/sounds";
import { buzz, sound } from "$web/table/speaker";
import type { Stage, Trip } from "$web/table/stages";

const told = (kind: string, facts: Record<string, Fact | Fact[]> = {}): Told => ({ kind, facts, rule: null });
const trip = (source: string, target: string, lands: string | null = "7"): Trip => ({ source, target, leaves: null, lands });
const stage = (trips: Trip[], ...events: Told[]): Stage => ({ view: null, events, trips });

describe("the sound of what happens", () => {
  test.each<[string, Stage, Sound | null]>([
    ["a deal", stage([trip("deck", "hand:0"), trip("deck", "hand:1", null)]), "deal"],
    ["a card played", stage([trip("hand:1", "played:1")], told("play")), "play"],
    ["a card drawn", stage([trip("deck", "hand:0")]), "take"],
    ["cards taken", stage([trip("row", "taken:1"), trip("played:1", "taken:1")]), "take"],
    ["a pile taken", stage([trip("pile", "hand:1", null)]), "take"],
    ["a refill", stage([trip("deck", "row")]), null],
    ["nothing that moves", stage([], told("said")), null],
    ["a round's end", stage([trip("hand:1", "row")], told("round_ends")), "round"],
    ["one's own victory", stage([], told("game_ends"), told("wins", { seat: { seat: 0 } })), "win"],
    ["a shared victory", stage([], told("share", { seats: [{ seat: 2 }, { seat: 0 }] })), "win"],
    ["another's defeat", stage([], told("loses", { losers: [{ seat: 1 }], winners: [{ seat: 0 }] })), "win"],
    ["one's own defeat", stage([], told("loses", { losers: [{ seat: 0 }], winners: [{ seat: 1 }] })), "round"],
  ])("%s", (_, what, expected) => {
    expect(soundOf(what, 0)).toBe(expected);
  });
});

describe("the speaker", () => {
  const made = vi.fn();
  const node = { connect: (other: unknown) => other, start: vi.fn(), stop: vi.fn() };
  const parameter = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
  class Silent {
    currentTime = 0;
    sampleRate = 100;
    state = "running";
    destination = {};
    createGain = (): unknown => ({ ...node, gain: parameter });
    createBuffer = (): unknown => ({ getChannelData: () => new Float32Array(1) });
    constructor() {
      made();
    }
  }
  function Node(): unknown {
    return node;
  }

  let active = false;
  beforeEach(() => {
    for (const name of ["OscillatorNode", "AudioBufferSourceNode", "BiquadFilterNode"]) vi.stubGlobal(name, Node);
    vi.stubGlobal("AudioContext", Silent);
    Object.defineProperty(navigator, "userActivation", { configurable: true, get: () => ({ hasBeenActive: active }) });
    navigator.vibrate = vi.fn(() => true);
    settings.change({ sounds: true, motion: "normal" });
    node.start.mockClear();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    flushSync();
  });

  test("is silent until the page was touched, and makes no context before; then sounds, unless muted", () => {
    active = false;
    sound("turn");
    buzz();
    expect(made).not.toHaveBeenCalled();
    expect(navigator.vibrate).not.toHaveBeenCalled();
    active = true;
    for (const which of ["deal", "play", "take", "turn", "round", "win", "refusal"] as const) {
      node.start.mockClear();
      sound(which);
      expect(node.start, which).toHaveBeenCalled();
    }
    buzz();
    expect(navigator.vibrate).toHaveBeenCalledTimes(1);
    expect(made).toHaveBeenCalledTimes(1);
    settings.change({ sounds: false });
    node.start.mockClear();
    sound("turn");
    buzz();
    expect(node.start).not.toHaveBeenCalled();
    expect(navigator.vibrate).toHaveBeenCalledTimes(1);
  });
});
