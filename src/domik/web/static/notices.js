// @ts-check
// What tells of the time and of one's turn: clocks, absences, the title, a sound, a notification. And the switches.
import { all, allInputs, byId, find, make, readStored, store, url } from "./dom.js";
import { facts, id, table, words } from "./state.js";

const LONG_WAIT = 3000; // milliseconds after which one's turn is worth a sound though one looks
const MINUTE = 60_000;
const DAY = 86_400; // seconds
const TICK = 250; // milliseconds
const TOAST = 2600;
const title = document.title;
let clocksAt = 0;
let awayAt = 0;
let waitsSince = performance.now();

const loadSounds = () => import("./sound.js"); // with the first of them

/**
 * A short word that goes away by itself.
 * @param {string} text
 */
export function toast(text) {
  const note = make("div", "toast", text);
  note.setAttribute("role", "status");
  table.append(note);
  setTimeout(() => note.remove(), TOAST);
}

/**
 * Play a sound, if the reader wants it.
 * @param {import("./sound.js").SoundName} name
 */
export async function playSound(name) {
  (await loadSounds()).playSound(name);
}

// ---- one's turn ----

/** Call the reader, who looks at something else or has waited a while. */
export function callToTurn() {
  if (!document.hasFocus() || performance.now() - waitsSince > LONG_WAIT) playSound("turn");
  if (document.hasFocus()) return;
  if (readStored("notify") !== "1" || window.Notification?.permission !== "granted") return;
  new Notification(title, { body: words.yourTurn, tag: id, icon: url("/static/domik.svg") });
}

/** The title says whose turn it is. */
export function showTurn() {
  if (!facts.mine) waitsSince = performance.now();
  byId("now").classList.toggle("waits", !facts.mine);
  document.title = facts.mine && !facts.over ? `● ${words.yourTurn} · ${title}` : title;
}

// ---- clocks and absences ----

/**
 * @param {number} milliseconds
 * @returns {string} 1:05, or 2d 3h
 */
export function clockText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds >= DAY) return `${Math.floor(seconds / DAY)}d ${Math.floor((seconds % DAY) / 3600)}h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The clocks were told anew. */
export function setClocks() {
  clocksAt = performance.now();
}

/** The absences were told anew. */
export function setAbsences() {
  awayAt = performance.now();
}

function showClocks() {
  if (!facts.clocks || facts.over) return;
  const [awaited, ...left] = facts.clocks;
  const gone = performance.now() - clocksAt;
  for (const face of all("[data-clock]")) {
    const seat = Number(face.dataset.clock);
    const runs = ((awaited >> seat) & 1) === 1;
    face.textContent = clockText(Math.max(0, left[seat] - (runs ? gone : 0)));
    face.parentElement?.classList.toggle("runs", runs);
  }
}

function showAbsences() {
  for (const sign of all("[data-away]")) {
    const away = facts.away?.[sign.dataset.away || ""];
    if (away === undefined || !sign.lastChild) continue;
    const minutes = Math.floor((away + performance.now() - awayAt) / MINUTE);
    if (minutes > 0) sign.lastChild.textContent = words.awayFor.replace("#", minutes < 100 ? String(minutes) : "99+");
  }
}

// ---- switches in the menu ----

/** @param {HTMLInputElement} box */
async function changeSetting(box) {
  const name = box.dataset.setting || "";
  if (name === "notify" && box.checked) {
    const allowed = "Notification" in window && (await Notification.requestPermission()) === "granted";
    if (!allowed) box.checked = false;
  }
  store(name, box.checked ? "1" : "0");
}

/** Let the clocks run and the switches work. */
export function startNotices() {
  for (const box of allInputs("[data-setting]")) {
    const before = readStored(box.dataset.setting || "");
    if (before !== null) box.checked = before === "1";
    box.addEventListener("change", () => changeSetting(box));
  }
  find(".volumes")?.addEventListener("toggle", async () => (await loadSounds()).startVolumes(), { once: true });
  setInterval(() => {
    showAbsences();
    showClocks();
  }, TICK);
}
