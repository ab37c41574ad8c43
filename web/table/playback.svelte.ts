/** Shows what came one thing after the other, each for a while, so that it can be followed.
 *
 * It is never ahead of what came, hurries when much waits, and shows all at once where nothing moves: motion is off,
 * the page is hidden, too much has piled up, or somebody skips.
 */

import { settings } from "$web/shell/settings.svelte";
import type { Stage, Trip } from "./stages";

/** Something to show: `lasts` ms at a normal tempo, until the next one. */
export interface Scene {
  show: (tempo: number) => void; // 0: at once, without motion
  lasts: number;
  ends?: boolean; // the last scene of an update
  waits?: boolean; // it is shown only when somebody says so
}

export const FLIGHT = 380; // ms that a card flies
export const STAGGER = 45; // ms between cards that start together
const MOST_STAGGERED = 10;
const LOOK = 500; // a card that somebody else has played is looked at
const SURPRISE = 1200; // a card that nobody knew is read, and what it must hold against
const BREATH = 140;
const HURRY = { from: 3, tempo: 0.4 }; // so many updates waiting
const AT_ONCE = 7;

export class Playback {
  /** Is something being shown that is not yet the present, or still moving? */
  playing = $state(false);
  /** Does the next scene wait for somebody? */
  held = $state(false);
  #waiting: Scene[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  add(scenes: readonly Scene[]): void {
    this.#waiting.push(...scenes);
    if (this.#timer === undefined) this.#next();
  }

  /** To the present, or to what waits. */
  skip(): void {
    if (this.#timer !== undefined) this.#next(true);
  }

  /** Shows what waits for somebody, and what comes after. */
  goOn(): void {
    if (!this.held) return;
    this.held = false;
    this.#waiting.shift()?.show(0);
    this.#next();
  }

  #next(atOnce = false): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (let scene = this.#waiting[0]; scene; scene = this.#waiting[0]) {
      this.held = scene.waits ?? false;
      if (this.held) break;
      const tempo = atOnce ? 0 : this.#tempo();
      this.#waiting.shift();
      scene.show(tempo);
      if (scene.lasts * tempo === 0) continue;
      this.playing = true;
      this.#timer = setTimeout(() => this.#next(), scene.lasts * tempo);
      return;
    }
    this.playing = false;
  }

  #tempo(): number {
    const updates = this.#waiting.filter(({ ends }) => ends).length;
    if (document.hidden || updates >= AT_ONCE) return 0;
    return settings.tempo * (updates >= HURRY.from ? HURRY.tempo : 1);
  }
}

/** When a card starts, so that cards of one stage follow each other. */
export function delayOf(place: number): number {
  return Math.min(place, MOST_STAGGERED) * STAGGER;
}

/** How long a stage is shown: the flights, then a breath, or a look at what another than `me` brings out of a hand. */
export function timeFor({ trips }: Stage, me: number | null, last: boolean): number {
  if (trips.length === 0) return last ? 0 : BREATH;
  const flown = FLIGHT + delayOf(trips.length - 1);
  if (trips.some(isUnveiled)) return flown + SURPRISE;
  const looked = !last && trips.some((trip) => isPlayed(trip) && trip.source !== `hand:${me}`);
  return flown + (looked ? LOOK : BREATH);
}

/** Does a card that lay face down before somebody come to be seen by all? */
function isUnveiled({ source, target, leaves, lands }: Trip): boolean {
  return leaves === null && lands !== null && source.startsWith("face_down:") && source !== target;
}

/** Does a card leave a hand to be seen? */
export function isPlayed({ source, target, lands }: Trip): boolean {
  return source.startsWith("hand:") && !target.startsWith("hand:") && lands !== null;
}
