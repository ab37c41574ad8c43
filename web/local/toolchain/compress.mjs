/** node compress.mjs FOLDER KEPT: a `.br` beside every file, for servers that have no brotli; tells all sizes as JSON.

The large ones take long and hardly ever change, so all are kept in the folder KEPT, by their hash. */

import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const [folder, kept] = process.argv.slice(2);
const compress = promisify(brotliCompress);

async function compressed(name) {
  const file = readFileSync(join(folder, name));
  const known = join(kept, createHash("sha256").update(file).digest("hex"));
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: file.length };
  if (!existsSync(known)) writeFileSync(known, await compress(file, { params }));
  copyFileSync(known, join(folder, `${name}.br`));
  return [name, { bytes: file.length, brotli: statSync(known).size }];
}

mkdirSync(kept, { recursive: true });
const sizes = await Promise.all(readdirSync(folder).sort().map(compressed));
console.log(JSON.stringify(Object.fromEntries(sizes)));
