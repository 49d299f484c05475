// @ts-check
// Looking for somebody to play with: the page asks every two seconds what became of it.
import { byId, get, url } from "./dom.js";

const EVERY = 2000; // milliseconds
const panel = byId("pairing");
const yes = /** @type {HTMLButtonElement} */ (byId("pair-yes"));

/**
 * What became of a search; `left` are milliseconds, `waited` seconds.
 * @typedef {object} News
 * @property {string} state
 * @property {number} waited
 * @property {string} other
 * @property {string} face
 * @property {string} title
 * @property {number} left
 * @property {boolean} yes
 * @property {string} table
 */

/**
 * @param {number} seconds
 * @returns {string} 1:05
 */
function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {News} news */
function showFound(news) {
  const { found = "", left = "", waits = "" } = panel.dataset;
  byId("other").innerHTML = news.face || "?";
  byId("pair-title").textContent = found.replace("#", news.other).replace("@", news.title);
  byId("pair-text").textContent = news.yes ? waits : left.replace("#", String(Math.ceil(news.left / 1000)));
  yes.hidden = news.yes;
}

/** @param {News} news */
function showLooking(news) {
  byId("other").textContent = "?";
  byId("pair-title").textContent = (panel.dataset.looking || "").replace("#", minutes(news.waited));
  yes.hidden = true;
}

/** @param {News} news */
function show(news) {
  if (news.state === "table") location.assign(url(`/t/${news.table}`));
  else if (news.state === "idle") location.reload();
  else if (news.state === "found") showFound(news);
  else showLooking(news);
  if (news.state === "found" && panel.dataset.state !== "found") yes.focus();
  panel.dataset.state = news.state;
}

/**
 * @param {string} address
 * @param {RequestInit} how
 */
async function ask(address, how = {}) {
  try {
    const answer = await fetch(address, how);
    if (answer.ok) show(await answer.json());
  } catch {
    // the line is down: asked again in a moment
  }
}

if (panel.dataset.state !== "idle") {
  const stay = get("#pair-text").textContent;
  setInterval(() => ask(url("/pairing/news")), EVERY);
  yes.addEventListener("click", () => ask(url("/pairing/yes"), { method: "POST" }));
  ask(url("/pairing/news")).then(() => {
    if (panel.dataset.state === "looking") byId("pair-text").textContent = stay;
  });
}
