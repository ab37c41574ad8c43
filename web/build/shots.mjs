// Takes screenshots of pages: node web/build/shots.mjs BASE OUT path name [width height] …
import { openBrowser } from "./visit.mjs";

const [base, out, ...shots] = process.argv.slice(2);
const browser = await openBrowser();
for (const shot of shots) {
  const [path, name, size = "1200x800", full = ""] = shot.split("|");
  const [width, height] = size.split("x").map(Number);
  const page = await browser.newPage({ viewport: { width, height } });
  page.on("console", (m) => ["error", "warning"].includes(m.type()) && console.log(name, m.type(), m.text()));
  page.on("pageerror", (e) => console.log(name, "error", e.message));
  await page.goto(base + path);
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${out}/${name}.png`, fullPage: full === "full" });
  await page.close();
}
await browser.close();
