// What the first visit loads, compressed: node web/build/size.mjs (after npm run build)
import { readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("../../src/kartarna/server/web/dist/", import.meta.url);
const html = readFileSync(new URL("index.html", dist), "utf8");
const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => match[1]);
const pictures = readdirSync(new URL("assets", dist)).filter((file) => /-cards-.*\.js$/.test(file)).map((file) => `assets/${file}`);

let total = 0;
for (const file of ["index.html", ...new Set([...named, ...pictures])]) {
  const bytes = gzipSync(readFileSync(new URL(file, dist))).length;
  total += bytes;
  console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`);
}
console.log(`${(total / 1000).toFixed(1).padStart(7)} kB  in all`);
