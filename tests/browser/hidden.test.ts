import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { House, type Visit } from "./house";
import { byMouse, decide } from "./player";
import { leaksIn, leaksOn, look, namesOf, truthOf, type Sight, type Truth } from "./secrets";
import { against, GAMES, sitDown, type Game } from "./table";

interface Played {
  truth: Truth;
  visit: Visit;
  sights: Sight[];
  names: Record<string, string>;
}

/** Eva plays some decisions against bots; what she was sent and saw, and what she may know. */
async function played(house: House, game: Game, decisions = 5): Promise<Played> {
  const visit = await house.visit();
  const { page, frames } = visit;
  const { id } = await sitDown(page, { game, seats: against(2) });
  const sights: Sight[] = [];
  for (let made = 0; made < decisions; made++) {
    await page.waitForSelector(".prompt.asked, dialog");
    if (await page.$("dialog")) break;
    sights.push(await look(page, frames));
    await decide(page, byMouse);
  }
  return { visit, sights, names: await namesOf(page, game), truth: truthOf(house, id, 0) };
}

const leaksTo = ({ visit, sights, names, truth }: Played): { sent: string[]; shown: string[] } => ({
  sent: leaksIn(visit, truth),
  shown: sights.flatMap((sight) => leaksOn(sight, truth, names)),
});

describe("an honest server", () => {
  const house = new House();
  beforeAll(() => house.open());
  afterEach(() => house.empty());
  afterAll(() => house.close());

  test.each(GAMES)("%s: nothing reaches a player that the seat must not know", async (game) => {
    const found = await played(house, game);
    expect(found.truth[found.sights[0]?.seq ?? 0]?.secret.length).toBeGreaterThan(3); // there is something to hide
    expect(found.sights.some(({ zones }) => (zones["hand:0"]?.length ?? 0) > 0)).toBe(true); // and something to see
    expect(leaksTo(found)).toEqual({ sent: [], shown: [] });
  });

  test.each(GAMES)("%s: nothing reaches a spectator but what lies open", async (game) => {
    const { page: eva } = await house.visit();
    const { id, link } = await sitDown(eva, { game, seats: against(2) });
    const dana = await house.visit();
    await dana.page.goto(link);
    await dana.page.waitForSelector(".prompt");
    for (let made = 0; made < 3; made++) {
      await eva.waitForSelector(".prompt.asked, dialog");
      if (await eva.$(".prompt.asked")) await decide(eva, byMouse);
    }
    const sight = await look(dana.page, dana.frames);
    const truth = truthOf(house, id, null);
    expect(dana.frames.length).toBeGreaterThan(4);
    expect(leaksIn(dana, truth)).toEqual([]);
    expect(leaksOn(sight, truth, await namesOf(dana.page, game))).toEqual([]);
  });

  test("a card in a field that nobody has thought of is found", async () => {
    const { visit, truth } = await played(house, "karma", 1);
    const seq = Number(Object.keys(truth).at(-1));
    const secret = truth[seq]?.secret[0] ?? "";
    const frame = JSON.stringify({ type: "update", seq, view: null, hint: { next: [secret] } });
    expect(leaksIn({ frames: [frame], answers: [] }, truth)).toEqual([`${seq}: ${secret} at .hint.next.0`]);
    const answers = [{ path: "/api/me", body: JSON.stringify({ name: secret }), after: 0 }];
    expect(leaksIn({ frames: visit.frames, answers }, truth)).toHaveLength(1);
  });
});

test("a server that leaks is found out, in its messages and on the page", async () => {
  const house = new House();
  await house.open("tests.browser.leaky");
  try {
    const { sent, shown } = leaksTo(await played(house, "gap", 1));
    expect(sent).toContainEqual(expect.stringMatching(/ in hand [12]$/));
    expect(shown.length).toBeGreaterThan(5); // the cards of two hands
  } finally {
    await house.empty();
    await house.close();
  }
});
