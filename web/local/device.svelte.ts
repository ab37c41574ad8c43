/** The house of this device, as a page sees it. One page owns it; when that one goes, the next starts it anew. */

import { DeviceError, type Answer, type House, type TableSocket } from "$web/shell/houses";
import { t } from "$web/words/shell.svelte";
import { isUsed, missing } from "./choice.svelte";
import { CHANNEL, lockOf, OWNER, type Here, type Loaded, type ToHouse, type ToPage } from "./messages";
import { folderOf, MANIFEST, type Manifest } from "./manifest";

const LOST = 1006;
type Without<T> = T extends unknown ? Omit<T, "to" | "page"> : never;

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

class Device implements House {
  #page = crypto.randomUUID();
  #loaded: Loaded = { version: MANIFEST?.version ?? "", since: performance.timeOrigin };
  #channel: BroadcastChannel | null = null;
  #here = $state.raw<Here | null>(null);
  #owns = $state(false);
  #worker: Worker | null = null; // where it lives, if this page owns it
  #trouble = $state("");
  #evicted = $state(false);
  #opening: Promise<void> | null = null;
  #settle: { done: () => void; failed: (why: Error) => void } | null = null; // whoever waits for it
  #release: (() => void) | null = null; // gives up the lock of the owner
  #waiting = new Map<number, Waiting>();
  #sockets = new Map<number, DeviceSocket>();
  #count = 0;

  /** What it says of itself; null: it is not there yet. */
  get here(): Here | null {
    return this.#here;
  }
  /** Why it cannot be opened; else empty. */
  get trouble(): string {
    return this.#trouble;
  }
  /** There were tables here, and the browser has deleted them. */
  get evicted(): boolean {
    return this.#evicted;
  }
  /** It lives in this very page. */
  get owns(): boolean {
    return this.#owns;
  }

  /** Opens it, if no other page has done so. */
  open(): Promise<void> {
    this.#opening ??= this.#start();
    return this.#opening;
  }

  async #start(): Promise<void> {
    const lacks = missing();
    if (lacks && lacks !== "memory") throw new DeviceError(t(`missing_${lacks}`)); // with little memory it may try
    const opened = new Promise<void>((done, failed) => (this.#settle = { done, failed }));
    if (!this.#channel) {
      this.#channel = new BroadcastChannel(CHANNEL);
      this.#channel.onmessage = ({ data }: MessageEvent<ToHouse | ToPage>) => this.#hear(data);
      await held(lockOf(this.#page));
    }
    void navigator.locks.request(OWNER, () => this.#own(folderOf(MANIFEST as Manifest)));
    this.post({ kind: "who" });
    return opened;
  }

  /** For as long as the page is there, or until it turns out that it cannot. */
  #own(folder: string): Promise<void> {
    this.#owns = true;
    const worker = (this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }));
    worker.onerror = (event) => this.#fail(event.message);
    worker.postMessage([folder, this.#loaded]);
    return new Promise((release) => (this.#release = release));
  }

  #hear(message: ToHouse | ToPage): void {
    if (message.to === "all") {
      if ((message as ToPage).kind === "here") this.#greet((message as { house: Here }).house);
      else this.#fail((message as { reason: string }).reason);
    } else if (message.to === this.#page) this.#told(message as ToPage);
    else if (message.to === "house" && (message as ToHouse).kind === "give_way" && this.#owns) this.#beginAnew();
  }

  /** App and house change together: of two pages, the older one begins anew, as the other is. */
  #agrees({ version, since }: Loaded): boolean {
    if (version === this.#loaded.version) return true;
    if (since > this.#loaded.since) this.#beginAnew();
    else this.post({ kind: "give_way" });
    return false;
  }

  /** Loads the page again; one that nobody sees waits, and takes no seat away from the one that is seen. */
  #beginAnew(): void {
    this.#worker?.terminate();
    this.#release?.();
    if (document.hidden) document.addEventListener("visibilitychange", () => location.reload(), { once: true });
    else location.reload();
  }

  /** Another house than before knows nothing of what was under way: connections come again, requests have failed. */
  #greet(house: Here): void {
    if (house.id === this.#here?.id || !this.#agrees(house.page)) return;
    this.#evicted ||= this.#here === null && house.empty && isUsed();
    this.#here = house;
    this.#trouble = "";
    for (const { reject } of this.#waiting.values()) reject(new DeviceError("it was opened anew, try again"));
    this.#waiting.clear();
    for (const socket of [...this.#sockets.values()]) socket.end(LOST);
    this.#settle?.done();
  }

  /** Who asks next tries again. */
  #fail(reason: string): void {
    this.#trouble = reason;
    this.#owns = false;
    this.#release?.();
    this.#opening = null;
    this.#settle?.failed(new DeviceError(reason));
  }

  #told(message: ToPage): void {
    if (message.kind === "response") {
      this.#waiting.get(message.id)?.resolve({ status: message.status, text: message.text });
      this.#waiting.delete(message.id);
    } else if (message.kind === "text") this.#sockets.get(message.socket)?.receive(message.text);
    else if (message.kind === "closed") this.#sockets.get(message.socket)?.end(message.code);
  }

  post(message: Without<ToHouse>): void {
    this.#channel?.postMessage({ ...message, to: "house", page: this.#page });
  }

  async ask(method: string, path: string, headers: Record<string, string>, body = ""): Promise<Answer> {
    await this.open();
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.post({ kind: "request", id, method, path, headers, body });
    });
  }

  connect(table: string): TableSocket {
    const number = ++this.#count;
    const socket = new DeviceSocket(this, number, () => this.#sockets.delete(number));
    void this.open().then(
      () => {
        this.#sockets.set(number, socket);
        this.post({ kind: "open", socket: number, table });
        socket.open();
      },
      () => socket.end(LOST),
    );
    return socket;
  }
}

class DeviceSocket implements TableSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: TableSocket["onopen"] = null;
  onmessage: TableSocket["onmessage"] = null;
  onclose: TableSocket["onclose"] = null;

  constructor(
    readonly device: Device,
    readonly number: number,
    readonly forget: () => void,
  ) {}

  open(): void {
    if (this.readyState === WebSocket.CLOSED) return this.close();
    this.readyState = WebSocket.OPEN;
    this.onopen?.(new Event("open"));
  }

  receive(text: string): void {
    this.onmessage?.(new MessageEvent("message", { data: text }));
  }

  send(text: string): void {
    this.device.post({ kind: "send", socket: this.number, text });
  }

  close(): void {
    this.device.post({ kind: "close", socket: this.number });
    this.end(1000);
  }

  end(code: number): void {
    this.forget();
    this.readyState = WebSocket.CLOSED;
    this.onclose?.(new CloseEvent("close", { code }));
  }
}

/** Takes a lock for as long as the page is there. */
function held(name: string): Promise<void> {
  return new Promise((taken) => {
    void navigator.locks.request(name, () => {
      taken();
      return new Promise(() => undefined);
    });
  });
}

export const device = new Device();
