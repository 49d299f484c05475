// @ts-check
// The shell: it stays while Domik's pages come and go in its frame, and has the worker in which Python answers them.
import { Friends } from "./friend.js";
import { listenForQuestion, showReady } from "./ready.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @type {{ root: string, words: Record<string, Record<string, string>>, size: number }} */
const facts = JSON.parse($("facts").textContent || "");
const { root } = facts;
const frame = /** @type {HTMLIFrameElement} */ ($("page"));
const language = chosenLanguage();
const words = facts.words[language];
const SLOW = 10_000; // milliseconds without progress
const LOCK = `domik${root}`; // whoever has it has the data

/** Times of the start, for whoever measures it. @type {Record<string, number>} */
const marks = {};
Object.assign(window, { marks });

function chosenLanguage() {
  const wanted = [localStorageItem("domik.language"), ...navigator.languages].map((one) => (one || "").slice(0, 2));
  return wanted.find((one) => one in facts.words) || "en";
}

/** @param {string} name */
function localStorageItem(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // the browser keeps nothing
  }
}

/** @param {string} name */
function mark(name) {
  marks[name] ??= Math.round(performance.now());
}

// ---- what is said before there is a page ----

/**
 * @param {string} title
 * @param {string} [lead]
 */
function say(title, lead = "") {
  $("title").textContent = title;
  $("lead").textContent = lead;
}

/** @param {string} text */
function stop(text) {
  $("bar").hidden = $("tip").hidden = true;
  $("megabytes").textContent = "";
  say(text);
  $("start").hidden = false;
  frame.hidden = true;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let slowly;

/** @param {number} part of everything that has come, from 0 to 1 */
function showProgress(part) {
  clearTimeout(slowly);
  slowly = setTimeout(() => ($("lead").textContent = words.slow), SLOW);
  const bar = /** @type {HTMLProgressElement} */ ($("bar"));
  bar.hidden = $("tip").hidden = false;
  bar.value = part;
  $("megabytes").textContent = words.megabytes
    .replace("{done}", megabytes(part * facts.size))
    .replace("{all}", megabytes(facts.size));
}

/** @param {number} bytes */
function megabytes(bytes) {
  return (bytes / 1e6).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** What this browser lacks; empty where it has all that is needed. */
function missing() {
  if (typeof WebAssembly !== "object") return "WebAssembly";
  if (typeof Worker !== "function") return "Web Workers";
  if (!navigator.serviceWorker) return "Service Workers";
  return navigator.locks ? "" : "Web Locks";
}

// ---- Python ----

/** @type {Worker | undefined} */
let python;
/** @type {Map<number, DomikSocket>} */
const sockets = new Map();
let dialled = 0;

/** Friends nearby, where the browser can reach them. */
const friends =
  "RTCPeerConnection" in window && "BroadcastChannel" in window
    ? new Friends({
        root,
        words,
        python: () => python,
        socket: (number) => sockets.get(number),
        go: (path) => frame.contentWindow?.location.assign(path),
        notify: (text) => {
          notify(text, false, words.friend_close);
          $("notice").hidden = !text;
        },
      })
    : null;
Object.assign(window, { domikFriends: friends });

/**
 * Who answers for an address: a friend's page, or this one's Python.
 * @param {string} url
 */
const answering = (url) => friends?.lineFor(url) || python;

/** A page's WebSocket: a line to Python. */
class DomikSocket extends EventTarget {
  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    /** @type {number} */
    this.readyState = WebSocket.CONNECTING;
    this.binaryType = "arraybuffer";
    this.number = ++dialled;
    sockets.set(this.number, this);
    const { cookie } = document;
    this.line = answering(url);
    this.line?.postMessage({ kind: "dial", number: this.number, url, cookies: cookie, language: navigator.language });
  }

  /** @param {string} text */
  send(text) {
    this.line?.postMessage({ kind: "say", number: this.number, text });
  }

  close(code = 1000) {
    if (this.readyState >= WebSocket.CLOSING) return;
    this.line?.postMessage({ kind: "hang", number: this.number });
    this.#end(code);
  }

  /**
   * @param {string} type
   * @param {any} data
   * @param {number} code
   */
  hear(type, data, code) {
    if (type === "accept") {
      this.readyState = WebSocket.OPEN;
      this.#fire(new Event("open"));
    } else if (type === "send") {
      this.#fire(new MessageEvent("message", { data: typeof data === "string" ? data : data.buffer }));
    } else this.#end(code);
  }

  /** @param {number} code */
  #end(code) {
    this.readyState = WebSocket.CLOSED;
    sockets.delete(this.number);
    this.#fire(new CloseEvent("close", { code }));
  }

  /** @param {Event} event */
  #fire(event) {
    /** @type {any} */ (this)[`on${event.type}`]?.(event);
    this.dispatchEvent(event);
  }
}
Object.assign(window, { DomikSocket });

/** @returns {Promise<{ isKept: boolean }>} */
function startPython() {
  return new Promise((resolve, reject) => {
    python = new Worker(`${root}/python.js?root=${encodeURIComponent(root)}`, { type: "module" });
    python.onerror = (event) => reject(new Error(event.message));
    python.onmessage = ({ data }) => {
      if (data.kind === "step") mark(data.step);
      else if (friends?.hear(data)) return;
      else if (data.kind === "socket") sockets.get(data.number)?.hear(data.type, data.data, data.code);
      else if (data.kind === "open") resolve(data);
      else if (data.kind === "failed") reject(new Error(data.text));
      else if (data.kind === "error") console.error(data.text);
    };
  });
}

