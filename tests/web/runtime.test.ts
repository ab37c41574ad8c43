// @vitest-environment node
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { loadRuntime, type Runtime } from "$web/local/runtime";

const here = (path: string): URL => new URL(path, import.meta.url);
const SITE = here("../../build/local/site/");
const TOOLCHAIN = here("../../web/local/toolchain/");
/** Of our tests, what runs in the browser's Python. */
const PROGRAMS = ["__init__.py", "web/__init__.py", "web/echo.py", "local/__init__.py", "local/helpers.py", "local/everything.py"];
const read = async (url: string): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await readFile(fileURLToPath(url)));
let runtime: Runtime;

beforeAll(async () => {
  const [version] = readdirSync(SITE).filter((name) => name !== "manifest.json");
  runtime = await loadRuntime(new URL(`${version}/`, SITE).href, { read });
  const files = runtime.python.FS;
  for (const folder of ["", "web", "local"]) files.mkdirTree(`/home/pyodide/tests/${folder}`);
  for (const name of PROGRAMS) files.writeFile(`/home/pyodide/tests/${name}`, readFileSync(here(`../${name}`)));
}, 60_000);

test("bytes and functions go both ways", async () => {
  const told: unknown[] = [];
  const later = async (heard: Uint8Array, name: string): Promise<Uint8Array> => {
    told.push([...heard], name);
    return heard.map((byte) => byte + 1);
  };
  const found = await runtime.run("tests.web.echo", "echo", Uint8Array.of(1, 2, 3), later);
  expect(found).toEqual({ bytes: Uint8Array.of(4, 3, 2), kinds: ["bytes", "bytes"] });
  expect(told).toEqual([[3, 2, 1], "řekni"]);
});

test("what Python raises is an error here, and what is not there is told", async () => {
  await expect(runtime.run("json", "loads", "{")).rejects.toThrow("JSONDecodeError");
  await expect(runtime.run("json", "nothing")).rejects.toThrow("json has no nothing");
});

test("the trimmed standard library is enough for all that the house offers", async () => {
  expect(await runtime.run("tests.local.everything", "everything")).toBe(5);
}, 120_000);

test("and no module of it is too many; if this fails: node web/local/toolchain/trace.mjs > web/local/toolchain/stdlib.txt", () => {
  const used = execFileSync(process.execPath, [fileURLToPath(new URL("trace.mjs", TOOLCHAIN))], { encoding: "utf8" });
  expect(used).toBe(readFileSync(new URL("stdlib.txt", TOOLCHAIN), "utf8"));
}, 120_000);
