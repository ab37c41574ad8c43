/** The features of a face, drawn from a name: the same name always has the same face. */

interface Features {
  eyes: string;
  mouth: string;
  top: string; // hair, or what a bot has on its head
}

const HUMAN_EYES = ["M16 20v1.5M24 20v1.5", "M15 21q1.5-2 3 0M22 21q1.5-2 3 0", "M16 20.5h.01M24 20.5h.01", "M14.5 20.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0M22 20.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0M18 20.5h4"];
const HUMAN_MOUTHS = ["M16.5 26q3.5 3 7 0", "M17 27h6", "M17 26.5q3 2 6-.5", "M17.5 26h5q-2.5 4-5 0"];
const HAIR = [
  "M9 19q1-11 11-11t11 11q-4-6-11-6t-11 6Z",
  "M9 20q-1-13 12-12q10 1 10 11q-3-5-8-6q-8 2-14 7Z",
  "M9 27q-4-19 11-19t11 19q-1-9-4-13q-7 2-14 0q-3 4-4 13Z",
  "M12 13q0-3 3-3q1-3 5-3t5 3q3 0 3 3q-8-3-16 0Z",
  "M10 17q2-9 10-9t10 9l-2-1q-8-3-16 0Z",
];
const BOT_EYES = ["M15 20h.01M25 20h.01", "M14 20h3M23 20h3", "M14 19l3 2M26 19l-3 2", "M13.5 20h13"];
const BOT_MOUTHS = ["M16 25.5h8", "M15 25h2v1.5h6v-1.5h2", "M16 25q4 2.5 8 0"];
const ANTENNAE = ["M20 12V7M20 6h.01", "M14 12l-2-5M26 12l2-5", "M16 12V8h8v4", "M20 12q0-5 4-5"];

export function featuresOf(name: string, bot: boolean): Features {
  const chosen = hash(name);
  const pick = (from: readonly string[], step: number): string => from[Math.floor(chosen / step) % from.length] ?? "";
  return bot
    ? { eyes: pick(BOT_EYES, 1), mouth: pick(BOT_MOUTHS, 7), top: pick(ANTENNAE, 31) }
    : { eyes: pick(HUMAN_EYES, 1), mouth: pick(HUMAN_MOUTHS, 7), top: pick(HAIR, 31) };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}
