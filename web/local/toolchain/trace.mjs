/** node trace.mjs: the files of the standard library that the local house takes, as `stdlib.txt` keeps them.

Plays everything (tests/local/everything.py) with the built packs and the whole library. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mount, ROOT, stockPython } from "./pyodide.mjs";

const SITE = join(ROOT, "build/local/site");
const version = readdirSync(SITE).find((name) => name !== "manifest.json");

function unpack(python, name) {
  const packages = python.pyimport("sys").path.toJs().find((path) => path.endsWith("site-packages"));
  const pack = readFileSync(join(SITE, version, name));
  let at = 4 + pack.readUint32LE(0);
  const index = JSON.parse(pack.toString("utf8", 4, at));
  for (const [path, length] of Object.entries(index)) {
    python.FS.mkdirTree(join(packages, path, ".."));
    python.FS.writeFile(join(packages, path), pack.subarray(at, (at += length)));
  }
  return Object.keys(index);
}

const python = await stockPython();
const ours = [...unpack(python, "house.pack"), ...unpack(python, "rules.pack")];
mount(python, join(ROOT, "tests"), "/packing/tests");
mount(python, join(ROOT, "src"), "/src");
python.FS.writeFile("/packing/trace.py", readFileSync(new URL("in_pyodide/trace.py", import.meta.url)));
python.runPython("import sys; sys.path.insert(0, '/packing'); sys.dont_write_bytecode = True");
const trace = python.pyimport("trace");
trace.load(python.toPy(ours.filter((path) => /^kartarna.*\.pyc$/.test(path)).map((path) => `/src/${path.slice(0, -1)}`)));
await python.pyimport("tests.local.everything").everything();
trace.fail();
console.log(trace.used().toJs().join("\n"));
process.exit(0);
