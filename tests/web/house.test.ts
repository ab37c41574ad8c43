import { beforeEach, describe, expect, test, vi } from "vitest";
import type { HouseInfo } from "$web/protocol";

const lead = (title: string): { title: string; lead: string } => ({ title, lead: `About ${title}.` });
const info = (id: string): HouseInfo["games"][number] => ({ id, title: id, leads: { cs: lead(`cs ${id}`), en: lead(`en ${id}`) }, players: [2, 3], options: [], events: [], decks: [], course: false });
const HOUSE: HouseInfo = { version: "1", languages: ["cs", "en"], games: [info("sixth"), info("gap")], bots: [], longest_record: 1 };

/** The app as it starts, on a server that says this; null: it does not answer. */
async function visit(told: HouseInfo | null): Promise<typeof import("$web/games") & { ask(): Promise<unknown> }> {
  vi.resetModules();
  vi.stubGlobal("fetch", () => (told ? Promise.resolve(new Response(JSON.stringify(told))) : Promise.reject(new TypeError("offline"))));
  const [games, { house }] = await Promise.all([import("$web/games"), import("$web/shell/house.svelte")]);
  return { ...games, ask: () => house.ask().catch(() => undefined) };
}

describe("the games of this server", () => {
  beforeEach(() => localStorage.clear());

  test("are those that it names, in its order, once it has answered", async () => {
    const { gamesHere, isGame, ask } = await visit(HOUSE);
    expect(gamesHere()).toEqual([]);
    await ask();
    expect(gamesHere()).toEqual(["sixth", "gap"]);
    expect(isGame("sixth")).toBe(true);
    expect(isGame("seventh")).toBe(false);
  });

  test("are there at once on the next visit, also without a connection", async () => {
    await (await visit(HOUSE)).ask();
    const { gamesHere, ask } = await visit(null);
    expect(gamesHere()).toEqual(["sixth", "gap"]);
    await ask();
    expect(gamesHere()).toEqual(["sixth", "gap"]);
  });

  test("are those that came with the app, if it has never answered", async () => {
    const { gamesHere, BUILT, ask } = await visit(null);
    await ask();
    expect(gamesHere()).toEqual(BUILT);
    expect(BUILT).toContain("gap");
  });

  test("have titles: of the app's own pages, else as the server says them", async () => {
    const { leadOf, ask } = await visit(HOUSE);
    expect(leadOf("sixth", "en").title).toBe("sixth");
    await ask();
    expect(leadOf("sixth", "cs")).toEqual({ title: "cs sixth", lead: "About cs sixth." });
    expect(leadOf("gap", "en").title).toBe("GAP");
  });

  test("without a board of their own have no score pad, and everything else from the server", async () => {
    const { hasPad, wordsOf } = await visit(HOUSE);
    expect([hasPad("gap"), hasPad("sixth")]).toEqual([true, false]);
    vi.stubGlobal("fetch", (url: string) => Promise.resolve(new Response(JSON.stringify({ asked: { cs: url, en: url } }))));
    expect(await wordsOf("sixth")).toEqual({ asked: { cs: "/api/games/sixth/words", en: "/api/games/sixth/words" } });
  });
});
