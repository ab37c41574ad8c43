/** node pack.mjs ORDER: writes what Python reads in the browser: the trimmed standard library, our bytecode, our modules. */

import { readFileSync } from "node:fs";
import { mount, STOCK, stockPython } from "./pyodide.mjs";

const order = JSON.parse(process.argv[2]);
const python = await stockPython();
mount(python, order.source, "/source");
mount(python, order.modules, "/modules");
mount(python, order.made, "/made");
mount(python, STOCK, "/stock");
python.FS.writeFile("/packing/msgspec.whl", readFileSync(order.msgspec));
python.FS.writeFile("/packing/pack.py", readFileSync(new URL("in_pyodide/pack.py", import.meta.url)));
python.FS.writeFile("/packing/stdlib.txt", readFileSync(new URL("stdlib.txt", import.meta.url)));
python.runPython("import sys; sys.path.insert(0, '/packing')");
python.pyimport("pack").pack(python.toPy(order));
process.exit(0);
