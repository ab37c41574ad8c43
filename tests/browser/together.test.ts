import { isDeepStrictEqual } from "node:util";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { House, PHONE } from "./house";
import { byMouse, decide, playTogether, playToTheEnd, toldOn } from "./player";
import { against, type Cable, cableOf, comeByLink, gather, publicZones, sitDown } from "./table";

const house = new House();
beforeAll(() => house.open());
afterEach(() => house.empty());
afterAll(() => house.close());

/** What all were told since the cards were dealt. */
async function told(page: Page): Promise<string[]> {
  const lines = await toldOn(page);
  return lines.slice(lines.findIndex((line) => line.startsWith("Round 1"))).filter((line) => !line.startsWith("In your hand"));
}
const standing = (page: Page): Promise<string[]> => page.locator(".ending .reckoning th[scope=col]").allInnerTexts();
const handSize = (page: Page): Promise<number> => page.locator(".hand button").count();
/** What the others read where this page's person reads “you”. */
const IN_THIRD_PERSON: [RegExp, string][] = [
  [/You play first\./, "First to play: NAME."],
  [/^You win!$/, "The winner: NAME."],
  [/^You win, and not alone. Winners: (.*)\byou\b/, "The win is shared by: $1NAME"],
  [/^You have /, "NAME has "],
  [/^You (\w+)/, "NAME $1s"],
  [/^You:/, "NAME:"],
  [/\byou\b/, "NAME"], // among several
];
/** The same for all: every sentence with the name of who acts, which is only heard where it stands above: a capital follows. */
async function toldOfAll(page: Page, name: string): Promise<string[]> {
  const asOthers = (line: string): string => {
    const [own, theirs] = IN_THIRD_PERSON.find(([own]) => own.test(line)) ?? [/$/, ""];
    return line.replace(own, theirs.replace("NAME", name)).toLowerCase();
  };
  return (await told(page)).map(asOthers);
}

/** What two pages show, if not the same. */
async function apart(show: (page: Page) => Promise<unknown>, one: Page, other: Page): Promise<unknown[]> {
  const [here, there] = await Promise.all([show(one), show(other)]);
  return isDeepStrictEqual(here, there) ? [] : [here, there];
}

test("a friend comes by link and phone while the host waits", async () => {
  const { page: eva } = await house.visit("/new/gap");
  await eva.getByLabel("Your name").fill("Eva");
  await eva.getByRole("button", { name: "Open the table" }).click();
  const link = await eva.getByRole("textbox", { name: "Link to the table" }).inputValue();
  const { page: bob } = await house.visit("/", PHONE);
  await comeByLink(bob, link, "Bob");
  await Promise.all([eva, bob].map((page) => page.waitForSelector(".hand button")));
  expect(new URL(bob.url()).hash).toBe(""); // the secret does not stay in the address
});

test("three at one table, one of them loses the connection: all end with the same table", async () => {
  let cable: Cable | undefined;
  const lose = async (page: Page): Promise<void> => void (cable = await cableOf(page));
  const { visits } = await gather(house, { game: "gap", options: { rounds: 1 } }, [{ name: "Bob", before: lose }, { name: "Cyd" }]);
  const [eva, bob, cyd] = visits.map(({ page }) => page) as [Page, Page, Page];
  await playTogether([eva, bob, cyd], 4);

  while (await bob.$(".prompt.asked")) await playTogether([eva, bob, cyd], 1);
  cable?.pull();
  await bob.getByText("The connection is lost").waitFor();
  const missed = (await told(bob)).length;
  while ((await eva.$(".prompt.asked")) ?? (await cyd.$(".prompt.asked"))) await playTogether([eva, cyd], 1); // until it is his turn
  expect((await told(eva)).length).toBeGreaterThan(missed);
  await cable?.plug();
  await bob.getByText("The connection is lost").waitFor({ state: "detached" });

  await playTogether([eva, bob, cyd]);
  for (const page of [bob, cyd]) {
    for (const show of [standing, publicZones]) await expect.poll(() => apart(show, page, eva)).toEqual([]);
  }
  await expect.poll(() => toldOfAll(bob, "Bob")).toEqual(await toldOfAll(eva, "Eva"));
  await expect.poll(() => toldOfAll(cyd, "Cyd")).toEqual(await toldOfAll(eva, "Eva"));
  expect(await standing(eva)).toHaveLength(3);
  expect(Object.keys(await publicZones(eva))).toContain("row");
});

