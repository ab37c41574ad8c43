/** The colours of cards by their English names, each with the ink that reads on it (contrast 4.5 : 1 at least). */

import type { ToneName } from "$web/protocol";

export interface Tone {
  fill: string;
  ink: string;
}

const PAPER = "#fdf8ec";
const INK = "#2a2219";

const TONES: Record<ToneName, Tone> = {
  red: { fill: "#b5322b", ink: PAPER },
  green: { fill: "#2e7446", ink: PAPER },
  yellow: { fill: "#efbf3a", ink: INK },
  blue: { fill: "#2a5ea3", ink: PAPER },
  purple: { fill: "#74409a", ink: PAPER },
  orange: { fill: "#e88a35", ink: INK },
  lilac: { fill: "#c3aee4", ink: INK },
  "light blue": { fill: "#8cc8ea", ink: INK },
  turquoise: { fill: "#0f7b78", ink: PAPER },
  magenta: { fill: "#b02770", ink: PAPER },
  olive: { fill: "#676c22", ink: PAPER },
  grey: { fill: "#8b857a", ink: INK },
  black: { fill: "#332c24", ink: PAPER },
  gold: { fill: "#d9ad4e", ink: INK },
  sand: { fill: "#f1dcae", ink: INK },
  paper: { fill: "#f4ecd8", ink: INK },
};

export function tone(name: string): Tone {
  return TONES[name as ToneName] ?? { fill: "#8b857a", ink: INK };
}
