/** Tables and how people come to them. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page, WebSocketRoute } from "playwright-core";
import type { NewTable } from "../../web/protocol";
import { askPython, ROOT, type House, type Visit } from "./house";

const REGISTRY = askPython("tests.browser.registry") as { id: string; options: string[] }[];
export const GAMES = REGISTRY.map(({ id }) => id);
export const PADS = GAMES.filter((game) => existsSync(join(ROOT, "src/kartarna/games", game, "web/pad.ts")));

/** The options of a short game: how it is played to its end does not depend on how far it goes. */
export function short(game: string): NonNullable<NewTable["options"]> {
  const options = REGISTRY.find(({ id }) => id === game)?.options ?? [];
  if (options.includes("rounds")) return { rounds: 2 };
  return options.includes("target") ? { target: 30 } : {}; // with 10, a game of one round may ask somebody only three times
}

export const against = (bots: number, level = "greedy"): NewTable["seats"] => [
  { kind: "host" },
  ...Array.from({ length: bots }, () => ({ kind: "bot" as const, bot: level })),
];

const friends = (count: number): NewTable["seats"] => [{ kind: "host" }, ...Array.from({ length: count }, () => ({ kind: "link" as const }))];

/** Opens a table through the API as this page's person; bots answer at once. */
async function openTable(page: Page, wish: NewTable): Promise<{ id: string; secret: string }> {
  return page.evaluate(async (body) => {
    const json = { "Content-Type": "application/json" };
    await fetch("/api/me", { method: "PUT", headers: json, body: JSON.stringify({ name: "Eva" }) });
    const answer = await fetch("/api/tables", { method: "POST", headers: json, body: JSON.stringify({ pace: 0, ...body }) });
    return (await answer.json()) as { id: string; secret: string };
  }, wish);
}

/** Opens a table and goes there; `query` stands in the address. */
export async function sitDown(page: Page, wish: NewTable, query = ""): Promise<{ id: string; link: string }> {
  const { id, secret } = await openTable(page, wish);
  const place = new URL(`/t/${id}`, page.url()).href;
  await page.goto(place + query);
  return { id, link: `${place}#${secret}` };
}

export interface Guest {
  name: string;
  before?: (page: Page) => Promise<unknown>; // done before the guest comes to the table
}

/** A table of people alone, each with a browser of their own: Eva opened it, the guests come by the link. */
export async function gather(house: House, wish: Omit<NewTable, "seats">, guests: Guest[]): Promise<{ id: string; link: string; visits: Visit[] }> {
  const eva = await house.visit();
  const { id, secret } = await openTable(eva.page, { ...wish, seats: friends(guests.length) });
  const link = `${house.url}/t/${id}#${secret}`;
  await eva.page.goto(`${house.url}/t/${id}`);
  const visits = [eva];
  for (const { name, before } of guests) {
    const visit = await house.visit();
    await before?.(visit.page);
    await comeByLink(visit.page, link, name);
    visits.push(visit);
  }
  await Promise.all(visits.map(({ page }) => page.waitForSelector(".hand button")));
  return { id, link, visits };
}

export async function comeByLink(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Sit down" }).click();
}

/** What lies on the table for all to see, place by place, as this page shows it. */
export async function publicZones(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(() => {
    const zones = [...document.querySelectorAll<HTMLElement>("main [data-zone]:not([data-zone^=hand])")];
    const cards = (zone: HTMLElement): string[] => [...zone.querySelectorAll<HTMLElement>("[data-card]")].map((spot) => spot.dataset["card"] ?? "");
    const lying = new Map<string, string[]>(); // a place may have several parts
    for (const zone of zones) {
      const name = zone.dataset["zone"] ?? "";
      lying.set(name, [...(lying.get(name) ?? []), ...cards(zone)].sort());
    }
    return Object.fromEntries([...lying].filter(([, cards]) => cards.length > 0).sort());
  });
}

/** The cable between a page and its tables: pulled, it loses every connection until it is plugged in again. */
export async function cableOf(page: Page): Promise<Cable> {
  let plugged = true;
  const sockets = new Set<WebSocketRoute>();
  await page.routeWebSocket(/\/socket$/, (socket) => {
    if (!plugged) return void socket.close();
    sockets.add(socket);
    socket.connectToServer();
  });
  return {
    pull: () => {
      plugged = false;
      for (const socket of sockets) void socket.close();
      sockets.clear();
    },
    plug: async () => {
      plugged = true;
      await page.evaluate(() => dispatchEvent(new Event("online"))); // as the system says it
    },
  };
}

export interface Cable {
  pull(): void;
  plug(): Promise<void>;
}
