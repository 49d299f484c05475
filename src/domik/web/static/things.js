// @ts-check
// My things: the file that is saved, the file that is brought in, and the browser's promise to keep what it has.
import { byId, closest, find, findId, get, url } from "./dom.js";

const isAlone = "alone" in document.documentElement.dataset;
const input = /** @type {HTMLInputElement} */ (byId("file"));
const found = /** @type {HTMLDialogElement} */ (byId("found"));
const failed = byId("failed");
/** @type {Blob | null} */
let chosen = null;

// ---- out: without a server no download reaches the worker that answers, so the file is made here ----

/** @param {Event} event */
async function saveHere(event) {
  event.preventDefault();
  const link = /** @type {HTMLAnchorElement} */ (byId("save"));
  const data = await (await fetch(link.href)).blob();
  const address = URL.createObjectURL(data);
  const made = Object.assign(document.createElement("a"), { href: address, download: link.download });
  made.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

// ---- in: first what is in the file, then, after a yes, all of it ----

/** @param {string} address */
async function send(address) {
  const headers = { "content-type": "application/octet-stream" };
  return fetch(address, { method: "POST", headers, body: chosen });
}

function fail() {
  failed.textContent = failed.dataset.failed || "";
  failed.hidden = false;
}

/** @param {Blob} file */
async function look(file) {
  chosen = file;
  failed.hidden = true;
  try {
    found.innerHTML = await (await send(url("/me/things/look"))).text();
    const day = /** @type {HTMLTimeElement | null} */ (find("time", found));
    if (day) day.textContent = new Date(Number(day.dateTime)).toLocaleDateString(document.documentElement.lang);
    found.showModal();
  } catch {
    fail();
  }
}

async function add() {
  get("[data-add]", found).setAttribute("disabled", "");
  try {
    const answer = await send(url("/me/things/add"));
    if (!answer.ok) throw new Error(String(answer.status));
    location.assign(answer.url);
  } catch {
    found.close();
    fail();
  }
}

/** A file that was shared with the installed Domik waits in the service worker's cache. */
async function takeShared() {
  if (!new URLSearchParams(location.search).has("shared")) return;
  history.replaceState(null, "", location.pathname);
  const shared = await caches.match(url("/share"), { cacheName: "domik-shared" });
  await caches.delete("domik-shared");
  if (shared) look(await shared.blob());
  else fail();
}

// ---- the promise ----

async function showPromise() {
  const isKept = (await navigator.storage?.persisted?.()) ?? false;
  byId("promised").hidden = !isKept;
  byId("ask-promise").hidden = isKept || !navigator.storage?.persist;
}

async function askPromise() {
  await navigator.storage.persist();
  await showPromise();
  byId("no-promise").hidden = byId("ask-promise").hidden;
}

input.addEventListener("change", () => {
  const [file] = input.files || [];
  if (file) look(file);
  input.value = ""; // so that the same file can be chosen once more
});
byId("choose").addEventListener("click", () => input.click());
byId("choose").removeAttribute("disabled");
found.addEventListener("click", (event) => {
  if (closest(event, "[data-close]")) found.close();
  if (closest(event, "[data-add]")) add();
});
if (isAlone) byId("save").addEventListener("click", saveHere);
if (findId("promise")) {
  byId("promise").addEventListener("click", askPromise);
  showPromise();
}
takeShared();
