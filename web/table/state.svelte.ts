/** A table as this browser knows it: what the server has told so far, ready to be shown. */

import type { Clock, Options, Presence, ServerMessage, TableInfo, Told, Update, View, You } from "$web/protocol";

export interface Line {
  id: number;
  told: Told;
  at: number; // seconds since 1970
}

export type Status = "connecting" | "connected" | "lost" | "refused";

const LONGEST_LOG = 1500;
const ENDINGS = ["round_ends", "game_ends", "wins", "share", "loses", "nobody_wins"];

export class TableState {
  view = $state.raw<View | null>(null);
  options = $state.raw<Options | null>(null);
  asked = $state(0);
  waiting = $state.raw<readonly number[]>([]); // who is to decide
  info = $state.raw<TableInfo | null>(null);
  you = $state.raw<You>({ type: "you", seats: [], host: false, seat: null, acts: true });
  presence = $state.raw<Presence | null>(null);
  clocks = $state.raw<Clock[]>([]);
  log = $state.raw<Line[]>([]);
  /** What has just happened, for the live region. */
  latest = $state.raw<Told[]>([]);
  /** The end of a round, explained line by line, until it is put away. */
  ending = $state.raw<Told[]>([]);
  status = $state<Status>("connecting");
  refusal = $state.raw<Told | null>(null);
  phrases = $state.raw<string[]>([]);
  seq: number | null = null;
  epoch: string | null = null; // that seq belongs to
  #ahead = 0; // seconds that the server's clock is ahead of ours
  #lines = 0;

  receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.status = "connected";
        this.phrases = message.phrases;
        this.epoch = message.epoch;
        this.#ahead = message.now - Date.now() / 1000;
        return;
      case "you":
        this.you = message;
        if (message.seats.length > 1 && message.seat === null) this.#cover();
        return;
      case "presence":
        this.presence = message;
        return;
      case "update":
        this.#update(message);
        return;
      case "refused":
        this.refusal = message.reason;
        return;
    }
  }

  /** Hot seat: the curtain has fallen, and nothing that one player saw stays on the page for the next. */
  #cover(): void {
    if (this.view?.seat === null) return;
    this.view = this.options = null;
    this.asked = 0;
    this.latest = this.latest.filter((told) => !told.private);
    this.ending = this.ending.filter((told) => !told.private);
    this.log = this.log.filter(({ told }) => !told.private);
  }

  #update(update: Update): void {
    this.seq = update.seq;
    this.view = update.view;
    this.waiting = update.view?.waiting ?? [];
    this.options = update.options;
    this.asked = update.asked;
    this.clocks = update.clocks;
    this.info = update.table ?? this.info;
    this.refusal = null;
    if (update.events.length === 0) return;
    this.latest = update.events;
    const lines = update.events.map((told) => ({ id: this.#lines++, told, at: update.at }));
    this.log = [...this.log, ...lines].slice(-LONGEST_LOG);
    const end = update.events.findIndex((event) => ENDINGS.includes(event.kind));
    if (end >= 0) this.ending = update.events.slice(end);
  }

  /** What the seat is asked, by name: after a restore a row of the same number may ask something else. */
  get question(): string {
    return `${this.epoch}/${this.view?.seat}/${this.asked}`;
  }

  /** Seconds that a seat has left; null if it has no clock. */
  left(seat: number, now: number): number | null {
    const clock = this.clocks[seat];
    if (!clock) return null;
    return Math.max(0, clock.ends === null ? clock.left : clock.ends - now - this.#ahead);
  }

  /** Is a seat's clock worth showing? Time for each decision is only while it runs, a bank of time always. */
  ticks(seat: number): boolean {
    return this.info?.clock.kind === "bank" || this.clocks[seat]?.ends != null;
  }

  away(seat: number): boolean {
    const human = this.info?.seats[seat]?.human ?? false;
    return human && this.presence !== null && !this.presence.seats.includes(seat);
  }
}
