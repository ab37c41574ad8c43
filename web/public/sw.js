// The service worker: what was once loaded works offline. Pages and data of the server are never kept.
const KEPT = "kartarna-1";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  event.waitUntil(old.then((deleted) => Promise.all(deleted)).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/api/") || url.pathname === "/metrics") return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(keptFirst(event.request));
  else event.respondWith(freshFirst(event.request));
});

/** Files with a hash in their name never change. */
async function keptFirst(request) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** Every page of the app is the same document; the newest one if there is a connection. */
async function freshFirst(request) {
  const cache = await caches.open(KEPT);
  const key = request.mode === "navigate" ? "/" : request;
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(key, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}

/** The page names what should work offline before anybody opens it: rules and score pad. */
self.addEventListener("message", (event) => {
  if (!Array.isArray(event.data)) return;
  event.waitUntil(caches.open(KEPT).then((cache) => Promise.allSettled(event.data.map((url) => keep(cache, url)))));
});

async function keep(cache, url) {
  if (new URL(url, self.location.href).origin === self.location.origin && !(await cache.match(url))) await cache.add(url);
}
