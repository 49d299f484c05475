// @ts-check
// The service worker of a server's pages. Pages that were seen, and the first ones of lessons, rules and puzzles, open
// without a connection; it takes files that are shared with Domik; and it shows what the server pushes.
const VERSION = "@VERSION@";
const CACHE = `domik-pages-${VERSION}`;
const SHARED = "domik-shared"; // a file that waits for the page "my things"
const KEPT = /^\/($|learn|puzzles|companion|g\/\w+\/rules|static\/)/; // what opens without a connection
const FILE = /^\/static\/|^\/puzzles\/.*\.svg$/; // with its version in its name
const FORGETTING = /^\/(forget|me\/device|key)$/; // after these, pages speak of somebody else
const LOOSELY = { ignoreVary: true }; // there is one person and one browser
const FILES = /(?:href|src)="([^"]*\/static\/[^"]+)"/g;

// Its scope is not the page's that the type checker knows
const serviceWorker = /** @type {any} */ (globalThis);
const rootPath = serviceWorker.registration.scope.replace(/\/$/, "").replace(location.origin, "");

/** @param {string} path */
const url = (path) => `${location.origin}${rootPath}${path}`;
const FIRST = [url("/away"), url("/"), url("/learn"), url("/puzzles")];

// ---- pages without a connection ----

/**
 * Keep a page and the files that it names.
 * @param {Cache} cache
 * @param {string} address
 */
async function keepPage(cache, address) {
  const page = await fetch(address);
  if (!page.ok) return;
  await cache.put(address, page.clone());
  const names = [...(await page.text()).matchAll(FILES)].map(([, name]) => new URL(name, location.origin).href);
  await Promise.allSettled(names.map(async (name) => (await cache.match(name, LOOSELY)) || cache.add(name)));
}

async function install() {
  const cache = await caches.open(CACHE);
  for (const page of FIRST) await keepPage(cache, page).catch(() => {}); // what is missing is kept when it is seen
  await serviceWorker.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys())
    if (name.startsWith("domik-pages-") && name !== CACHE) await caches.delete(name);
  await serviceWorker.clients.claim();
}

/**
 * As it was last seen, or a page that says what is still there.
 * @param {Cache} cache
 * @param {Request} request
 */
async function answerAlone(cache, request) {
  const seen = await cache.match(request, LOOSELY);
  if (seen) return seen;
  return request.mode === "navigate" ? cache.match(url("/away"), LOOSELY) : undefined;
}

/**
 * Files from the cache, pages from the server as long as there is a connection.
 * @param {Request} request
 * @param {string} path
 */
async function answer(request, path) {
  const cache = await caches.open(CACHE);
  const isFile = FILE.test(path);
  const known = isFile && (await cache.match(request, LOOSELY));
  if (known) return known;
  try {
    const fresh = await fetch(request);
    if (fresh.ok && KEPT.test(path)) await cache.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const found = await answerAlone(cache, request);
    if (found) return found;
    throw error;
  }
}

/** @param {Request} request */
async function takeShared(request) {
  const file = (await request.formData()).get("file");
  if (file instanceof Blob) await (await caches.open(SHARED)).put(url("/share"), new Response(file));
  return Response.redirect(url("/me/things?shared=1"), 303);
}

serviceWorker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
serviceWorker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
serviceWorker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || !pathname.startsWith(`${rootPath}/`)) return;
  const path = pathname.slice(rootPath.length);
  if (request.method === "POST") {
    if (pathname === new URL(url("/share")).pathname) event.respondWith(takeShared(request));
    else if (FORGETTING.test(path)) event.waitUntil(caches.delete(CACHE));
  } else if (request.mode === "navigate" || FILE.test(path)) event.respondWith(answer(request, path));
});

// ---- notices ----

/** @param {string} path */
async function openPath(path) {
  /** @type {any[]} */
  const open = await serviceWorker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = open.find((one) => one.url.split(/[?#]/)[0] === url(path));
  return shown ? shown.focus() : serviceWorker.clients.openWindow(url(path));
}

serviceWorker.addEventListener("push", (/** @type {any} */ event) => {
  const { title, body, path } = event.data.json();
  event.waitUntil(serviceWorker.registration.showNotification(title, { body, tag: path, data: { path } }));
});

serviceWorker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openPath(event.notification.data.path));
});
