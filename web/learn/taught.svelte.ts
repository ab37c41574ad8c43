/** Which rules a game's course teaches, by a step of its own each: asked once a visit. */

import { SvelteMap } from "svelte/reactivity";
import type { CourseInfo } from "$web/protocol";
import { api } from "$web/shell/api";
import { house } from "$web/shell/house.svelte";

const known = new SvelteMap<string, ReadonlySet<string>>();
const asked = new Set<string>();
const NONE: ReadonlySet<string> = new Set();

/** Those of this game; none until they are here, or where there is no course. */
export function taughtIn(game: string): ReadonlySet<string> {
  return known.get(game) ?? NONE;
}

export async function askTaught(game: string): Promise<void> {
  if (!house.game(game)?.course || asked.has(game)) return;
  asked.add(game);
  try {
    const { lessons } = await api.get<CourseInfo>(`/games/${game}/course`);
    known.set(game, new Set(lessons.flatMap(({ rules }) => rules)));
  } catch {
    asked.delete(game); // without it there is no link, and the next look asks again
  }
}
