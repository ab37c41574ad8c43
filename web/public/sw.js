// The service worker: what was once loaded works offline. Of the server's data only the examples in the rules are kept.
const LOADED = "kartarna-1"; // what was loaded by and by
const KEPT = "kartarna-kept-"; // and the version: an app that was kept as a whole (web/local/keep.ts)
const BASE = new URL("./", self.location.href).pathname;
const PATIENCE = 3000; // milliseconds for a network that may carry nothing, where all is kept
const EXAMPLES = /^api\/games\/\w+\/examples$/;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  const isOld = (name) => name !== LOADED && !name.startsWith(KEPT);
  const old = caches.keys().then((names) => names.filter(isOld).map((name) => caches.delete(name)));
  event.waitUntil(old.then((deleted) => Promise.all(deleted)).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin || !url.pathname.startsWith(BASE)) return;
  const path = url.pathname.slice(BASE.length);
  if ((path.startsWith("api/") && !EXAMPLES.test(path)) || path === "metrics" || path === "files.json") return;
  if (path.startsWith("assets/")) event.respondWith(keptFirst(event.request, true));
  else if (path.startsWith("local/")) event.respondWith(keptFirst(event.request, false));
  else event.respondWith(freshFirst(event.request));
});

/** Files with a hash in their name, or in their folder's, never change. */
async function keptFirst(request, keeping) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && keeping) await store(request, answer);
  return answer;
}

async function store(key, answer) {
  try {
    await (await caches.open(LOADED)).put(key, answer.clone());
  } catch {
    // there is no room for it; it is shown all the same
  }
}

/** Every page of the app is the same document; those of the documentation are not. The newest, or what was kept whole. */
async function freshFirst(request) {
  const app = request.mode === "navigate" && !new URL(request.url).pathname.startsWith(`${BASE}docs`);
  const key = app ? BASE : request;
  const kept = await whole(key);
  try {
    return await (kept ? Promise.race([fresh(request, key), later(kept)]) : fresh(request, key));
  } catch (error) {
    const found = kept ?? (await (await caches.open(LOADED)).match(key));
    if (found) return found;
    throw error;
  }
}

async function fresh(request, key) {
  const answer = await fetch(request);
  if (answer.ok) await store(key, answer);
  return answer;
}

function later(answer) {
  return new Promise((come) => setTimeout(() => come(answer), PATIENCE));
}

async function whole(key) {
  for (const name of await caches.keys()) {
    const kept = name.startsWith(KEPT) && (await (await caches.open(name)).match(key));
    if (kept) return kept;
  }
  return undefined;
}

/** The page names what should work offline before anybody opens it: rules and score pad. */
self.addEventListener("message", (event) => {
  if (!Array.isArray(event.data)) return;
  event.waitUntil(caches.open(LOADED).then((cache) => Promise.allSettled(event.data.map((url) => keep(cache, url)))));
});

async function keep(cache, url) {
  if (new URL(url, self.location.href).origin === self.location.origin && !(await caches.match(url))) await cache.add(url);
}
