/** The connection to a table: comes back by itself, asks for what it missed, repeats what was not answered. */

import { VERSION, type ClientMessage, type Done, type Hint, type ServerMessage, type Told } from "$web/protocol";
import { houseOf, type TableSocket } from "$web/shell/houses";
import { FairShuffle } from "./fair";
import type { TableState } from "./state.svelte";

const LONGEST_WAIT = 30_000;
const FINAL = [1008, 4401, 4404]; // no use to try again
const TOO_MANY = 4429;

interface Pending {
  message: ClientMessage;
  resolve: (answer: Done | Hint) => void;
  reject: (reason: Told) => void;
}

export class Connection {
  #socket: TableSocket | null = null;
  #pending = new Map<string, Pending>();
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #ids = 0;
  #fair = new FairShuffle((message) => this.send(message), () => this.newId());
  #onWake = (): void => {
    if (!document.hidden && this.table.status === "lost") this.#connect();
  };

  constructor(
    readonly id: string,
    readonly table: TableState,
    readonly secret: string | null = null,
  ) {}

  open(): void {
    document.addEventListener("visibilitychange", this.#onWake);
    addEventListener("online", this.#onWake);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#onWake);
    removeEventListener("online", this.#onWake);
    this.#socket?.close();
  }

  newId(): string {
    return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}-${this.#ids++}`;
  }

  /** Sends a message until it is answered: over a lost connection too, and never carried out twice. */
  send(message: ClientMessage): Promise<Done | Hint> {
    return new Promise((resolve, reject) => {
      if ("id" in message) this.#pending.set(message.id, { message, resolve, reject });
      this.#write(message);
    });
  }

  decide(seat: number, action: number): Promise<Done | Hint> {
    return this.send({ type: "decide", id: this.newId(), seat, seq: this.table.asked, action });
  }

  /** What has happened comes with the table: of this round, or of the whole game. */
  recall(whole: boolean): void {
    this.send({ type: "past", id: this.newId(), whole }).catch(() => undefined); // the table shows the refusal
  }

  #connect(): void {
    clearTimeout(this.#timer);
    if (this.#closed || this.#socket?.readyState === WebSocket.CONNECTING) return;
    const socket = houseOf(this.id).connect(this.id);
    this.#socket = socket;
    socket.onopen = () => {
      this.#fair.forget();
      const { seq: last, epoch } = this.table;
      this.#write({ type: "hello", version: VERSION, last, epoch, secret: this.secret });
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = (event) => {
      if (this.#socket === socket) this.#lost(event.code);
    };
  }

  #write(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(message: ServerMessage): void {
    if (message.type === "done" || message.type === "hint") {
      this.#pending.get(message.id)?.resolve(message);
      this.#pending.delete(message.id);
      return;
    }
    if (message.type === "refused" && message.id !== null) {
      const pending = this.#pending.get(message.id);
      pending?.reject(message.reason);
      this.#pending.delete(message.id);
      if (pending?.message.type === "coach") return; // it speaks, or it does not
    }
    if (message.type === "past") this.#pending.delete(message.id);
    if (message.type === "welcome") this.#welcomed();
    this.table.receive(message);
    if (message.type === "update" && message.kind === "sync" && message.view) this.recall(this.table.whole);
    if (this.table.info) this.#fair.step(this.id, this.table.info, this.table.you.seats);
  }

  #welcomed(): void {
    this.#tries = 0;
    for (const { message } of this.#pending.values()) this.#write(message);
  }

  #lost(code: number): void {
    if (this.#closed) return;
    if (FINAL.includes(code)) {
      this.table.status = "refused";
      return;
    }
    this.table.status = "lost";
    const wait = code === TOO_MANY ? 20_000 : this.#tries === 0 ? 0 : Math.min(LONGEST_WAIT, 500 * 2 ** this.#tries);
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#connect(), wait);
  }
}
