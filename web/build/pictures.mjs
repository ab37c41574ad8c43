// Draws the pictures in web/public anew: icons from icon.svg, previews of links from the games' cards, screenshots for
// whoever is about to install the app. `make pictures`; look at them.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createServer } from "vite";
import { openBrowser, openServer, ROOT } from "./visit.mjs";

const PUBLIC = join(ROOT, "web/public");
const SVG = readFileSync(join(PUBLIC, "icon.svg"), "utf8");
const FELT = "#2f6b4a"; // of the icon
// A masked icon may be cut to a circle: all that matters stays within the middle 80 %. iOS wants no transparent corners.
const ICONS = [
  { name: "icon-192", size: 192 },
  { name: "icon-512", size: 512 },
  { name: "maskable-192", size: 192, share: 0.8, background: FELT },
  { name: "maskable-512", size: 512, share: 0.8, background: FELT },
  { name: "apple-touch-icon", size: 180, share: 1, background: FELT },
];
const SCREENS = { wide: [1280, 720], narrow: [412, 732] };

const [browser, server] = await Promise.all([openBrowser(), openServer()]);
const gallery = await createServer({ configFile: join(ROOT, "vite.config.ts"), logLevel: "error", server: { port: 0 } });
await gallery.listen();
for (const folder of ["icons", "previews", "screens"]) mkdirSync(join(PUBLIC, folder), { recursive: true });

for (const { name, size, share = 1, background = "transparent" } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>html{background:${background}}body{margin:0;display:grid;place-items:center;height:100vh}svg{width:${share * 100}vw}</style>${SVG}`);
  await page.screenshot({ path: join(PUBLIC, `icons/${name}.png`), omitBackground: true });
  await page.close();
}

const { games } = await (await fetch(`${server.url}/api/house`)).json();
const preview = await browser.newPage({ viewport: { width: 1200, height: 630 } });
for (const game of ["", ...games.map(({ id }) => id)]) {
  await preview.goto(`http://localhost:${gallery.httpServer.address().port}/gallery/preview.html?game=${game}`, { waitUntil: "networkidle" });
  await preview.screenshot({ path: join(PUBLIC, `previews/${game || "house"}.jpg`), type: "jpeg", quality: 72 });
}

for (const [name, [width, height]] of Object.entries(SCREENS)) {
  const page = await browser.newPage({ viewport: { width, height }, locale: "cs-CZ" });
  await page.goto(server.url, { waitUntil: "networkidle" });
  await page.screenshot({ path: join(PUBLIC, `screens/${name}.jpg`), type: "jpeg", quality: 72 });
}
await browser.close();
await gallery.close();
server.close();
