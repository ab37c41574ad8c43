/** Python with our rules, in a worker of the browser (or in Node, for tests). Nothing of it is loaded before it is asked for. */

import type { PyodideAPI } from "pyodide";
import { unpack } from "./pack";
import { asJavaScript, asPython, type Given } from "./values";

export interface Options {
  /** How a file of the runtime is read; `fetch` where nothing else is said. */
  read?: (url: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** Do without the compiled rules. */
  interpreted?: boolean;
}

/** `compiled` rules are those of the server, as WebAssembly; `interpreted` ones give the same answers, only later. */
export type Rules = "compiled" | "interpreted";

export interface Runtime {
  readonly rules: Rules;
  /** Why the rules are interpreted, though compiled ones were wanted; else empty. */
  readonly hindrance: string;
  /** What a function of a Python module returns; waits for it where it is a coroutine. */
  run(module: string, name: string, ...given: Given[]): Promise<unknown>;
  /** The same at once, for functions that are none. */
  call(module: string, name: string, ...given: Given[]): unknown;
  /** Bytes of memory that Python has; it never gives any back. */
  memory(): number;
  /** Python itself, for its file system. */
  readonly python: PyodideAPI;
}

/** `base` is the folder of one version, with a slash at its end: `…/local/74cd2fabcedb/`. */
export async function loadRuntime(base: string, options: Options = {}): Promise<Runtime> {
  if (options.interpreted) return start(base, options, "");
  try {
    return await start(base, options);
  } catch (error) {
    return start(base, options, String(error)); // a Python of its own: the first one may be half broken
  }
}

/** With the compiled rules, unless something hinders them. */
async function start(base: string, { read = fetched }: Options, hindrance?: string): Promise<Runtime> {
  const compiled = hindrance === undefined;
  const packs = Promise.all(["house.pack", ...(compiled ? ["rules.pack"] : [])].map((name) => read(base + name)));
  const { loadPyodide } = (await import(/* @vite-ignore */ `${base}pyodide.mjs`)) as typeof import("pyodide");
  const python = await loadPyodide({
    indexURL: base.replace(/^file:\/\//, ""),
    stdLibURL: `${base}stdlib.zip`,
    fsInit: async (files, { sitePackages }) => {
      for (const pack of await packs) unpack(pack, (path, bytes) => place(files, `${sitePackages}/${path}`, bytes));
    },
  });
  if (compiled) python.pyimport("kartarna.bots.search").destroy(); // if this loads, all of them do
  return new Loaded(python, compiled ? "compiled" : "interpreted", hindrance ?? "");
}

async function fetched(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

function place(files: PyodideAPI["FS"], path: string, bytes: Uint8Array): void {
  files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  files.writeFile(path, bytes, { canOwn: true });
}

class Loaded implements Runtime {
  constructor(
    readonly python: PyodideAPI,
    readonly rules: Rules,
    readonly hindrance: string,
  ) {}

  async run(module: string, name: string, ...given: Given[]): Promise<unknown> {
    return asJavaScript(await this.#called(module, name, given));
  }

  call(module: string, name: string, ...given: Given[]): unknown {
    return asJavaScript(this.#called(module, name, given));
  }

  memory(): number {
    return (this.python as unknown as { _module: { HEAP8: Int8Array } })._module.HEAP8.length;
  }

  #called(module: string, name: string, given: Given[]): unknown {
    const found = this.python.pyimport(module) as Record<string, (...given: unknown[]) => unknown> & { destroy(): void };
    try {
      const called = found[name];
      if (!called) throw new Error(`${module} has no ${name}`);
      return called(...given.map((value) => asPython(this.python, value)));
    } finally {
      found.destroy();
    }
  }
}
