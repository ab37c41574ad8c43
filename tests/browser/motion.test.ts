import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { CardMove, Update } from "../../web/protocol";
import { House, type Visit } from "./house";
import { byMouse, decide, playTogether, type Press } from "./player";
import { against, GAMES, publicZones, short, sitDown } from "./table";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

/** A flight as the page tells of it: by `kartarna:flight`. */
interface Flown {
  source: string;
  target: string;
  leaves: string | null;
  lands: string | null;
  flies: boolean; // both places are on the page
  at: number; // ms since the page was opened
  asked: boolean; // was there a question then?
}

/** A visitor who lets cards fly, and whose page keeps all flights, and all places that it has ever shown. */
async function watching(motion: string): Promise<Visit> {
  const visit = await house.visit();
  await visit.page.evaluate((motion) => localStorage.setItem("kartarna.settings", JSON.stringify({ motion, pace: 0 })), motion);
  await visit.page.addInitScript(() => {
    const kept = { flights: [] as unknown[], places: new Set<string>() };
    Object.assign(globalThis, { kept });
    addEventListener("kartarna:flight", (event) => {
      const asked = document.querySelector(".prompt.asked") !== null;
      kept.flights.push({ ...(event as CustomEvent<object>).detail, at: performance.now(), asked });
    });
    const look = (): void => document.querySelectorAll<HTMLElement>("main [data-zone]").forEach((zone) => kept.places.add(zone.dataset["zone"] ?? ""));
    document.addEventListener("DOMContentLoaded", () => new MutationObserver(look).observe(document.body, { childList: true, subtree: true }));
  });
  return visit;
}

function keptOn(page: Page): Promise<{ flights: Flown[]; places: string[] }> {
  return page.evaluate(() => {
    const { kept } = globalThis as unknown as { kept: { flights: Flown[]; places: Set<string> } };
    return { flights: kept.flights, places: [...kept.places] };
  });
}

/** A click without a press: a press would skip what is still being played out. */
const quietly: Press = (page, what) => page.locator(what).first().dispatchEvent("click");
const atRest = (page: Page): Promise<unknown> => page.waitForSelector(".table:not([data-playing])");

const updates = ({ frames }: Visit): Update[] => frames.map((frame) => JSON.parse(frame) as Update).filter(({ type }) => type === "update");

/** Every card that the server says has moved. */
function moved(visit: Visit): string[] {
  const moves = updates(visit).flatMap(({ events }) => events.flatMap((event) => event.moves ?? []));
  const isStill = ({ source, target, becomes }: CardMove): boolean => source === target && source.endsWith(":0") && !becomes; // one's own, shown to the others
  return moves.filter((move) => !isStill(move)).flatMap(({ source, target, cards, hidden, becomes = cards, covered = false }) => [
    ...cards.map((card, place) => `${card} ${source} > ${target} ${covered ? "" : becomes[place]}`),
    ...Array.from({ length: hidden }, () => ` ${source} > ${target} `),
  ]);
}

/** Ways that once were guessed wrong. */
const TELLING: Record<string, RegExp[]> = { gap: [/^deck > row$/, /^hand:1 > played:1$/], karma: [/^hand:1 > pile$/, /^pile > hand:/] };

const ways = (flights: readonly Flown[]): string[] => flights.filter(({ flies }) => flies).map(({ source, target }) => `${source} > ${target}`);

/** Some decisions, and more until the telling ways were flown; then all that came is shown. */
async function playTelling(page: Page, game: string): Promise<void> {
  for (let more = true; more; ) {
    await playTogether([page], 8, quietly);
    await page.waitForSelector(".prompt.asked, .ending");
    await atRest(page);
    const flown = ways((await keptOn(page)).flights);
    more = !(await page.$(".ending a[href^='/replay/']")) && !(TELLING[game] ?? []).every((way) => flown.some((one) => way.test(one)));
  }
}

describe.each(GAMES)("%s", { timeout: 400_000 }, (game) => {
  test("cards fly as the events say: none is missing, and nothing else flies", async () => {
    const visit = await watching("fast");
    await sitDown(visit.page, { game, seats: against(1), options: short(game) });
    await playTelling(visit.page, game);
    const { flights, places } = await keptOn(visit.page);
    const seen = new Set(places);

    const told = moved(visit);
    // A card that comes out of a hand or a deck has no name there on the page, though the event tells it.
    const unnamed = (way: string): string => way.slice(way.indexOf(" "));
    const flown = flights.map(({ source, target, leaves, lands }) => `${leaves ?? ""} ${source} > ${target} ${lands ?? ""}`);
    expect(flown.map(unnamed).sort()).toEqual(told.map(unnamed).sort());
    expect(flown.length).toBeGreaterThan(10);
    for (const way of flown.filter((way) => !way.startsWith(" "))) expect(told).toContain(way);
    const still = flights.filter(({ flies }) => !flies).map(({ source, target }) => [source, target]);
    expect(still.filter(([source = "", target = ""]) => seen.has(source) && seen.has(target))).toEqual([]);
    for (const way of TELLING[game] ?? []) expect(ways(flights)).toContainEqual(expect.stringMatching(way));
    expect(visit.errors).toEqual([]);
  });
});

