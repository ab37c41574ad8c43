import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { House, type Visit } from "./house";
import { byMouse, decide } from "./player";
import { leaksIn, leaksOn, look, namesOf, truthOf, type Sight, type Truth } from "./secrets";
import { against, GAMES, sitDown } from "./table";

/** What somebody was sent and saw, and what they may know. */
interface Evidence {
  visit: Visit;
  sights: Sight[];
  truth: Truth;
}

/** Eva plays some decisions against bots, while Dana watches. */
async function played(house: House, game: string, decisions: number): Promise<{ eva: Evidence; dana: Evidence; names: Record<string, string> }> {
  const [eva, dana] = [await house.visit(), await house.visit()];
  const { id, link } = await sitDown(eva.page, { game, seats: against(2) });
  await dana.page.goto(link);
  await dana.page.waitForSelector(".prompt"); // she sees it all, however slowly her page came
  const sights: Sight[] = [];
  for (let made = 0; made < decisions; made++) {
    await eva.page.waitForSelector(".prompt.asked, .ending");
    if (await eva.page.$(".ending")) break;
    sights.push(await look(eva.page, eva.frames));
    await decide(eva.page, byMouse);
  }
  const watched = [await look(dana.page, dana.frames)];
  for (const [{ page, frames }, seen] of [[eva, sights], [dana, watched]] as const) { // the past is told to who comes anew
    await page.reload();
    await page.waitForSelector("aside .log h3");
    const whole = page.getByRole("button", { name: "Show the whole game" });
    if (await whole.count()) await whole.click().then(() => page.locator("aside .log h3", { hasText: "1" }).first().waitFor());
    seen.push(await look(page, frames));
  }
  return {
    names: await namesOf(eva.page, game),
    eva: { visit: eva, sights, truth: truthOf(house, id, 0) },
    dana: { visit: dana, sights: watched, truth: truthOf(house, id, null) },
  };
}

const leaksTo = ({ visit, sights, truth }: Evidence, names: Record<string, string>): { sent: string[]; shown: string[] } => ({
  sent: leaksIn(visit, truth),
  shown: sights.flatMap((sight) => leaksOn(sight, truth, names)),
});

/** There is something to hide, and something to see. */
const isWorthTheCheck = ({ sights, truth }: Evidence, zone: string): boolean =>
  sights.some(({ seq, zones }) => (truth[seq]?.secret.length ?? 0) > 3 && (zones[zone]?.length ?? 0) > 0);

describe("an honest server", () => {
  const house = new House();
  beforeAll(() => house.open());
  afterEach(() => house.empty());
  afterAll(() => house.close());

  test.each(GAMES)("%s: nothing reaches a player that the seat must not know, nor a spectator but what lies open", async (game) => {
    const { eva, dana, names } = await played(house, game, 5);
    expect(isWorthTheCheck(eva, "hand:0")).toBe(true);
    expect(dana.visit.frames.length).toBeGreaterThan(4);
    expect(leaksTo(eva, names)).toEqual({ sent: [], shown: [] });
    expect(leaksTo(dana, names)).toEqual({ sent: [], shown: [] });
  });

  test("a card in a field that nobody has thought of is found", async () => {
    const { visit, truth } = (await played(house, "karma", 1)).eva;
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
    const { eva, dana, names } = await played(house, "gap", 1);
    for (const { sent, shown } of [leaksTo(eva, names), leaksTo(dana, names)]) {
      expect(sent).toContainEqual(expect.stringMatching(/ in hand [12]$/));
      expect(shown.length).toBeGreaterThan(5); // the cards of two hands
    }
  } finally {
    await house.empty();
    await house.close();
  }
});
