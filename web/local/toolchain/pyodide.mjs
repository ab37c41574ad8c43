/** Stock Pyodide in Node, for what only the Python of the browser can say: its bytecode, and which modules it loads. */

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
export const STOCK = dirname(fileURLToPath(import.meta.resolve("pyodide")));
export const STDLIB = join(STOCK, "python_stdlib.zip");

export async function stockPython() {
  const python = await loadPyodide({ indexURL: `${STOCK}/`, lockFileContents: readFileSync(join(STOCK, "pyodide-lock.json"), "utf8") });
  python.FS.mkdirTree("/packing");
  return python;
}

/** Makes a folder of this machine one of Python's. */
export function mount(python, folder, place) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, place);
}
