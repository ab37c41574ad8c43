/** Which sound belongs to what happens: read from where cards go and how a round ends. Knows no particular game. */

import type { Told } from "$web/protocol";
import { isPlayed } from "./playback.svelte";
import type { Stage, Trip } from "./stages";

export type Sound = "deal" | "play" | "take" | "turn" | "round" | "win" | "refusal";

const VERDICTS = ["wins", "share", "loses", "nobody_wins"];
const WINNERS = ["seat", "seats", "winners"]; // the facts of a verdict that name who has won
const ROUND_OVER = ["round_ends", "game_ends"];

/** The sound of a stage for who sits at `me`; null: none. */
export function soundOf({ events, trips }: Pick<Stage, "events" | "trips">, me: number | null): Sound | null {
  const verdict = events.find(({ kind }) => VERDICTS.includes(kind));
  if (verdict) return me !== null && winners(verdict).includes(me) ? "win" : "round";
  if (events.some(({ kind }) => ROUND_OVER.includes(kind))) return "round";
  if (isDeal(trips)) return "deal";
  if (trips.some(isPlayed)) return "play";
  return trips.some(isTaken) ? "take" : null;
}

function winners({ facts }: Told): number[] {
  const named = WINNERS.flatMap((name) => facts[name] ?? []);
  return named.flatMap((fact) => (typeof fact === "object" && "seat" in fact ? [fact.seat] : []));
}

/** Out of one place to several hands. */
function isDeal(trips: readonly Trip[]): boolean {
  const dealt = trips.filter(({ source, target }) => !source.includes(":") && target.startsWith("hand:"));
  return new Set(dealt.map(({ target }) => target)).size > 1;
}

/** From elsewhere to somebody. */
function isTaken({ source, target }: Trip): boolean {
  return target.includes(":") && source !== target;
}
