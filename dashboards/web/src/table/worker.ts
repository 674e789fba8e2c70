// What a secure origin allows more (level 1): the service worker, storage that the browser does not
// throw away, a screen that stays on. On plain HTTP none of it is there and the page works without.

/** startWorker registers the service worker and tells it what this page is made of. */
export async function startWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(workerURL() as string, { scope: "/t/" });
    const ready = await navigator.serviceWorker.ready;
    ready.active?.postMessage({ keep: [location.href.split("#")[0], ...assets()] });
  } catch (err) {
    console.warn("no service worker", err);
  }
}

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(s: string): string }): { createScriptURL(s: string): unknown };
}

// workerURL passes the one address of a script that this page may load through Trusted Types.
function workerURL(): unknown {
  const types = (globalThis as unknown as { trustedTypes?: Policies }).trustedTypes;
  if (!types) return "/sw.js";
  const policy = types.createPolicy("muster", {
    createScriptURL(s) {
      if (s !== "/sw.js") throw new TypeError(`no script may be loaded from ${s}`);
      return s;
    },
  });
  return policy.createScriptURL("/sw.js");
}

// assets lists the scripts, styles and fonts that this page has loaded, or will load.
function assets(): string[] {
  const tags = [...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>("script[src], link[href]")];
  const named = tags.map((e) => ("src" in e ? e.src : e.href));
  const later = [document.querySelector<HTMLElement>("muster-table")?.dataset["proof"] ?? []].flat(); // loaded once the page runs
  const loaded = performance.getEntriesByType("resource").map((e) => e.name);
  return [...new Set([...named, ...later, ...loaded])].filter((u) => new URL(u, location.href).pathname.startsWith("/assets/"));
}

/** keepAwake keeps the screen on while the page is visible, and keeps the storage. */
export function keepAwake(): void {
  void navigator.storage?.persist?.().catch(() => false);
  if (!("wakeLock" in navigator)) return;
  const ask = () => {
    if (!document.hidden) void navigator.wakeLock.request("screen").catch(() => undefined);
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
