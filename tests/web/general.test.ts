import { flushSync } from "svelte";
import { describe, expect, test } from "vitest";
import karmaDeck from "../../web/fixtures/decks/karma.json";
import tropDeck from "../../web/fixtures/decks/trop.json";
import { faceOf } from "$web/general/faces";
import { asked } from "$web/general/look";
import { coveredCards, isMeantAt, middleOf, openZones } from "$web/general/zones";
import type { Choice, Options, Update, View, Zone } from "$web/protocol";
import { Teller } from "$web/words/teller";
import { generally, show, type Shown } from "./fixture";

const fixtures = import.meta.glob<Update>("../../web/fixtures/*.json", { import: "default", eager: true });
const POSITIONS = Object.keys(fixtures).map((path) => path.replace(/.*\/|\.json$/g, ""));
const onGeneral = (name: string): Promise<Shown> => show(name, generally);

/** What lies where on the page, by the names of the zones. */
function lying(page: HTMLElement): Record<string, string[]> {
  const spots = [...page.querySelectorAll<HTMLElement>("[data-card]")];
  const zones: Record<string, string[]> = {};
  for (const spot of spots) (zones[spot.closest<HTMLElement>("[data-zone]")?.dataset["zone"] ?? ""] ??= []).push(spot.dataset["card"] ?? "");
  return Object.fromEntries(Object.entries(zones).map(([zone, cards]) => [zone, cards.sort()]));
}

function seen({ zones }: View): Record<string, string[]> {
  const lying = zones.filter(({ name, cards }) => cards.length > 0 && name !== "offer");
  return Object.fromEntries(lying.map(({ name, seat, cards }) => [seat === null ? name : `${name}:${seat}`, [...cards].sort()]));
}

describe.each(POSITIONS)("%s", (name) => {
  test("every card seen lies in its zone and nothing else, every choice can be made, everything has a name", async () => {
    const { page, update } = await onGeneral(name);
    const places = lying(page);
    const covered = Object.fromEntries(Object.entries(places).filter(([, cards]) => cards.every((card) => card.startsWith("?"))));
    expect(places).toEqual({ ...seen(update.view as View), ...covered });

    const pressed = [...page.querySelectorAll<HTMLElement>(".usable[data-card], [data-card]:has(> button)")].map((spot) => spot.dataset["card"]);
    const choices = update.options?.choices ?? [];
    expect(choices.flatMap(({ cards }) => cards).filter((card) => !pressed.includes(card))).toEqual([]);
    const bare = choices.filter(({ cards }) => cards.length === 0);
    expect(page.querySelectorAll(".opponent > .button, .prompt .buttons > .button")).toHaveLength(bare.length);

    const named = [...page.querySelectorAll("main ul[data-zone], main .hand[data-zone], main .opponent, main button:not(.sort)")];
    expect(named.filter((group) => !(group.getAttribute("aria-label") ?? group.textContent)?.trim())).toEqual([]);
    expect(page.querySelector("main")?.innerHTML).not.toMatch(/zone_|fact_|undefined/);
  });
});

