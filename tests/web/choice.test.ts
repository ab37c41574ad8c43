import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

vi.mock("virtual:local-manifest", () => ({ default: { version: "1", pyodide: "1", files: {} } }));

/** What the operator says, what the settings say, and whether there is a network. */
async function visit(operator: "server" | "device" | "only", chosen: "auto" | "device" | "server", online: boolean): Promise<typeof import("$web/local/choice.svelte")> {
  vi.resetModules();
  document.head.innerHTML = `<meta name="kartarna-solo" content="${operator}">`;
  localStorage.setItem("kartarna.settings", JSON.stringify({ solo: chosen }));
  vi.stubGlobal("navigator", { onLine: online, locks: {}, storage: { getDirectory: () => null }, languages: ["en"] });
  return import("$web/local/choice.svelte");
}

describe("a game against bots", () => {
  beforeEach(() => localStorage.setItem("kartarna.kept", "1"));
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    ["device", "auto", true, true],
    ["device", "device", true, true],
    ["device", "server", true, false],
    ["server", "auto", true, false],
    ["server", "auto", false, true], // there is no other place
    ["server", "device", true, true],
    ["server", "server", true, false],
    ["only", "auto", true, true],
    ["only", "server", true, true],
  ] as const)("operator %s, settings %s, online %s: on this device %s", async (operator, chosen, online, here) => {
    expect((await visit(operator, chosen, online)).playsHere()).toBe(here);
  });

  test("is on the server while nothing is kept, or what is kept is of another version", async () => {
    localStorage.removeItem("kartarna.kept");
    expect((await visit("device", "device", true)).playsHere()).toBe(false);
    localStorage.setItem("kartarna.kept", "2");
    expect((await visit("device", "device", true)).playsHere()).toBe(false);
  });

  test("may be handed to the server, unless somebody wants it here or there is none", async () => {
    expect((await visit("device", "auto", true)).mayHandOver()).toBe(true);
    expect((await visit("device", "device", true)).mayHandOver()).toBe(false);
    expect((await visit("device", "auto", false)).mayHandOver()).toBe(false);
    expect((await visit("only", "auto", true)).mayHandOver()).toBe(false);
  });
});
