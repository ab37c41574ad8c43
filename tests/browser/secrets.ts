/** Compares all that a browser was sent and shows with what the person at it may know: tests/browser/truth.py says it. */

import type { Page } from "playwright-core";
import { askPython, type House, type Visit } from "./house";

/** After one row of the log, for one pair of eyes. */
interface Moment {
  zones: Record<string, string[]>; // what may be seen where: `hand:0`, `row:`
  secret: string[]; // cards of the deck of which these eyes have never seen a copy
}
export type Truth = Record<string, Moment>;

/** What stands on the page at a moment: cards by place, and everything that is written anywhere. */
export interface Sight {
  seq: number;
  zones: Record<string, string[]>;
  written: string[];
}

interface Frame {
  type: string;
  seq?: number;
  view?: { zones: { name: string; seat: number | null; cards: string[]; known: string[] }[] } | null;
}

/** Facts that name a kind of card, not one that somebody has, or that look like a card and are none. */
const NAMED = /^(give|places \d+)$/;

/** `eyes` is a seat, or null for a spectator. */
export function truthOf(house: House, table: string, eyes: number | null): Truth {
  return askPython("tests.browser.truth", house.database, table, eyes === null ? "-" : String(eyes)) as Truth;
}

/** All that is wrong with what came over the network: in frames, place by place and card by card; in answers, card by card. */
export function leaksIn({ frames, answers }: Pick<Visit, "frames" | "answers">, truth: Truth): string[] {
  const leaks: string[] = [];
  const reached: number[] = []; // the row that each frame has come to
  for (const text of frames) {
    const frame = JSON.parse(text) as Frame;
    const seq = frame.type === "update" ? (frame.seq ?? 0) : (reached.at(-1) ?? 0);
    reached.push(seq);
    const now = truth[seq];
    if (now) leaks.push(...inZones(frame, now).map((leak) => `${seq}: ${leak}`), ...cardsIn(frame, now.secret).map((leak) => `${seq}: ${leak}`));
  }
  for (const { path, body, after } of answers) {
    if (isPublic(path)) continue;
    const now = truth[reached[after - 1] ?? 0] ?? Object.values(truth)[0];
    leaks.push(...cardsIn(JSON.parse(body || "null"), now?.secret ?? []).map((leak) => `${path}: ${leak}`));
  }
  return leaks;
}

/** Decks, words and rules are the same for all. */
function isPublic(path: string): boolean {
  return path.startsWith("/api/games/") || path === "/api/house" || path.endsWith("/deck");
}

function inZones({ view }: Frame, { zones }: Moment): string[] {
  return (view?.zones ?? []).flatMap(({ name, seat, cards, known }) => beyond([...cards, ...known], zones[`${name}:${seat ?? ""}`] ?? []).map((card) => `${card} in ${name} ${seat}`));
}

/** Secret cards anywhere in a message, in fields that nobody has thought of too. */
function cardsIn(value: unknown, secret: readonly string[], where = ""): string[] {
  if (typeof value === "string") return secret.includes(value) ? [`${value} at ${where}`] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => (NAMED.test(key) ? [] : cardsIn(part, secret, `${where}.${key}`)));
}

/** The cards that are not among those allowed, copies counted. */
function beyond(cards: readonly string[], allowed: readonly string[]): string[] {
  const left = [...allowed];
  return cards.filter((card) => {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** A place on the page may be one for all that the log has for each seat: GAP's card just played. */
function allowedAt(zone: string, { zones }: Moment): string[] {
  return zone.endsWith(":") ? Object.entries(zones).flatMap(([name, cards]) => (name.startsWith(zone) ? cards : [])) : (zones[zone] ?? []);
}

/** All that is wrong with a page as it was seen; `names` are those of the cards. */
export function leaksOn({ seq, zones, written }: Sight, truth: Truth, names: Record<string, string>): string[] {
  const now = truth[seq];
  if (!now) throw new Error(`the log has no row ${seq}`);
  const placed = Object.entries(zones).flatMap(([zone, cards]) => beyond(cards, allowedAt(zone, now)).map((card) => `${card} in ${zone}`));
  // A bare number (TROP's total of the row may be −1) or word may be something else than a card: those are found by their places and names.
  const texts = new Set(written);
  const told = now.secret.flatMap((card) => [card, names[card] ?? ""].filter((text) => /\d\D|[^\d−-]\d|\w \w/.test(text) && texts.has(text)));
  return [...placed, ...told].map((leak) => `${seq}: ${leak}`);
}

/** Looks at a page while nothing moves. */
export async function look(page: Page, frames: readonly string[]): Promise<Sight> {
  for (;;) {
    const before = frames.length;
    await page.waitForTimeout(100);
    const sight = await page.evaluate(seen);
    const updates = frames.map((frame) => JSON.parse(frame) as Frame).filter(({ type }) => type === "update");
    if (frames.length === before) return { seq: updates.at(-1)?.seq ?? 0, ...sight };
  }
}

function seen(): Omit<Sight, "seq"> {
  const zones: Record<string, string[]> = {};
  for (const spot of document.querySelectorAll<HTMLElement>("[data-card]")) {
    const [name, seat = ""] = (spot.closest<HTMLElement>("[data-zone]")?.dataset["zone"] ?? "nowhere").split(":");
    (zones[`${name}:${seat}`] ??= []).push(spot.dataset["card"] ?? "");
  }
  const elements = [...document.querySelectorAll("*")];
  const values = elements.flatMap((element) => [...element.attributes].map(({ value }) => value));
  const texts = elements.flatMap((element) => [...element.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.nodeValue ?? ""] : [])));
  return { zones, written: [...new Set([...values, ...texts].map((text) => text.trim()))] };
}

/** What the cards of a game are called in English. */
export async function namesOf(page: Page, game: string): Promise<Record<string, string>> {
  return page.evaluate(async (game) => {
    const deck = (await (await fetch(`/api/games/${game}/deck`)).json()) as { cards: Record<string, { en: string }> };
    return Object.fromEntries(Object.entries(deck.cards).map(([card, { en }]) => [card, en]));
  }, game);
}
