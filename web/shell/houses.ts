/** The two houses that a page speaks to: the server's, and the one on this device. Both are asked the same. */

import { isKept } from "$web/local/choice.svelte";
import { BASE, soloOf } from "./base";

export interface Answer {
  status: number;
  text: string;
}

/** What is used of a WebSocket. */
export interface TableSocket {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface House {
  ask(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer>;
  /** A socket to one of its tables. */
  connect(table: string): TableSocket;
}

/** The house on this device cannot be opened, or was opened anew; the message says why. */
export class DeviceError extends Error {}

/** Tables of a device are called by what no server calls its own (kartarna/local/house.py). */
export function isHere(table: string): boolean {
  return table.startsWith("0");
}

const PATIENCE = 4000; // milliseconds: on a train a network may be there that carries nothing

const server: House = {
  async ask(method, path, headers, body) {
    const limit = method === "GET" && isKept() ? { signal: AbortSignal.timeout(PATIENCE) } : {};
    const answer = await fetch(`${BASE}api${path}`, { method, headers, ...(body === undefined ? {} : { body }), ...limit });
    return { status: answer.status, text: await answer.text() };
  },
  connect: (table) => new WebSocket(new URL(`${BASE}api/tables/${table}/socket`, location.href.replace(/^http/, "ws"))),
};

/** Loaded when it is first needed. */
const device: House = {
  ask: async (...request) => (await import("$web/local/device.svelte")).device.ask(...request),
  connect: (table) => new LaterSocket(import("$web/local/device.svelte").then((loaded) => loaded.device.connect(table))),
};

export const houses = { server, device };

/** Of a table, the house where it stands. */
export function houseOf(table: string): House {
  return isHere(table) ? device : server;
}

const OF_TABLE = /^\/tables\/(\w+)/;
const ANYWHERE = /^\/(house$|games\/|replay$)/; // every house answers these alike

/** What this device answers where the server does not: what any house knows, and one's name. */
const isCommon = (method: string, path: string): boolean => ANYWHERE.test(path) || (path === "/me" && method !== "DELETE");

/** Asks the house that the path belongs to. */
export async function ask(...request: Parameters<House["ask"]>): Promise<Answer> {
  const [method, path] = request;
  const table = OF_TABLE.exec(path)?.[1];
  if (soloOf() === "only") return method === "GET" && ANYWHERE.test(path) ? written(path) : device.ask(...request);
  if (table) return houseOf(table).ask(...request);
  try {
    return await server.ask(...request);
  } catch (error) {
    if (isCommon(method, path) && isKept()) return device.ask(...request);
    throw error;
  }
}

/** What every house answers alike, a static host has as files. */
async function written(path: string): Promise<Answer> {
  const answer = await fetch(`${BASE}asked${path}.json`);
  return { status: answer.status, text: await answer.text() };
}

/** A socket that is still to come. */
class LaterSocket implements TableSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: TableSocket["onopen"] = null;
  onmessage: TableSocket["onmessage"] = null;
  onclose: TableSocket["onclose"] = null;
  #socket: TableSocket | null = null;

  constructor(coming: Promise<TableSocket>) {
    coming.then((socket) => this.#take(socket)).catch(() => this.#end(new CloseEvent("close", { code: 1006 })));
  }

  #take(socket: TableSocket): void {
    if (this.readyState === WebSocket.CLOSED) return socket.close();
    this.#socket = socket;
    socket.onopen = (event) => this.#begin(event);
    socket.onmessage = (event) => this.onmessage?.(event);
    socket.onclose = (event) => this.#end(event);
    if (socket.readyState === WebSocket.OPEN) this.#begin(new Event("open")); // it was quicker than we
  }

  #begin(event: Event): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.(event);
  }

  #end(event: CloseEvent): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.(event);
  }

  send(text: string): void {
    this.#socket?.send(text);
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.#socket?.close();
  }
}
