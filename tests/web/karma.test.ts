import { flushSync } from "svelte";
import { describe, expect, test } from "vitest";
import { grouped } from "$games/karma/web/look";
import { settings } from "$web/shell/settings.svelte";
import type { Fact, Told } from "$web/protocol";
import { show } from "./fixture";

const text = (element: Element | null | undefined): string => (element?.textContent ?? "").replace(/\s+/g, " ").trim();
const press = (page: HTMLElement, selector: string): void => {
  page.querySelector<HTMLElement>(selector)?.click();
  flushSync();
};

describe("the board of Karma", () => {
  test.each([
    ["karma-at-least", "at least 14"],
    ["karma-at-most", "at most 5"],
    ["karma-middle", "anything"],
  ])("%s: the rule in force is spelled out: %s", async (position, rule) => {
    const { page } = await show(position);
    expect(text(page.querySelector(".wanted strong"))).toBe(rule);
  });

  test("a card that does not fit says why; one that does, what the next player then needs", async () => {
    const { page, decided } = await show("karma-at-least");
    const [low, high] = ["4", "15"].map((card) => page.querySelector<HTMLElement>(`.hand [data-card="${card}"]`));
    expect(low?.getAttribute("aria-label")).toContain("KARMA-6: 4 is lower than 14.");
    high?.dispatchEvent(new Event("pointerenter"));
    flushSync();
    expect(text(page.querySelector(".wanted .then"))).toBe("→ at least 15");
    low?.click();
    expect(decided).toEqual([]);
    high?.click();
    expect(decided.map((choice) => choice.notation)).toEqual(["15"]);
  });

  test("the set-up: picked cards lie over the face-down ones, the third lays them down", async () => {
    const { page, decided } = await show("karma-set-up");
    settings.change({ confirm: true });
    for (const card of ["five", "give", "6"]) press(page, `.hand [data-card="${card}"]`);
    expect(page.querySelectorAll(".ghost")).toHaveLength(3);
    expect(decided).toEqual([]);
    press(page, ".prompt .main");
    expect(decided.map((choice) => choice.notation)).toEqual(["6 five give"]);
  });

  test("thirty cards: all of them in the hand, equal ones are played together with a tap on the pile", async () => {
    const { page, update, decided, click } = await show("karma-hand-of-30");
    const hand = [...page.querySelectorAll<HTMLElement>(".hand button")].map((button) => button.dataset["card"]);
    expect(hand).toEqual(update.view?.zones.find((zone) => zone.name === "hand" && zone.seat === 0)?.cards);
    const sixes = page.querySelectorAll<HTMLElement>('.hand [data-card="6"]');
    sixes[0]?.click();
    sixes[1]?.click();
    flushSync();
    expect(decided).toEqual([]);
    click("Play the picked cards here");
    expect(decided.map((choice) => choice.notation)).toEqual(["6 6"]);
  });

  test("a card turned up blindly: what it is, that it does not fit, and why; what was before one came is no news", async () => {
    const { page, table, update } = await show("karma-face-down");
    expect(page.querySelector(".turned")).toBeNull();
    const { view } = update;
    if (!view) throw new Error("there is no view");
    const told = (kind: string, facts: Record<string, Fact>): Told => ({ kind, facts, rule: null });
    const needy = { ...view, facts: { ...view.facts, at_least: 9 } };
    table.receive({ ...update, kind: "sync", seq: update.seq + 1, events: [], view: needy });
    flushSync();
    const turn = [told("turns_up", { seat: { seat: 0 }, place: 1 }), told("shown", { card: { card: "4" } })];
    table.receive({ ...update, kind: "decision", seq: update.seq + 2, events: [...turn, told("does_not_fit", { card: { card: "4" } })] });
    flushSync();
    expect(text(page.querySelector(".turned"))).toBe("Eva: It does not fit on the pile: 4. It took at least 9.");
    table.receive({ ...update, kind: "decision", seq: update.seq + 3, events: turn, view: { ...view, waiting: [1] } });
    flushSync();
    expect(text(page.querySelector(".turned.held"))).toBe("Eva: It is: 4. It fits.");
  });

  test.each([
    ["en", "no. 1 out"],
    ["cs", "1. bez karet"],
  ] as const)("who has got rid of all cards has it at the seat, in %s", async (language, note) => {
    const { page, table, update } = await show("karma-middle");
    settings.change({ language });
    const { view } = update;
    if (!view) throw new Error("there is no view");
    const zones = view.zones.map((zone) => (zone.seat === 1 ? { ...zone, cards: [], hidden: 0, known: [] } : zone));
    const events: Told[] = [{ kind: "out", facts: { seat: { seat: 1 } }, rule: null }];
    table.receive({ ...update, kind: "decided", by: 1, seq: update.seq + 1, events, view: { ...view, zones } });
    flushSync();
    expect(text(page.querySelector('[data-drop="seat:1"] .note'))).toBe(note);
  });

  test("of a hand it is said how many cards of it nobody knows", async () => {
    const { page } = await show("karma-face-down");
    const chips = [...page.querySelectorAll(".opponent")].map((player) => [...player.querySelectorAll(".chip")].map(text));
    expect(chips[0]).toEqual(["?×2", "1", "12"]);
    expect(chips[1]?.slice(0, 5)).toEqual(["3", "4", "6", "7×2", "8×2"]);
  });

  test("giving: a tap on a player gives them the pile", async () => {
    const { page, decided } = await show("karma-give");
    const players = [...page.querySelectorAll<HTMLElement>(".around .opponent")];
    expect(players.map((player) => text(player.querySelector("button")))).toEqual(Array(5).fill("Give here"));
    players[2]?.querySelector("button")?.click();
    expect(decided.map((choice) => choice.notation)).toEqual([">4"]);
  });

  test("giving: the hand waits and says why", async () => {
    const { page } = await show("karma-give");
    const card = page.querySelector(".hand button");
    expect(card?.getAttribute("aria-disabled")).toBe("true");
    expect(card?.getAttribute("aria-label")).toContain("KARMA-15");
  });

  test("from the table: the face-up cards can be played, the hand cannot", async () => {
    const { page, decided } = await show("karma-from-table");
    expect(page.querySelectorAll('.hand [aria-disabled="false"]')).toHaveLength(0);
    expect(page.querySelectorAll(".mine .places button.usable")).toHaveLength(3);
    press(page, '.mine .places [data-card="five"] button');
    expect(decided.map((choice) => choice.decision.kind)).toEqual(["plays_face_up"]);
  });

  test("face-down cards are turned up by their place, and nothing tells which they are", async () => {
    const { page, click, decided } = await show("karma-face-down");
    expect(page.querySelectorAll(".mine .places [data-card]")).toHaveLength(0);
    click("face-down card 2");
    expect(decided.map((choice) => choice.notation)).toEqual(["?2"]);
  });

  test("twelve players: everybody with hand, table and what is known of them", async () => {
    const { page, update } = await show("karma-twelve");
    const players = [...page.querySelectorAll<HTMLElement>(".around .opponent")];
    expect(players).toHaveLength(11);
    for (const [i, player] of players.entries()) {
      const known = update.view?.zones.find((zone) => zone.name === "hand" && zone.seat === i + 1)?.known ?? [];
      expect(player.querySelectorAll(".chip:not(.unknown)")).toHaveLength(grouped(known).length);
      expect(player.querySelectorAll(".places li")).toHaveLength(3);
    }
  });

  test("who cannot play is told how many cards the pile has", async () => {
    const { page, update } = await show("karma-at-least");
    const pile = update.view?.zones.find((zone) => zone.name === "pile")?.cards ?? [];
    expect(text(page.querySelector(".wanted .else"))).toBe(`else take ${pile.length} cards`);
  });

  test.each(["karma-hand-of-30", "karma-give", "karma-from-table"])("%s: where the pile cannot be taken, nothing says so", async (position) => {
    const { page } = await show(position);
    expect(text(page.querySelector(".wanted .else"))).toBe("");
  });

  test.each(["karma-at-least", "karma-twelve", "karma-hand-of-30"])("%s: every place of the view is on the page, by its name", async (position) => {
    const { page, update } = await show(position);
    const found = new Set([...page.querySelectorAll<HTMLElement>("[data-zone]")].map((element) => element.dataset["zone"]));
    const places = (update.view?.zones ?? []).filter(({ name, cards, hidden }) => name !== "face_up" || cards.length + hidden > 0);
    const missing = places.map(({ name, seat }) => (seat === null ? name : `${name}:${seat}`)).filter((place) => !found.has(place));
    expect(missing).toEqual([]);
  });

  test("the card that rules lies over the others in one place; what is under it is only pushed aside", async () => {
    const { page, update } = await show("karma-at-least");
    const pile = update.view?.zones.find((zone) => zone.name === "pile")?.cards ?? [];
    const fan = [...page.querySelectorAll<HTMLElement>('[data-zone="pile"] li')];
    expect(fan.map((card) => card.style.getPropertyValue("--under"))).toEqual(["3", "2", "1", "0"]);
    expect(fan.at(-1)?.querySelector<HTMLElement>("[data-card]")?.dataset["card"]).toBe(pile[0]);
  });

  test("with Premonition the owner sees which cards lie face down", async () => {
    const { page } = await show("karma-premonition");
    expect([...page.querySelectorAll(".foreseen .chip")].map(text)).toEqual(["8", "11", "Five or Below"]);
  });

  test("a spectator sees everybody, no hand and no points", async () => {
    const { page } = await show("karma-watched");
    expect(page.querySelectorAll(".opponent")).toHaveLength(3);
    expect(page.querySelector(".hand button")).toBeNull();
    expect(page.querySelector(".points")).toBeNull();
  });
});
