/** A worker with the runtime of the local house in it, for tests: calls what it is told to. */

import { loadRuntime, type Runtime } from "$web/local/runtime";
import type { Given } from "$web/local/values";

export type Asked =
  | { kind: "load"; base: string; interpreted: boolean; files: Record<string, string> }
  | { kind: "run"; module: string; name: string; given: Given[] };

let runtime: Runtime;

onmessage = async ({ data }: MessageEvent<Asked>) => {
  try {
    postMessage({ value: await answer(data) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};

async function answer(asked: Asked): Promise<unknown> {
  if (asked.kind === "run") return runtime.run(asked.module, asked.name, ...asked.given);
  runtime = await loadRuntime(asked.base, { interpreted: asked.interpreted });
  for (const [path, text] of Object.entries(asked.files)) write(`/home/pyodide/${path}`, text);
  return { rules: runtime.rules, hindrance: runtime.hindrance, memory: runtime.memory() };
}

function write(path: string, text: string): void {
  runtime.python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  runtime.python.FS.writeFile(path, text);
}