// ---- the frame ----

let isFirstVisit = false;

/** @param {boolean} isKept */
function showPage(isKept) {
  frame.onload = () => {
    const shown = frame.contentDocument;
    const at = frame.contentWindow?.location;
    if (!shown || !at || at.protocol === "about:") return;
    mark("shown");
    document.title = shown.title;
    document.documentElement.lang = shown.documentElement.lang;
    history.replaceState(null, "", at.pathname + at.search + at.hash);
    rememberLanguage(shown.documentElement.lang);
    reveal(isKept);
  };
  const { href } = location;
  frame.contentWindow?.location.replace(/\/(index|404)\.html/.test(href) ? `${root}/` : href);
}

/**
 * On the first visit the page waits below the screen that says what there is, until the visitor goes on.
 * @param {boolean} isKept
 */
async function reveal(isKept) {
  frame.hidden = false;
  if (isFirstVisit) {
    isFirstVisit = false;
    frame.inert = true;
    await showReady(words, megabytes(facts.size), isKept);
    frame.inert = false;
  }
  $("start").hidden = true;
  frame.contentWindow?.focus();
}

/** @param {string} shown */
function rememberLanguage(shown) {
  try {
    localStorage.setItem("domik.language", shown);
  } catch {
    // the browser keeps nothing
  }
}

// ---- the service worker: files from its cache, requests of the frame, new editions ----

/** @param {string} text */
function notify(text, hasChoices = false, dismiss = words.later) {
  $("notice-text").textContent = text;
  $("later").textContent = dismiss;
  $("renew").textContent = words.renew;
  $("renew").hidden = !hasChoices;
  $("notice").hidden = false;
}

/** @param {ServiceWorker} fresh */
function offerRenewal(fresh) {
  notify(words.new, true);
  $("renew").onclick = () => fresh.postMessage("renew");
}

/** @param {ServiceWorkerRegistration} registration */
function watchForNew(registration) {
  registration.addEventListener("updatefound", () => {
    const fresh = registration.installing;
    fresh?.addEventListener("statechange", () => {
      if (fresh.state === "installed" && navigator.serviceWorker.controller) offerRenewal(fresh);
    });
  });
}

function listenToServiceWorker() {
  navigator.serviceWorker.onmessage = ({ data, ports }) => {
    if (data.kind === "progress" && data.isFirst) showProgress(data.part);
    if (data.kind !== "fetch") return;
    const line = answering(data.url);
    if (line) line.postMessage({ ...data, cookies: document.cookie, port: ports[0] }, [ports[0]]);
    else ports[0].postMessage({ kind: "nobody" });
  };
  navigator.serviceWorker.startMessages();
}

async function startServiceWorker() {
  const workers = navigator.serviceWorker;
  const hadOne = Boolean(workers.controller);
  listenToServiceWorker();
  const registration = await workers.register(`${root}/sw.js`, { scope: `${root}/` });
  isFirstVisit = !registration.active;
  watchForNew(registration);
  const isControlled = new Promise((resolve) => workers.addEventListener("controllerchange", resolve, { once: true }));
  if (hadOne && registration.waiting) registration.waiting.postMessage("renew"); // "later" was: at the next start
  if (hadOne) isControlled.then(() => location.reload());
  await workers.ready;
  if (workers.controller) return;
  registration.active?.postMessage("claim"); // a page that was reloaded by force is its own master otherwise
  await isControlled;
}

// ---- the start ----

async function open() {
  try {
    say(words.opening);
    clearTimeout(slowly);
    const { isKept } = await startPython();
    mark("open");
    showPage(isKept);
    if (!isKept) notify(words.not_kept);
  } catch (error) {
    console.error(error);
    stop(words.failed);
  }
}

async function isOpenElsewhere() {
  const { held } = await navigator.locks.query();
  return Boolean(held?.some((one) => one.name === LOCK));
}

async function start() {
  document.documentElement.lang = language;
  /** @type {HTMLLinkElement} */ ($("manifest")).href = `${root}/manifest-${language}.webmanifest`;
  $("tip").textContent = words.tip;
  $("later").onclick = () => ($("notice").hidden = true);
  const lacking = missing();
  if (lacking) return stop(words.unsupported.replace("{what}", lacking));
  if (!navigator.serviceWorker.controller) listenForQuestion();
  say(
    navigator.serviceWorker.controller ? words.opening : words.packing,
    navigator.serviceWorker.controller ? "" : words.once,
  );
  try {
    await startServiceWorker();
  } catch (error) {
    console.error(error);
    return stop(words.failed);
  }
  mark("files");
  return hold(friends?.code() || "");
}

/**
 * Take the data, and open.
 * @param {string} code of a friend, who is waiting for an answer
 */
async function hold(code) {
  if (code && (await isOpenElsewhere())) {
    friends?.pass(code);
    return say(words.friend_handed);
  }
  if (code) isFirstVisit = false; // first the friend, then what else there is
  const waits = setTimeout(() => say(words.elsewhere), 500);
  await navigator.locks.request(LOCK, async () => {
    clearTimeout(waits);
    await open();
    friends?.take(code);
    await new Promise(() => {}); // the lock is held as long as this page is open
  });
}

start();

export {};