/** GAP against one bot, which answers at once; `press` makes the first decision when the deal is over. */
async function firstDecision(motion: string): Promise<Visit> {
  const visit = await watching(motion);
  await sitDown(visit.page, { game: "gap", seats: against(1), options: { ...short("gap"), starter: 1 } });
  await visit.page.waitForSelector(".prompt.asked");
  await atRest(visit.page);
  await forgetFlights(visit.page);
  return visit;
}
const forgetFlights = (page: Page): Promise<unknown> =>
  page.evaluate(() => ((globalThis as unknown as { kept: { flights: unknown[] } }).kept.flights.length = 0));
const isTheirs = ({ source }: Flown): boolean => source === "hand:1";

/** One's own turn: where several cards could be taken, which one is a decision of its own (GAP-3). */
async function takeTurn(visit: Visit): Promise<void> {
  for (let goesOn = true; goesOn; ) {
    const seen = updates(visit).length;
    await visit.page.waitForSelector(".prompt.asked");
    await decide(visit.page, quietly);
    goesOn = updates(visit)[seen]?.view?.waiting.includes(0) ?? false;
  }
}

/** Does the opponent play a card in it that has an effect? */
const hasEffect = (update: Update): boolean => {
  const moves = update.events.flatMap((event) => event.moves ?? []);
  return moves.some(({ source }) => source === "hand:1") && moves.at(-1)?.source !== "hand:1";
};

test("what an opponent plays is seen for half a second before its effect; the question comes when all is there", async () => {
  const visit = await firstDecision("normal");
  const { page } = visit;
  for (let seen = updates(visit).length; !updates(visit).slice(seen).some(hasEffect); ) {
    seen = updates(visit).length;
    await forgetFlights(page);
    await decide(page, quietly);
    await page.waitForSelector(".prompt.asked");
    await atRest(page);
  }
  const { flights } = await keptOn(page);
  const played = flights.findIndex(isTheirs);
  const [play, effect] = flights.slice(played) as [Flown, Flown];
  expect(play.target).toBe("played:1");
  expect(effect.at - play.at).toBeGreaterThan(380 + 490);
  const lastStage = (flights.at(-1)?.at ?? 0) - 100; // its cards start together, stages have more than that between them
  expect(flights.filter(({ at, asked }) => asked && at < lastStage)).toEqual([]);
});

test("a press on the table skips to the present, and nothing more flies", async () => {
  const visit = await firstDecision("slow");
  const { page } = visit;
  await takeTurn(visit);
  await expect.poll(async () => (await keptOn(page)).flights.some(isTheirs), { interval: 20 }).toBe(true);
  await page.mouse.click(640, 700);
  await page.waitForSelector(".prompt.asked");
  await atRest(page);
  const { flights } = await keptOn(page);
  expect(flights.at(-1)).toMatchObject({ source: "hand:1" });
  const row = updates(visit).at(-1)?.view?.zones.find(({ name }) => name === "row")?.cards ?? [];
  expect((await publicZones(page))["row"]).toEqual([...row].sort());
});

test("with motion off nothing flies, and all is there at once", async () => {
  const { page } = await firstDecision("none");
  await decide(page, byMouse);
  await page.waitForSelector(".prompt.asked");
  expect((await keptOn(page)).flights).toEqual([]);
});

test("a refusal is not told of a card that comes to lie under a resting pointer, but when it is pointed at", async () => {
  const { page } = await house.visit();
  await sitDown(page, { game: "karma", seats: against(1) });
  const isTold = (): Promise<boolean> => page.evaluate(() => document.querySelector(".effects .ticker") === null);
  for (let turns = 0; turns < 60; turns++) {
    await page.waitForSelector(".prompt.asked");
    const { x, y, width, height } = (await page.locator(".hand").last().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const at = { x: x + width / 2, y: y + height / 2 };
    await page.mouse.move(at.x, at.y);
    await decide(page, quietly); // while the pointer rests
    await page.waitForSelector(".prompt.asked");
    const refused = await page.evaluate(({ x, y }) => document.querySelector(".hand .usable") && document.elementFromPoint(x, y)?.closest(".hand .idle"), at);
    if (!refused) continue;
    await page.waitForSelector(".hand .idle:hover"); // the browser has noticed what lies under the pointer
    expect(await isTold()).toBe(false);
    await page.mouse.move(at.x, at.y - 250);
    await page.mouse.move(at.x, at.y);
    await expect.poll(isTold).toBe(true);
    return;
  }
  throw new Error("no card that is refused came to lie there");
});