describe("a choice", () => {
  test("a card pointed at says what would follow, and marks the cards it is about", async () => {
    const { page, named, update } = await onGeneral("gap-row-of-six");
    const choice = update.options?.choices.find(({ notation }) => notation === "0b");
    named("blue 0").dispatchEvent(new PointerEvent("pointerenter"));
    flushSync();
    expect(page.querySelector(".effects")?.textContent).toContain("You take 3 cards: blue 0, blue 1, yellow 9.");
    expect([...page.querySelectorAll<HTMLElement>('[data-zone="row"] .marked')].map((spot) => spot.dataset["card"])).toEqual(["1b", "9y"]);
    expect(choice?.effects[0]?.kind).toBe("takes");
  });

  test("one click plays a card", async () => {
    const { page, decided } = await onGeneral("gap-start");
    const card = page.querySelector<HTMLElement>(".hand .usable");
    card?.click();
    expect(decided.map(({ cards }) => cards)).toEqual([[card?.dataset["card"]]]);
  });

  test("of cards on offer the row's are pressed, and the hand says why it is not meant", async () => {
    const { page, decided, update } = await onGeneral("gap-equals");
    const offered = page.querySelectorAll<HTMLElement>('[data-zone="row"] button');
    expect(offered).toHaveLength(update.options?.choices.length ?? 0);
    expect(page.querySelector(".hand button")?.getAttribute("aria-label")).toContain("GAP-3");
    offered[0]?.click();
    expect(decided.map(({ notation }) => notation)).toEqual(["4b"]);
  });

  test("several cards are picked until they make a move", async () => {
    const { page, decided } = await onGeneral("karma-set-up");
    for (const card of ["6", "14", "15"]) page.querySelector<HTMLElement>(`.hand [data-card="${card}"]`)?.click();
    flushSync();
    expect(decided).toEqual([]); // several cards: it asks
    page.querySelector<HTMLElement>(".prompt .main")?.click();
    expect(decided.map(({ notation }) => notation)).toEqual(["6 14 15"]);
  });

  test("a card that cannot be used says why, with its rule", async () => {
    const { page, decided } = await onGeneral("karma-at-least");
    const low = page.querySelector<HTMLElement>('[data-zone="hand:0"] .idle');
    expect(low?.getAttribute("aria-label")).toMatch(/KARMA-6: \d is lower than 14\./);
    low?.click();
    expect(decided).toEqual([]);
  });

  test("cards before oneself are used where they lie, while equal ones in the hand would be meant first", async () => {
    const { page, decided } = await onGeneral("karma-from-table");
    const card = page.querySelector<HTMLElement>('[data-zone="face_up:0"] .usable');
    card?.click();
    flushSync();
    page.querySelector<HTMLElement>(".buttons .main")?.click();
    expect(decided.map(({ decision }) => decision.kind)).toEqual(["plays_face_up"]);
  });

  test("a face-down card is turned up by its place", async () => {
    const { page, decided } = await onGeneral("karma-face-down");
    const covered = page.querySelectorAll<HTMLElement>('[data-zone="face_down:0"] .usable');
    expect(covered[0]?.getAttribute("aria-label")).toMatch(/face-down card/i);
    covered[0]?.click();
    expect(decided.map(({ notation }) => notation)).toEqual(["?1"]);
  });

  test("what is done to a player is done by pressing the player", async () => {
    const { page, decided } = await onGeneral("karma-give");
    const players = page.querySelectorAll<HTMLElement>(".opponent > .button");
    expect(players).toHaveLength(5);
    players[1]?.click();
    expect(decided.map(({ notation }) => notation)).toEqual([">3"]);
  });

  test("what needs no card has a button", async () => {
    const { click, decided } = await onGeneral("trop-middle");
    click("Draw a card");
    expect(decided.map(({ notation }) => notation)).toEqual(["draw"]);
  });
});

describe("what is told", () => {
  test("facts stand on the board, with their rules, and once only", async () => {
    const { page } = await onGeneral("trop-middle");
    const told = [...page.querySelectorAll("li")].filter((line) => line.textContent?.includes("Above 21 is trop."));
    expect(told).toHaveLength(1);
    expect(told[0]?.querySelector("a")?.getAttribute("href")).toBe("/rules/trop#TROP-8");
  });

  test("who watches sees every player, and has no hand", async () => {
    const { page } = await onGeneral("gap-watched");
    expect(page.querySelectorAll(".opponent")).toHaveLength(3);
    expect(page.querySelectorAll(".hand button, .usable")).toHaveLength(0);
  });

  test("the end of a round has its sheet", async () => {
    const { page } = await onGeneral("gap-round-over");
    expect(page.querySelectorAll(".ending .reckoning th[scope=col]")).toHaveLength(4);
  });

  test("points are told once somebody has any", async () => {
    expect((await onGeneral("karma-middle")).page.querySelectorAll(".goal li")).toHaveLength(0);
    expect((await onGeneral("gap-row-of-six")).page.querySelectorAll(".goal li")).toHaveLength(4);
  });
});

describe("the question", () => {
  const options = (...kinds: string[]): Options => ({
    choices: kinds.map((kind, action) => ({ action, notation: kind, decision: { kind, facts: {}, rule: null }, cards: [], effects: [] })),
    refused: [],
  });
  const teller = (...keys: string[]): Teller => new Teller(Object.fromEntries(keys.map((key) => [key, { cs: key, en: key }])), "en");
  const view = {} as View;

  test("is that of all kinds of decisions together, in any order", () => {
    expect(asked(view, options("play", "play", "draw"), teller("asked_play", "asked_draw_or_play"))).toBe("asked_draw_or_play");
    expect(asked(view, options("play"), teller("asked_play", "asked_draw_or_play"))).toBe("asked_play");
  });

  test("else that of a kind that has one, else only whose turn it is", () => {
    expect(asked(view, options("draw", "play"), teller("asked_play"))).toBe("asked_play");
    expect(asked(view, options("draw"), teller("asked_play"))).toBe("asked_anything");
  });
});

