import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { against, House, sitDown } from "./house";
import { byKeyboard, byMouse, playToTheEnd } from "./player";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

// Short games: how they are played to their end does not depend on how far they go.
const OPTIONS: Record<string, object> = { gap: { rounds: 2 }, trop: { target: 25 } };
const BOARDS = ["three", "dnup", "trop", "karma", "gap"].filter((game) =>
  existsSync(fileURLToPath(new URL(`../../src/kartarna/games/${game}/Board.svelte`, import.meta.url))),
);

describe.each(BOARDS)("%s", (game) => {
  const wish = { game, seats: against(2), options: OPTIONS[game] ?? {} };

  test("with the mouse to its end", async () => {
    const { page, errors } = await house.visit();
    await sitDown(page, wish);
    expect(await playToTheEnd(page, byMouse)).toBeGreaterThan(3);
    expect(errors).toEqual([]);
  });

  test("by keyboard alone to its end", async () => {
    const { page, errors } = await house.visit();
    await sitDown(page, wish);
    expect(await playToTheEnd(page, byKeyboard)).toBeGreaterThan(3);
    expect(errors).toEqual([]);
  });
});