describe("a move is taken back", () => {
  const takeBack = (page: Page): Promise<void> => page.getByRole("button", { name: "Take back the last move" }).click();

  test("at once, among bots", async () => {
    const { page } = await house.visit();
    await sitDown(page, { game: "three", seats: against(1), options: { starter: 1 }, pace: 60 }); // the bot must not be quicker than the click
    await page.waitForSelector(".prompt.asked");
    const before = await publicZones(page);
    await decide(page, byMouse);
    await expect.poll(() => handSize(page)).toBe(7);
    await takeBack(page);
    await expect.poll(() => handSize(page)).toBe(8);
    await page.waitForSelector(".prompt.asked");
    expect(await publicZones(page)).toEqual(before);
  });

  test("among people if all agree, and not if one says no", async () => {
    const { visits } = await gather(house, { game: "three", options: { starter: 1 }, take_backs: true }, [{ name: "Bob" }]);
    const [eva, bob] = visits.map(({ page }) => page) as [Page, Page];
    await eva.waitForSelector(".prompt.asked");
    await decide(eva, byMouse);
    await expect.poll(() => handSize(eva)).toBe(7);
    await takeBack(eva);
    await bob.locator(".notices").getByText("Eva wants to take back the last decision.").waitFor();
    await bob.getByRole("button", { name: "No", exact: true }).click();
    await bob.locator(".notices").getByText("Eva wants to take back the last decision.").waitFor({ state: "detached" });
    expect(await handSize(eva)).toBe(7);

    await takeBack(eva);
    await bob.getByRole("button", { name: "Agree", exact: true }).click();
    await expect.poll(() => handSize(eva)).toBe(8);
    await eva.waitForSelector(".prompt.asked");
    await expect.poll(() => publicZones(bob)).toEqual(await publicZones(eva));
  });
});

test("GAP on time: all agree that this round is the last, and with it the game ends", async () => {
  const { visits } = await gather(house, { game: "gap", options: { timed: true } }, [{ name: "Bob" }]);
  const [eva, bob] = visits.map(({ page }) => page) as [Page, Page];
  const propose = eva.getByRole("button", { name: "Propose the last round" });
  const openMenu = (): Promise<void> => eva.getByRole("button", { name: "At the table" }).click();
  await openMenu();
  await propose.click();
  await bob.getByText("Eva proposes that this round be the last.").first().waitFor();
  const last = (page: Page): Locator => page.locator(".goal").getByText("This round is the last."); // a fact of the table, not only news
  expect(await last(eva).count()).toBe(0);
  await bob.getByRole("button", { name: "Agree", exact: true }).click();
  for (const page of [eva, bob]) await last(page).waitFor();

  await openMenu();
  await eva.getByRole("button", { name: "Propose to end the game" }).waitFor();
  expect(await propose.count()).toBe(0); // once is enough
  await eva.getByRole("button", { name: "Close" }).click();
  await playTogether([eva, bob]);
  expect(await standing(eva)).toHaveLength(2);
  expect((await toldOn(bob)).filter((line) => line.startsWith("Round 2"))).toEqual([]);
});

test("a spectator sees what lies open, follows the game, and cannot act", async () => {
  const { link, visits } = await gather(house, { game: "gap", options: { rounds: 1 } }, [{ name: "Bob" }]);
  const [eva, bob] = visits.map(({ page }) => page) as [Page, Page];
  const { page: dana, frames } = await house.visit();
  await dana.goto(link);
  await dana.waitForSelector(".prompt");
  await playTogether([eva, bob], 4);
  await expect.poll(() => publicZones(dana)).toEqual(await publicZones(eva));
  expect(await dana.locator(".hand button, .usable, .prompt.asked, .prompt input").count()).toBe(0);

  const updates = frames.map((frame) => JSON.parse(frame) as { type: string; asked?: number; options?: unknown; view?: { zones: { name: string; cards: string[] }[] } });
  const seen = updates.filter(({ type }) => type === "update");
  expect(seen.length).toBeGreaterThan(3);
  expect(seen.every(({ asked, options }) => asked === 0 && options === null)).toBe(true);
  expect(seen.flatMap(({ view }) => view?.zones.filter(({ name }) => name === "hand").flatMap(({ cards }) => cards) ?? [])).toEqual([]);

  const before = await told(eva);
  expect(await actAnyway(dana, link)).toMatchObject({ type: "refused", reason: { kind: "not_your_seat" } });
  expect(await told(eva)).toEqual(before);
});

