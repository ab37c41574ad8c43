/** Numerals drawn in code, one stroke wide, so that cards look the same on every device. A glyph is 100 high. */

interface Glyph {
  path: string;
  width: number;
}

export interface Placed {
  path: string;
  x: number;
}

const GLYPHS: Record<string, Glyph> = {
  "0": { width: 60, path: "M30 6C47 6 54 25 54 50S47 94 30 94 6 75 6 50 13 6 30 6Z" },
  "1": { width: 44, path: "M8 24 28 6V94" },
  "2": { width: 60, path: "M9 29C9 15 17 6 30 6 43 6 51 15 51 28 51 45 36 57 8 94H54" },
  "3": { width: 60, path: "M9 22C13 11 20 6 30 6 42 6 50 14 50 26 50 39 41 46 26 46 43 46 53 55 53 69 53 84 43 94 30 94 18 94 10 88 6 77" },
  "4": { width: 60, path: "M41 94V6L6 68H56" },
  "5": { width: 60, path: "M50 6H17L12 47C17 41 23 38 30 38 44 38 54 49 54 66S44 94 29 94C18 94 10 88 6 78" },
  "6": { width: 60, path: "M44 6C20 18 6 40 6 65 6 83 16 94 30 94S54 82 54 66 44 39 31 39C18 39 8 50 6 65" },
  "7": { width: 60, path: "M6 6H54L24 94" },
  "8": { width: 60, path: "M30 46C18 46 10 37 10 26S18 6 30 6 50 15 50 26 42 46 30 46 6 56 6 70 16 94 30 94 54 84 54 70 44 46 30 46Z" },
  "9": { width: 60, path: "M16 94C40 82 54 60 54 35 54 17 44 6 30 6S6 18 6 34 16 61 29 61C42 61 52 50 54 35" },
  "−": { width: 46, path: "M4 52H40" },
  "+": { width: 54, path: "M4 54H48M26 32V76" },
  "/": { width: 40, path: "M34 4 6 96" },
  "≤": { width: 54, path: "M46 16 8 44 46 72M8 92H46" },
};

const GAP = 13;

/** Can this be drawn whole? */
export function isNumeral(text: string): boolean {
  return [...text.replace("-", "−")].every((letter) => letter in GLYPHS);
}

/** The strokes of a number side by side, and how wide they are together. */
export function numeral(text: string): { strokes: Placed[]; width: number } {
  const strokes: Placed[] = [];
  let x = 0;
  for (const letter of text.replace("-", "−")) {
    const glyph = GLYPHS[letter];
    if (!glyph) continue;
    strokes.push({ path: glyph.path, x });
    x += glyph.width + GAP;
  }
  return { strokes, width: Math.max(0, x - GAP) };
}
