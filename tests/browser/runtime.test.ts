import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { askPython, House } from "./house";
import { ask, bundled, load, start } from "./runtime";

const house = new House();
const LONG = Boolean(process.env["KARTARNA_LONG"]);
const [GAMES, ITERATIONS] = LONG ? [10, 200] : [3, 25];
const LIMIT = LONG ? 3_600_000 : 180_000;
let script = "";

beforeAll(async () => {
  [script] = await Promise.all([bundled(), house.open()]);
});
afterEach(() => house.empty());
afterAll(() => house.close());

test.each([false, true])("rules, snapshots and search are those of the native build, to the bit; interpreted: %s", async (interpreted) => {
  const { page, errors } = await house.visit("/rules");
  await start(page, script);
  expect(await load(page, interpreted)).toMatchObject({ rules: interpreted ? "interpreted" : "compiled", hindrance: "" });
  const told = (await ask(page, { kind: "run", module: "tests.fingerprint", name: "fingerprints", given: [GAMES, ITERATIONS] })) as string[];
  const [native, ...lines] = askPython("tests.fingerprint", String(GAMES), String(ITERATIONS)) as string[];
  expect([native, told[0]]).toEqual(["compiled", interpreted ? "interpreted" : "compiled"]);
  expect(lines.length).toBeGreaterThan(40);
  expect(told.slice(1)).toEqual(lines);
  expect(errors).toEqual([]);
}, LIMIT);

test("while a bot thinks, the house answers and another table plays on", async () => {
  const { page } = await house.visit("/rules");
  await start(page, script);
  await load(page);
  const run = (name: string): Promise<unknown> => ask(page, { kind: "run", module: "tests.local.endless", name, given: [] });
  await run("begin");
  expect(await run("answer")).toBe(1); // it thinks all the while
  await run("leave");
});

test("where the compiled rules do not load, interpreted ones play, and it is told why", async () => {
  const { page } = await house.visit("/rules");
  await page.context().route("**/rules.pack", async (route) => {
    const whole = await (await route.fetch()).body();
    await route.fulfill({ body: whole.fill(0, 10_000) }); // only its index is whole
  });
  await start(page, script);
  const loaded = await load(page);
  expect(loaded.rules).toBe("interpreted");
  expect(loaded.hindrance).toMatch(/Error/);
  const told = (await ask(page, { kind: "run", module: "tests.fingerprint", name: "thoughts", given: ["gap", 3, null, 5] })) as string;
  expect(told).toMatch(/^[0-9a-f]{64}$/);
});

test("a first visit loads nothing of it", async () => {
  const { page } = await house.visit("/rules");
  const asked: string[] = [];
  const fresh = await page.context().browser()?.newPage();
  fresh?.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await fresh?.goto(house.url, { waitUntil: "networkidle" });
  await fresh?.close();
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.filter((path) => path.startsWith("/local/"))).toEqual([]);
});