/** Sends a decision for the first seat past the page, straight to the server; its answer. */
function actAnyway(page: Page, link: string): Promise<unknown> {
  return page.evaluate(async (link) => {
    const { host, pathname, hash } = new URL(link);
    const socket = new WebSocket(`ws://${host}/api/tables/${pathname.slice(3)}/socket`);
    await new Promise((opened) => (socket.onopen = opened));
    socket.send(JSON.stringify({ type: "hello", version: 1, secret: hash.slice(1) }));
    return new Promise((answered) => {
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(String(data)) as { type: string; seq?: number };
        if (message.type === "update") socket.send(JSON.stringify({ type: "decide", id: "spy", seat: 0, seq: message.seq, action: 0 }));
        if (["refused", "done"].includes(message.type)) answered(message);
      };
    });
  }, link);
}

test("dnup with two: each lays sets in two areas, to the end of the game", async () => {
  const { page, errors } = await house.visit();
  const used = new Set<string>();
  const look = async (): Promise<void> => {
    for (const zone of Object.keys(await publicZones(page))) if (zone.startsWith("set_")) used.add(zone);
  };
  for (let games = 0; games < 5 && used.size < 4; games++) { // a lucky opponent can end a game before all four were used
    await sitDown(page, { game: "dnup", seats: against(1) });
    await page.waitForSelector(".prompt.asked");
    expect(await page.locator(".area").count()).toBe(4);
    await playToTheEnd(page, byMouse, async (page, press) => {
      await look();
      await decide(page, press);
      await look();
    });
    expect(await page.locator(".tokens").evaluateAll((all) => all.some((tokens) => tokens.querySelectorAll(".won").length === 2))).toBe(true);
  }
  expect([...used].sort()).toEqual(["set_1:0", "set_1:1", "set_2:0", "set_2:1"]);
  expect(errors).toEqual([]);
});

test("Karma: what somebody has picked stays picked while others choose, and can be played", async () => {
  const { visits } = await gather(house, { game: "karma" }, [{ name: "Bob" }]);
  const [eva, bob] = visits.map(({ page }) => page) as [Page, Page];
  await Promise.all([eva, bob].map((page) => page.waitForSelector(".prompt.asked")));
  await byMouse(eva, ".usable");
  const picked = (): Promise<(string | undefined)[]> =>
    eva.locator(".picked").evaluateAll((cards) => cards.map((card) => card.closest<HTMLElement>("[data-card]")?.dataset["card"] ?? card.textContent?.trim()));
  const before = await picked();
  expect(before).toHaveLength(1);
  await decide(bob, byMouse);
  await expect.poll(() => told(eva)).toContainEqual(expect.stringContaining("Bob"));
  expect(await picked()).toEqual(before);
  await decide(eva, byMouse);
  await expect.poll(async () => Object.keys(await publicZones(bob)).filter((zone) => zone.startsWith("face_up"))).toEqual(["face_up:0", "face_up:1"]);
});

test("Karma: three choose their face-up cards at once, and none is seen before all have", async () => {
  const { visits } = await gather(house, { game: "karma" }, [{ name: "Bob" }, { name: "Cyd" }]);
  const [eva, bob, cyd] = visits.map(({ page }) => page) as [Page, Page, Page];
  const faceUp = async (page: Page): Promise<[string, string[]][]> => Object.entries(await publicZones(page)).filter(([zone]) => zone.startsWith("face_up"));
  await Promise.all([eva, bob, cyd].map((page) => page.waitForSelector(".prompt.asked")));
  await playTogether([cyd, bob, eva], 1); // the last seat first
  await expect.poll(() => told(eva)).toContainEqual(expect.stringContaining("Cyd"));
  expect(await faceUp(eva)).toEqual([]);
  expect(await faceUp(bob)).toEqual([]);
  expect((await faceUp(cyd)).map(([zone, cards]) => [zone, cards.length])).toEqual([["face_up:2", 3]]); // her own
  await playTogether([bob, eva, cyd], 2);
  await expect.poll(async () => (await faceUp(eva)).flatMap(([, cards]) => cards)).toHaveLength(9);
  for (const page of [bob, cyd]) await expect.poll(() => faceUp(page)).toEqual(await faceUp(eva));
  await playTogether([eva, bob, cyd], 6);
});
