// The service worker of the table page (secure origins only): lets the page be reloaded and started
// without a network. It answers page loads and hashed assets, nothing else: never a POST, never a
// stream, never the API.
const CACHE = "muster-table-1";
const PATIENCE_MS = 4000; // a page load that gets no answer by then is served from the cache

const scope = self as unknown as ServiceWorkerGlobalScope;

/** Router is what newer browsers add to the install event: requests that never come here. */
interface Router {
  addRoutes?: (rules: { condition: { not: { requestMethod: string } }; source: "network" }) => Promise<void>;
}

scope.addEventListener("install", (event) => {
  void scope.skipWaiting();
  // What a phone tells goes straight to the network: a report sent while its page is being closed is lost on
  // the way through a worker.
  const routed = (event as ExtendableEvent & Router).addRoutes?.({ condition: { not: { requestMethod: "GET" } }, source: "network" });
  if (routed) event.waitUntil(routed.catch(() => undefined));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(dropOthers().then(() => scope.clients.claim()));
});

scope.addEventListener("message", (event) => {
  const urls = (event.data as { keep?: string[] }).keep;
  if (urls) event.waitUntil(keep(urls));
});

scope.addEventListener("fetch", (event) => {
  const req = event.request;
  const url = new URL(req.url);
  if (req.method !== "GET" || url.origin !== location.origin) return;
  if (req.mode === "navigate" && url.pathname.startsWith("/t/")) event.respondWith(page(req));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(req));
});

async function page(req: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    const res = await fetch(req, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (res.ok && !res.redirected) await cache.put(req.url, res.clone());
    if (res.status < 500) return res;
    return (await cache.match(req.url)) ?? res;
  } catch (err) {
    const kept = await cache.match(req.url);
    if (kept) return kept;
    throw err;
  }
}

async function asset(req: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(req.url);
  if (kept) return kept;
  const res = await fetch(req);
  if (res.ok) await cache.put(req.url, res.clone());
  return res;
}

// keep stores what a page that was loaded before the worker existed needs next time, and drops the
// assets of older builds.
async function keep(urls: string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  const want = new Set(urls.map((u) => new URL(u, location.href).href));
  for (const url of want) {
    if (await cache.match(url)) continue;
    const res = await fetch(url, { credentials: "same-origin" });
    if (res.ok && !res.redirected) await cache.put(url, res);
  }
  for (const req of await cache.keys()) {
    if (new URL(req.url).pathname.startsWith("/assets/") && !want.has(req.url)) await cache.delete(req);
  }
}

async function dropOthers(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith("muster-table-") && name !== CACHE) await caches.delete(name);
  }
}
