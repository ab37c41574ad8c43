/** The house of this device, in a worker of the page that owns it. Pages speak to it over a channel. */

import { openFiles } from "./files";
import { CHANNEL, lockOf, type Here, type Loaded, type ToHouse, type ToPage } from "./messages";
import { loadRuntime, type Runtime } from "./runtime";

const HOUSE = "kartarna.local.worker";
const channel = new BroadcastChannel(CHANNEL);
const connections = new Map<number, { page: string; socket: number }>();
const pages = new Set<string>();
let count = 0;

const tell = (message: ToPage): void => channel.postMessage(message);

onmessage = async ({ data: [base, page] }: MessageEvent<[string, Loaded]>) => {
  addEventListener("unhandledrejection", refused); // where its WebAssembly or memory cannot be had, Pyodide says so to nobody
  try {
    await open(base, page);
  } catch (error) {
    fail(error);
  }
  removeEventListener("unhandledrejection", refused);
};

const refused = ({ reason }: PromiseRejectionEvent): void => fail(reason);

function fail(error: unknown): void {
  tell({ to: "all", kind: "failed", reason: String(error) });
  close();
}

async function open(base: string, page: Loaded): Promise<void> {
  const [runtime, files] = await Promise.all([loadRuntime(base), openFiles()]);
  const [whole, strongest] = (await runtime.run(HOUSE, "open_house", files.act as never, told as never, closed as never)) as [boolean, string];
  const house: Here = { id: crypto.randomUUID(), page, rules: runtime.rules, hindrance: runtime.hindrance, strongest, whole, empty: files.empty };
  channel.onmessage = ({ data }: MessageEvent<ToHouse | ToPage>) => {
    if (data.to === "house") void hear(runtime, house, data as ToHouse);
  };
  tell({ to: "all", kind: "here", house });
}

async function hear(runtime: Runtime, house: Here, message: ToHouse): Promise<void> {
  watch(runtime, message.page);
  if (message.kind === "who") return tell({ to: "all", kind: "here", house });
  if (message.kind === "give_way") return; // its page hears that, too
  if (message.kind === "request") {
    const { page, id, method, path, headers, body } = message;
    const [status, text] = (await runtime.run(HOUSE, "request", method, `/api${path}`, JSON.stringify(headers), body)) as [number, string];
    return tell({ to: page, kind: "response", id, status, text });
  }
  if (message.kind === "open") {
    connections.set(++count, message);
    runtime.call(HOUSE, "connect", count, message.table);
    return;
  }
  const number = numberOf(message.page, message.socket);
  if (number) runtime.call(HOUSE, "hear", number, message.kind === "send" ? message.text : null);
}

function numberOf(page: string, socket: number): number | undefined {
  for (const [number, one] of connections) if (one.page === page && one.socket === socket) return number;
  return undefined;
}

/** When a page has gone, however it went, so have its connections. */
function watch(runtime: Runtime, page: string): void {
  if (pages.has(page)) return;
  pages.add(page);
  void navigator.locks.request(lockOf(page), () => {
    pages.delete(page);
    for (const [number, one] of connections) if (one.page === page) runtime.call(HOUSE, "hear", number, null);
  });
}

function told(number: number, text: string): void {
  const to = connections.get(number);
  if (to) tell({ to: to.page, kind: "text", socket: to.socket, text });
}

function closed(number: number, code: number): void {
  const to = connections.get(number);
  connections.delete(number);
  if (to) tell({ to: to.page, kind: "closed", socket: to.socket, code });
}
