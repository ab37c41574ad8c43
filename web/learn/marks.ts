/** The coach marks of a table that ends a course: kept in this tab, so that a reload begins them neither anew nor twice. */

import type { CoachMarkInfo } from "$web/protocol";

export interface Marks {
  at: number; // which of them is said now
  question: string; // the one it was said at; empty: none yet
  marks: CoachMarkInfo[];
}

const NONE: Marks = { at: 0, question: "", marks: [] };

function key(table: string): string {
  return `kartarna.marks.${table}`;
}

export function keepMarks(table: string, marks: Marks): void {
  try {
    sessionStorage.setItem(key(table), JSON.stringify(marks));
  } catch {
    // the game goes on without them
  }
}

export function keptMarks(table: string): Marks {
  try {
    return (JSON.parse(sessionStorage.getItem(key(table)) ?? "null") as Marks | null) ?? NONE;
  } catch {
    return NONE;
  }
}

/** At a new question the next mark is said; at the same one again, after a reload, the same. */
export function saidAt(kept: Marks, question: string): Marks {
  if (kept.question === question) return kept;
  return { ...kept, question, at: kept.question ? kept.at + 1 : kept.at };
}
