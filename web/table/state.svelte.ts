/** A table as this browser knows it: what the server has told so far, shown as fast as it can be followed. */

import type { Clock, Ending, Options, Past, PastEntry, Presence, ServerMessage, TableInfo, Told, Update, View, You } from "$web/protocol";
import { settings } from "$web/shell/settings.svelte";
import { merged } from "$web/story/story";
import { freshBy, type Fresh } from "./fresh";
import { Playback, timeFor } from "./playback.svelte";
import { inOne, justShown, stagesOf, type Lying, type Stage } from "./stages";
import type { SeatStatus } from "./seats";

export type Status = "connecting" | "connected" | "lost" | "refused";

const LONGEST_LOG = 2000;
const LAST_LOOK = 600; // ms that the last position is looked at before the result covers it

export class TableState {
  readonly playback = new Playback();
  /** What is shown: it follows what came, and so do the question, the log and all that is told. */
  stage = $state.raw<(Stage & { tempo: number }) | null>(null);
  /** What others have brought to the table since one's own last decision. */
  fresh = $state.raw<readonly Fresh[]>([]);
  options = $state.raw<Options | null>(null);
  asked = $state(0);
  canTakeBack = $state(false);
  waiting = $state.raw<readonly number[]>([]); // who is to decide
  info = $state.raw<TableInfo | null>(null);
  you = $state.raw<You>({ type: "you", seats: [], host: false, seat: null, acts: true });
  presence = $state.raw<Presence | null>(null);
  clocks = $state.raw<Clock[]>([]);
  /** What has happened, as far as this browser was told; `whole`: nothing came before it. */
  log = $state.raw<PastEntry[]>([]);
  whole = $state(false);
  /** What has just happened, for the live region. */
  latest = $state.raw<Told[]>([]);
  /** How the round or the game ended; null while one is played. */
  ending = $state.raw<Ending | null>(null);
  status = $state<Status>("connecting");
  refusal = $state.raw<Told | null>(null);
  phrases = $state.raw<string[]>([]);
  /** Hot seat: nobody's cards are shown. */
  covered = $state(false);
  seq: number | null = null;
  epoch: string | null = null; // that seq belongs to
  #ahead = 0; // seconds that the table's time is ahead of performance.now(), which nobody sets
  #newest: Update | null = null; // that came; it may be shown later
  #lying: Lying;

  constructor(lying: Lying = {}) {
    this.#lying = lying;
  }

  /** The ending, once the last cards lie still. */
  get result(): Ending | null {
    return this.playback.playing ? null : this.ending;
  }

  get view(): View | null {
    return this.stage?.view ?? null;
  }

  receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.status = "connected";
        this.phrases = message.phrases;
        this.epoch = message.epoch;
        this.#ahead = message.now - performance.now() / 1000;
        return;
      case "you":
        this.you = message;
        // The curtain falls when the one whose cards are shown has seen what the move brought, and what bots did after it.
        if (message.seats.length > 1 && message.seat === null) this.playback.add([{ show: () => this.#cover(), lasts: 0, waits: this.#newest?.view?.seat != null }]);
        else this.covered = false;
        return;
      case "presence":
        this.presence = message;
        return;
      case "update":
        this.#update(message);
        return;
      case "past":
        this.playback.add([{ show: () => this.#recall(message), lasts: 0 }]); // not before what it tells of is shown
        return;
      case "refused":
        this.refusal = message.reason;
        return;
    }
  }

  /** Hot seat: the curtain has fallen, and nothing that one player saw stays on the page for the next. */
  #cover(): void {
    this.covered = true;
    if (this.view?.seat == null) return;
    this.stage = this.options = null;
    this.fresh = [];
    this.asked = 0;
    const { view } = this.#newest ?? {};
    if (this.#newest && view?.seat != null) this.#newest = { ...this.#newest, view: { ...view, zones: [] }, events: [], options: null };
    this.latest = this.latest.filter((told) => !told.private);
    if (this.ending) this.ending = { ...this.ending, events: this.ending.events.filter((told) => !told.private) };
    this.log = this.log.map((entry) => ({ ...entry, events: entry.events.filter((told) => !told.private) }));
  }

  #update(update: Update): void {
    this.seq = update.seq;
    this.canTakeBack = update.take_back;
    this.clocks = update.clocks;
    this.info = update.table ?? this.info;
    this.refusal = null;
    const stages = this.#stages(update);
    this.#newest = update;
    const telling = stages.findIndex(({ events }) => events.length > 0);
    this.playback.add(
      stages.map((stage, place) => {
        const [first, last] = [place === telling, place === stages.length - 1];
        const show = (tempo: number): void => this.#show(update, { ...stage, tempo }, first, last);
        const look = last && update.ending && stage.trips.length > 0 ? LAST_LOOK : 0;
        return { show, lasts: timeFor(stage, update.view?.seat ?? null, last) + look, ends: last };
      }),
    );
  }

  /** Whoever comes anew is shown how it stands; all else is played out, where anything moves. */
  #stages({ kind, events, view }: Update): Stage[] {
    if (kind === "sync") return justShown(events, view);
    const stages = stagesOf(this.#newest?.view ?? null, events, view, this.#lying);
    return settings.moves ? stages : inOne(stages);
  }

  /** One stage of an update; only with the last one there is something to decide, unless the question was there before. */
  #show(update: Update, stage: Stage & { tempo: number }, first: boolean, last: boolean): void {
    const stands = update.asked === this.asked && stage.view?.seat === this.view?.seat;
    this.stage = stage;
    this.fresh = freshBy(update, this.fresh, stage.trips, first);
    if (update.kind === "sync") this.log = []; // it is told anew: the rows between may be missing, or were of another epoch
    this.#tell(stage.events, update, first);
    if (last || !update.ending) this.ending = update.ending;
    if (!last && !stands) this.#ask(0, null);
    if (!last) return;
    this.waiting = update.view?.waiting ?? [];
    this.#ask(update.asked, update.asked === this.#newest?.asked ? update.options : null);
  }

  #ask(asked: number, options: Options | null): void {
    this.asked = asked;
    this.options = options;
  }

  #tell(events: readonly Told[], { seq, kind, at, by = null }: Update, first: boolean): void {
    if (events.length === 0) return;
    const words = events.map(({ moves, ...told }) => told); // where cards went is seen, and may be secret
    this.latest = first ? words : [...this.latest, ...words];
    this.log = merged(this.log, [{ seq, kind, at, by, events: this.latest }]).slice(-LONGEST_LOG);
  }

  /** The past, unless it is for other eyes than those of now. */
  #recall({ seat, entries, whole }: Past): void {
    if (seat !== this.you.seat) return;
    this.log = merged(this.log, entries);
    this.whole = whole;
  }

  /** What the seat is asked, by name: after a restore a row of the same number may ask something else. */
  get question(): string {
    return `${this.epoch}/${this.view?.seat}/${this.asked}`;
  }

  /** Seconds that a seat has left; null if it has no clock. `now` is performance.now(), in seconds. */
  left(seat: number, now: number): number | null {
    const clock = this.clocks[seat];
    if (!clock) return null;
    return clock.ends === null ? clock.left : this.until(clock.ends, now);
  }

  /** Seconds until a moment of the server's clock. */
  until(moment: number, now: number): number {
    return Math.max(0, moment - now - this.#ahead);
  }

  /** Is a seat's clock worth showing? Time for each decision is only while it runs, a bank of time always. */
  ticks(seat: number): boolean {
    return this.info?.clock.kind === "bank" || this.clocks[seat]?.ends != null;
  }

  /** A bot from the start, or one that decides for somebody who is away or has resigned. */
  playedByBot(seat: number): boolean {
    const chair = this.info?.seats[seat];
    return chair !== undefined && (chair.bot !== null || chair.stand_in || chair.resigned);
  }

  away(seat: number): boolean {
    const chair = this.info?.seats[seat];
    const human = chair !== undefined && chair.human && !chair.resigned;
    const here = this.presence?.seats.includes(seat) || this.you.seats.includes(seat); // at this device, behind the curtain
    return human && this.presence !== null && !here;
  }

  /** Of people and bots alike: whoever is to decide thinks, unless nobody is there. */
  statusOf(seat: number): SeatStatus {
    if (this.away(seat)) return "away";
    if (this.waiting.includes(seat)) return "thinking";
    return this.info?.seats[seat]?.human ? "here" : "";
  }
}
