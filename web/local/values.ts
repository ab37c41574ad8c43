/** Values on their way between JavaScript and Python: plain ones, bytes, and functions, which may be called from there. */

import type { PyodideAPI } from "pyodide";

export type Plain = string | number | boolean | null | undefined | Uint8Array;
export type Given = Plain | ((...told: never[]) => Plain | void | Promise<Plain | void>);

interface Proxy {
  toJs(how: { dict_converter: typeof Object.fromEntries }): unknown;
  destroy(): void;
}

/** Bytes become `bytes`, which JavaScript no longer shares. */
export function asPython(python: PyodideAPI, value: unknown): unknown {
  if (value instanceof Uint8Array) return python.pyimport("builtins").bytes(python.toPy(value));
  if (value instanceof Promise) return value.then((later) => asPython(python, later));
  if (typeof value !== "function") return value ?? undefined; // None
  return (...told: unknown[]) => asPython(python, (value as (...told: unknown[]) => unknown)(...told.map(copied)));
}

/** A copy of what was returned: nothing that Python would have to keep. `bytes` become a Uint8Array, a dict an object. */
export function asJavaScript(value: unknown): unknown {
  const copy = copied(value);
  if (isProxy(value)) value.destroy();
  return copy;
}

/** What a function is called with: Pyodide itself lets go of it, after the function's promise where it makes one. */
function copied(value: unknown): unknown {
  return isProxy(value) ? value.toJs({ dict_converter: Object.fromEntries }) : value;
}

function isProxy(value: unknown): value is Proxy {
  return (typeof value === "object" || typeof value === "function") && value !== null && "toJs" in value;
}
