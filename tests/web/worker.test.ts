import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Asked {
  request: { method: string; url: string; mode: string };
  respondWith: (answer: Promise<unknown>) => void;
}

const ORIGIN = "http://localhost";

/** The keys under which the service worker keeps what is fetched from these addresses; `full`: there is no room. */
async function kept(paths: string[], full = false): Promise<unknown[]> {
  const keys: unknown[] = [];
  const put = (key: unknown): Promise<unknown> => (full ? Promise.reject(new DOMException("no room", "QuotaExceededError")) : Promise.resolve(keys.push(key)));
  const heard = new Map<string, (event: Asked) => void>();
  const self = { location: { origin: ORIGIN, href: `${ORIGIN}/sw.js` }, addEventListener: (name: string, hear: (event: Asked) => void) => heard.set(name, hear) };
  const cache = { put, match: () => Promise.resolve(undefined) };
  const caches = { open: () => Promise.resolve(cache), match: cache.match, keys: () => Promise.resolve([]) };
  const fetched = (): Promise<unknown> => Promise.resolve({ ok: true, clone: () => "" });
  new Function("self", "caches", "fetch", readFileSync("web/public/sw.js", "utf-8"))(self, caches, fetched);
  for (const path of paths) {
    const request = { method: "GET", url: ORIGIN + path, mode: "navigate" };
    let answer: Promise<unknown> = Promise.resolve();
    heard.get("fetch")?.({ request, respondWith: (given) => void (answer = given) });
    await answer;
  }
  return keys.map((key) => (typeof key === "string" ? key : (key as Asked["request"]).url.slice(ORIGIN.length)));
}

test("every page of the app is kept as one, every page of the documentation as itself", async () => {
  expect(await kept(["/rules/gap", "/docs/server.html", "/t/table"])).toEqual(["/", "/docs/server.html", "/"]);
});

test("what the server says is not kept", async () => {
  expect(await kept(["/api/health", "/metrics"])).toEqual([]);
});

test("what there is no room for is shown all the same", async () => {
  expect(await kept(["/rules/gap", "/assets/index-1234.js"], true)).toEqual([]); // each of them was answered
});
