/** A deck as a file: what Python's tomllib reads back as the very same data. */

export type Value = string | number | boolean | readonly Value[] | Entries;
export interface Entries {
  readonly [key: string]: Value;
}

export function isTable(value: Value | undefined): value is Entries {
  return typeof value === "object" && !Array.isArray(value);
}

/** Values first, then the tables, each under its name: so a person would write it. */
export function written(data: Entries): string {
  return `${lines(data, []).join("\n").trim()}\n`;
}

/** Numbers as keys in their order: JavaScript would put those below zero last. */
export function keysOf(data: Entries): string[] {
  const keys = Object.keys(data);
  return keys.every((key) => /^-?\d+$/.test(key)) ? keys.sort((a, b) => Number(a) - Number(b)) : keys;
}

function lines(data: Entries, path: readonly string[]): string[] {
  const values = keysOf(data).filter((key) => !isTable(data[key]));
  const tables = keysOf(data).filter((key) => isTable(data[key]));
  const own = values.map((key) => `${keyText(key)} = ${text(data[key] ?? "")}`);
  const head = path.length > 0 && (own.length > 0 || tables.length === 0) ? ["", `[${path.map(keyText).join(".")}]`] : [];
  return [...head, ...own, ...tables.flatMap((key) => lines(data[key] as Entries, [...path, key]))];
}

function keyText(key: string): string {
  return /^[\w-]+$/.test(key) ? key : quoted(key);
}

function text(value: Value): string {
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map((item: Value) => text(item)).join(", ")}]`;
  if (isTable(value)) return `{ ${keysOf(value).map((key) => `${keyText(key)} = ${text(value[key] ?? "")}`).join(", ")} }`;
  return String(value);
}

/** JSON escapes what TOML wants escaped, but for one sign. */
function quoted(value: string): string {
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}

/** The same data with another value at this path; undefined takes the entry out. */
export function changed(data: Value, path: readonly string[], value: Value | undefined): Value {
  const [key, ...rest] = path;
  if (key === undefined) return value ?? "";
  if (Array.isArray(data)) return data.map((item: Value, place) => (String(place + 1) === key ? changed(item, rest, value) : item));
  const { [key]: old, ...others } = data as Entries;
  if (rest.length === 0 && value === undefined) return others;
  return { ...(data as Entries), [key]: changed(old ?? {}, rest, value) };
}
