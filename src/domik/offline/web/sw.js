// @ts-check
// The service worker of Domik without a server: files of the edition come from the cache by their hash, everything
// else is answered by the Python in whichever window has it.
const root = "@ROOT@";
const edition = "@EDITION@";
/** @type {Record<string, string>} */
const files = JSON.parse("@FILES@");
const size = Number("@SIZE@"); // of all files, in bytes
const HASH = "x-domik-hash";
const ours = `domik${root}:`; // other Domiks may lie under other paths of this host
const made = `${edition}-made`; // style sheets, scripts and pictures that Python has answered once
const PARTS = ["font", "image", "script", "style"]; // of pages; of them, what may be kept for ever is
const PATIENCE = 120_000; // milliseconds for one answer

/** @type {any} */
const worker = self;

// ---- a new edition: only what has changed is fetched ----

/**
 * @param {string} key
 * @param {string} hash
 */
async function alreadyHere(key, hash) {
  for (const name of await caches.keys()) {
    const found = await (await caches.open(name)).match(key);
    if (found?.headers.get(HASH) === hash) return found;
  }
  return null;
}

/**
 * @param {string} name
 * @param {string} hash
 */
async function fetchFile(name, hash) {
  const key = `${root}/${name}`;
  const kept = await alreadyHere(key, hash);
  const found = kept || (await fetch(key, { cache: "no-cache" }));
  if (!found.ok || !found.body) throw new Error(`${key}: ${found.status}`);
  const counted = found.body.pipeThrough(new TransformStream({ transform: count }));
  const data = await new Response(counted).arrayBuffer();
  // A host that is just being given a new edition may send an old file; to pages some hosts add something of their own
  if (!kept && !name.endsWith(".html") && (await digest(data)) !== hash) throw new Error(`${key}: another edition`);
  const headers = new Headers({ "content-type": found.headers.get("content-type") || "", [HASH]: hash });
  await (await caches.open(edition)).put(key, new Response(data, { headers }));
}

/**
 * As domik pack writes it.
 * @param {ArrayBuffer} data
 */
async function digest(data) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", data)).slice(0, 6);
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

let fetched = 0;
let toldAt = 0;

/**
 * @param {Uint8Array} chunk
 * @param {TransformStreamDefaultController} out
 */
async function count(chunk, out) {
  out.enqueue(chunk);
  fetched += chunk.length;
  if (performance.now() - toldAt < 100) return;
  toldAt = performance.now();
  const part = Math.min(1, fetched / size);
  for (const window of await worker.clients.matchAll({ type: "window", includeUncontrolled: true }))
    window.postMessage({ kind: "progress", part, isFirst: !worker.registration.active });
}

async function install() {
  await Promise.all(Object.entries(files).map(([name, hash]) => fetchFile(name, hash)));
  if (!worker.registration.active) await worker.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys())
    if (name.startsWith(ours) && ![edition, made].includes(name)) await caches.delete(name);
  await worker.clients.claim();
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "renew") worker.skipWaiting();
  else if (event.data === "claim") worker.clients.claim();
  else if (event.data === "edition") event.ports[0].postMessage(edition);
});

// ---- requests ----

/**
 * Ask one window; null where it has no Python.
 * @param {any} window
 * @param {any} asked
 */
function askWindow(window, asked) {
  const line = new MessageChannel();
  return new Promise((resolve) => {
    line.port1.onmessage = ({ data }) => resolve(data.kind === "answer" ? data : null);
    setTimeout(() => resolve(null), PATIENCE);
    window.postMessage(asked, [line.port2]);
  });
}

/** @param {Request} request */
async function askPython(request) {
  const body = request.method === "GET" ? null : await request.arrayBuffer();
  const asked = { kind: "fetch", method: request.method, url: request.url, headers: [...request.headers], body };
  for (const window of await worker.clients.matchAll({ type: "window", includeUncontrolled: true })) {
    const found = window.frameType === "top-level" ? await askWindow(window, asked) : null;
    if (found) return found;
  }
  return { status: 503, headers: [["content-type", "text/plain"]], body: "Domik is not open in any window." };
}

/**
 * @param {Request} request
 * @param {URL} url
 */
async function respond(request, url) {
  const isPart = PARTS.includes(request.destination) || url.pathname.startsWith(`${root}/static/`);
  const kept = isPart && (await (await caches.open(made)).match(request.url));
  if (kept) return kept;
  const { status, headers, body } = await askPython(request);
  const given = new Headers(headers);
  const location = given.get("location");
  if (status >= 300 && status < 400 && location) return Response.redirect(new URL(location, url).href, status);
  const response = new Response([204, 304].includes(status) ? null : body, { status, headers: given });
  if (isPart && isForEver(given)) await (await caches.open(made)).put(request.url, response.clone());
  return response;
}

/** @param {Headers} headers */
const isForEver = (headers) => (headers.get("cache-control") || "").includes("immutable");

/**
 * A file that was shared with the installed Domik waits for the page "my things".
 * @param {Request} request
 */
async function takeShared(request) {
  const shared = (await request.formData()).get("file");
  if (shared instanceof Blob) await (await caches.open("domik-shared")).put(`${root}/share`, new Response(shared));
  return Response.redirect(`${root}/me/things?shared=1`, 303);
}

/** @param {string} name */
async function file(name) {
  return (await (await caches.open(edition)).match(`${root}/${name}`)) || fetch(`${root}/${name}`);
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  const name = url.pathname.slice(root.length + 1);
  if (url.origin !== location.origin || !url.pathname.startsWith(`${root}/`)) return;
  if (request.method === "POST" && name === "share") event.respondWith(takeShared(request));
  else if (request.mode === "navigate" && request.destination === "document") event.respondWith(file("index.html"));
  else if (name in files) event.respondWith(file(name));
  else event.respondWith(respond(request, url));
});