describe("zones", () => {
  const place = (name: string, seat: number | null, cards: string[], hidden = 0): Zone => ({ name, seat, cards, hidden, known: [] });
  const choice = (cards: string[], facts: Choice["decision"]["facts"] = {}): Choice => ({ action: 0, notation: "", decision: { kind: "x", facts, rule: null }, cards, effects: [] });
  const viewOf = (...zones: Zone[]): View => ({ game: "made_up", seat: 0, players: 2, round: 1, waiting: [0], over: false, totals: [0, 0], zones, facts: {} });

  test("a choice is about the hand, if the hand holds all its cards, else about what lies before oneself", () => {
    const view = viewOf(place("row", null, ["3"]), place("hand", 0, ["3", "4"]), place("laid", 0, ["3", "3"]));
    const names = (choices: Choice[]): string[] => [...openZones(view, choices).keys()].map(({ name }) => name);
    expect(names([choice(["3"])])).toEqual(["hand"]);
    expect(names([choice(["3", "3"])])).toEqual(["laid"]);
    expect(names([choice([])])).toEqual([]);
  });

  test("an equal card in another open zone is not meant", () => {
    const view = viewOf(place("row", null, ["3", "5"]), place("hand", 0, ["3"]));
    const open = openZones(view, [choice(["3"]), choice(["5"])]);
    expect([...open].map(([zone, cards]) => [zone.name, [...cards]])).toEqual([
      ["hand", ["3"]],
      ["row", ["5"]],
    ]);
  });

  test("what is on offer is meant where it lies, and drawn by itself only if it lies nowhere else", () => {
    const row = [place("row", null, ["3", "5"]), place("hand", 0, ["3"])];
    expect([...openZones(viewOf(...row, place("offer", null, ["3"])), [choice(["3"])]).keys()].map(({ name }) => name)).toEqual(["row"]);
    expect(middleOf(viewOf(...row, place("offer", null, ["3"]))).map(({ name }) => name)).toEqual(["row"]);
    expect(middleOf(viewOf(...row, place("offer", null, ["9"]))).map(({ name }) => name)).toEqual(["row", "offer"]);
  });

  test("face-down cards are those that can be thought of and are seen nowhere", () => {
    const refused = { card: "?2", reason: { kind: "x", facts: {}, rule: null } };
    expect(coveredCards(viewOf(place("hand", 0, ["3"])), { choices: [choice(["?1"]), choice(["3"])], refused: [refused] })).toEqual(["?1", "?2"]);
  });

  test("a card let go on a player means what names that player, on the table all else", () => {
    const gift = choice(["3"], { seat: { seat: 0 }, target: { seat: 1 } });
    expect(isMeantAt(gift, "seat:1", 0)).toBe(true);
    expect(isMeantAt(gift, "table", 0)).toBe(false);
    expect(isMeantAt(choice(["3"], { seat: { seat: 0 } }), "table", 0)).toBe(true);
  });
});

describe("a face", () => {
  test("is a number and a mark, or either of them", () => {
    expect(faceOf("-2", tropDeck.data)).toEqual({ text: "-2", tone: "light blue" });
    expect(faceOf("4d", tropDeck.data)).toEqual({ text: "4", tone: "gold", symbol: "discard" });
    expect(faceOf("give", karmaDeck.data)).toEqual({ text: "", tone: "magenta", symbol: "give" });
  });

  test("takes the colours of a deck as marks", () => {
    const deck = { colours: { r: { en: "red", shape: "circle" }, v: { en: "vermilion", shape: "star", tone: "orange" } } };
    expect(faceOf("7r", deck)).toEqual({ text: "7", tone: "red", shape: "circle" });
    expect(faceOf("v", deck)).toEqual({ text: "", tone: "orange", shape: "star" });
    expect(faceOf("12", deck)).toEqual({ text: "12" });
  });
});

test("the deck is pressed to draw, and the only move there is has the main button", async () => {
  const { page, table, update, decided } = await onGeneral("trop-middle");
  const draw = update.options?.choices.find(({ decision }) => decision.kind === "draw");
  if (!draw) throw new Error("nothing to draw");
  expect(page.querySelector(".prompt .main")).toBeNull();
  table.receive({ ...update, options: { choices: [draw], refused: [] } });
  flushSync();
  expect(page.querySelectorAll(".prompt .main")).toHaveLength(1);
  page.querySelector<HTMLElement>('[data-zone="deck"] .heap button')?.click();
  expect(decided).toEqual([draw]);
});
