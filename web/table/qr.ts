/** QR codes (ISO/IEC 18004) for links: bytes, error correction M, versions 1 to 10 (213 bytes at most). */

type Grid = (boolean | null)[][]; // null: not drawn yet

/** By version from 1: error correction codewords of a block, and how many data codewords each block has. */
const BLOCKS: readonly [number, readonly number[]][] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Rows of modules, true is dark. */
export function qr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + BLOCKS.findIndex(([, data], place) => bytes.length + (place < 9 ? 2 : 3) <= sum(data));
  if (version === 0) throw new Error("too long for a QR code");
  const words = interleaved(codewords(bytes, version), version);
  const grids = Array.from({ length: 8 }, (_, mask) => drawn(version, words, mask));
  return grids.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best));
}

// ---- from text to codewords -----------------------------------------------------------------------------

function codewords(bytes: Uint8Array, version: number): number[] {
  const capacity = sum(BLOCKS[version - 1]?.[1] ?? []);
  const lengthBits = version < 10 ? 8 : 16;
  let bits = "0100" + bytes.length.toString(2).padStart(lengthBits, "0");
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  bits += "0".repeat(Math.min(4, capacity * 8 - bits.length));
  bits += "0".repeat((8 - (bits.length % 8)) % 8);
  const words = (bits.match(/.{8}/g) ?? []).map((word) => parseInt(word, 2));
  for (let pad = 0; words.length < capacity; pad++) words.push(pad % 2 ? 0x11 : 0xec);
  return words;
}

function interleaved(words: number[], version: number): number[] {
  const [length = 0, sizes = []] = BLOCKS[version - 1] ?? [];
  let start = 0;
  const data = sizes.map((size) => words.slice(start, (start += size)));
  const checks = data.map((block) => remainder(block, length));
  return [...columns(data), ...columns(checks)];
}

function columns(blocks: readonly number[][]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, i) => blocks.flatMap((block) => block[i] ?? [])).flat();
}

/** Multiplication in GF(256) with the polynomial 0x11d. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product >> 7) * 0x11d;
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/** Reed–Solomon: the remainder of a block divided by the generator of this degree. */
function remainder(block: readonly number[], degree: number): number[] {
  let generator = [1];
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2)) {
    const next = [...generator, 0];
    generator.forEach((factor, place) => (next[place + 1] = (next[place + 1] ?? 0) ^ times(factor, root)));
    generator = next;
  }
  let rest: number[] = Array<number>(degree).fill(0);
  for (const word of block) {
    const factor = word ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((old, place) => old ^ times(generator[place + 1] ?? 0, factor));
  }
  return rest;
}

// ---- from codewords to modules --------------------------------------------------------------------------

function drawn(version: number, words: readonly number[], mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const set = (x: number, y: number, dark: boolean): void => {
    const row = grid[y];
    if (row && x >= 0 && x < size) row[x] = dark;
  };
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) finder(set, x, y);
  alignment(set, grid, version);
  for (let i = 8; i < size - 8; i++) {
    set(i, 6, i % 2 === 0);
    set(6, i, i % 2 === 0);
  }
  format(set, size, mask);
  if (version >= 7) versionBits(set, size, version);
  fill(grid, size, words, mask);
  return grid as boolean[][];
}

type Set = (x: number, y: number, dark: boolean) => void;

function finder(set: Set, cx: number, cy: number): void {
  for (let dy = -4; dy <= 4; dy++) {
    for (let dx = -4; dx <= 4; dx++) {
      const ring = Math.max(Math.abs(dx), Math.abs(dy));
      set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
    }
  }
}

function alignment(set: Set, grid: Grid, version: number): void {
  const places = ALIGNMENT[version - 1] ?? [];
  for (const cy of places) {
    for (const cx of places) {
      if (grid[cy]?.[cx] !== null) continue; // a finder is there
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
      }
    }
  }
}

/** Data bits with their BCH remainder appended. */
function coded(data: number, bits: number, generator: number): number {
  let rest = data;
  const top = Math.floor(Math.log2(generator));
  for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (top - 1)) & 1) * generator;
  return (data << bits) | (rest & ((1 << bits) - 1));
}

function format(set: Set, size: number, mask: number): void {
  const bits = coded(mask, 10, 0x537) ^ 0x5412; // level M is 00
  const bit = (i: number): boolean => ((bits >> i) & 1) === 1;
  for (let i = 0; i < 6; i++) set(8, i, bit(i));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let i = 9; i < 15; i++) set(14 - i, 8, bit(i));
  for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(i));
  set(8, size - 8, true);
}

function versionBits(set: Set, size: number, version: number): void {
  const bits = coded(version, 12, 0x1f25);
  for (let i = 0; i < 18; i++) {
    const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
    set(a, b, ((bits >> i) & 1) === 1);
    set(b, a, ((bits >> i) & 1) === 1);
  }
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The codewords in two-wide columns from the right, up and down in turn, where nothing is drawn yet. */
function fill(grid: Grid, size: number, words: readonly number[], mask: number): void {
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const up = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = grid[y];
        if (!row || row[x] !== null) continue;
        const dark = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        row[x] = dark !== (MASKS[mask]?.(x, y) ?? false);
        bit += 1;
      }
    }
  }
}

/** How hard a code is to read: runs, squares, false finders, too much of one colour. */
function penalty(grid: boolean[][]): number {
  const turned = grid.map((_, x) => grid.map((row) => row[x] ?? false));
  let points = 0;
  for (const line of [...grid, ...turned]) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    points += 40 * (text.match(/(?=00001011101|10111010000)/g) ?? []).length;
  }
  for (let y = 1; y < grid.length; y++) {
    for (let x = 1; x < grid.length; x++) {
      const square = [grid[y]?.[x], grid[y]?.[x - 1], grid[y - 1]?.[x], grid[y - 1]?.[x - 1]];
      if (square.every((dark) => dark === square[0])) points += 3;
    }
  }
  const dark = sum(grid.map((row) => row.filter(Boolean).length)) / grid.length ** 2;
  return points + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}
