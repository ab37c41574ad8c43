import { describe, expect, test } from "vitest";
import { qr } from "$web/table/qr";

const rows = (grid: boolean[][]): string[] => grid.map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));

describe("QR codes", () => {
  test("grow with the text", () => {
    expect(["x".repeat(14), "x".repeat(15), "x".repeat(62), "x".repeat(213)].map((text) => qr(text).length)).toEqual([21, 25, 33, 57]);
    expect(() => qr("x".repeat(214))).toThrow("too long");
  });

  test("have three finders, timing lines and the dark module", () => {
    const code = rows(qr("Kartárna"));
    for (const [x, y] of [[0, 0], [14, 0], [0, 14]] as const) {
      expect(code[y]?.slice(x, x + 7)).toBe("#######");
      expect(code[y + 3]?.slice(x, x + 7)).toBe("#.###.#");
    }
    expect(code[6]?.slice(8, 13)).toBe("#.#.#");
    expect(code[13]?.[8]).toBe("#");
  });
});
