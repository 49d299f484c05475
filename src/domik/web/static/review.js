// @ts-check
// The review: the overview grows while it is computed; a moment shows its board with both moves marked in their places.
import { all, byId, clamp, closest, find, findId, form, get, hasModifier, onNewForm, targetOf, url } from "./dom.js";

/** @typedef {[kind: string, word: string, sign: string, ...path: string[]]} MoveMark */
/**
 * One moment, as the server tells it.
 * @typedef {object} Moment
 * @property {number} step
 * @property {Record<string, string>} areas
 * @property {Record<string, string>} cells
 * @property {string} words
 * @property {string} curve
 * @property {MoveMark[]} marks
 */

const NEWS = 1000; // milliseconds between two looks
const FIRST_NEWS = 600;
const SPOKEN = 25; // per cent that are told to screen readers
const AXIS = 46; // units of the curve's drawing left and right of its steps
const RING = 4; // pixels around what is marked
const LOW = 26; // pixels above a ring that its tag needs
const DEEP = 22;
const APART = 4; // pixels between two tags
const id = byId("review").dataset.table || "";
const scene = find(".scene-of");
const query = new URLSearchParams(location.search);

// ---- the overview ----

let spoken = 0;

/** @param {number} percent */
function speakProgress(percent) {
  if (percent < spoken + SPOKEN) return;
  spoken = percent - (percent % SPOKEN);
  byId("heard").textContent = `${spoken} %`;
}

/** @param {{ story: string, percent: number }} news */
function showProgress({ story, percent }) {
  const main = byId("main");
  if (!main.contains(document.activeElement)) {
    main.innerHTML = story;
    return;
  }
  const bar = get("[role=progressbar]"); // nothing else moves under a reader who uses keys
  bar.ariaValueNow = String(percent);
  if (bar.firstElementChild) /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${percent}%`;
}

async function watchProgress() {
  const answer = await fetch(url(`/t/${id}/review/news${location.search}`)).catch(() => null);
  if (answer?.ok) {
    const news = await answer.json();
    showProgress(news);
    if (news.done) {
      location.reload();
      return;
    }
    speakProgress(news.percent);
  }
  setTimeout(watchProgress, NEWS);
}

// ---- one moment ----

let asking = 0;
/** @type {MoveMark[]} */
let marks = [];

/**
 * A ring around one place of a move; the last one says which move it is.
 * @param {HTMLElement} place
 * @param {string} kind
 * @param {string} sign
 * @param {string} word
 */
function addRing(place, kind, sign, word) {
  const stage = get(".rv-stage").getBoundingClientRect();
  const box = place.getBoundingClientRect();
  if (!box.width) return;
  const ring = document.createElement("div");
  const tag = document.createElement("span");
  const side = box.top - stage.top < LOW ? " low" : stage.bottom - box.bottom < DEEP ? " deep" : "";
  ring.className = `rv-ring ${kind}${side}`;
  ring.style.left = `${box.left - stage.left - RING}px`;
  ring.style.top = `${box.top - stage.top - RING}px`;
  ring.style.width = `${box.width + 2 * RING}px`;
  ring.style.height = `${box.height + 2 * RING}px`;
  tag.className = "rv-tag";
  tag.innerHTML = sign;
  tag.append(word);
  ring.append(tag);
  byId("rings").append(ring);
}

function showRings() {
  byId("rings").replaceChildren();
  for (const [kind, word, sign, ...path] of marks) {
    path.forEach((name, k) => {
      const place = findId(name);
      if (place) addRing(place, kind, sign, k === path.length - 1 ? word : "");
    });
  }
  partTags();
}

/** Two moves side by side would have their names one on the other: both step aside. */
function partTags() {
  const tags = all("#rings .rv-tag:not(:empty)").map((tag) => ({ tag, box: tag.getBoundingClientRect() }));
  if (tags.length !== 2) return;
  const [left, right] = tags.sort((one, other) => one.box.left - other.box.left);
  const over = left.box.right + APART - right.box.left;
  if (over <= 0 || left.box.bottom < right.box.top || right.box.bottom < left.box.top) return;
  left.tag.style.translate = `${-over / 2}px`;
  right.tag.style.translate = `${over / 2}px`;
}

/** @param {Moment} moment */
function showBoard({ areas, cells }) {
  for (const [name, markup] of Object.entries(areas)) {
    const area = find(`[data-area="${name}"]`);
    if (area) area.innerHTML = markup;
  }
  for (const [name, markup] of Object.entries(cells)) {
    const cell = findId(name);
    if (cell) cell.innerHTML = markup;
  }
}

/**
 * A reader who pages on keeps the place of the button.
 * @param {Moment} moment
 */
function showWords({ words, curve }) {
  const button = /** @type {HTMLAnchorElement | null} */ (document.activeElement)?.rel;
  byId("words").innerHTML = words;
  byId("curve").innerHTML = curve;
  if (button) find(`.rv-foot a[rel="${button}"]`)?.focus();
}

/**
 * @param {HTMLElement} scene
 * @param {number} step
 */
async function go(scene, step) {
  const mine = ++asking;
  query.set("step", String(step));
  const answer = await fetch(url(`/t/${id}/review/${step}?${query}&form=${form()}`));
  if (!answer.ok || mine !== asking) return;
  /** @type {Moment} */
  const moment = await answer.json();
  scene.dataset.step = String(moment.step);
  history.replaceState(null, "", `?${query}`);
  showBoard(moment);
  showWords(moment);
  marks = moment.marks;
  showRings();
  scene.dataset.shown = String(moment.step);
}

/**
 * The step of the game that was clicked.
 * @param {HTMLElement} plot
 * @param {number} x
 */
function nearestStep(plot, x) {
  const box = plot.getBoundingClientRect();
  const wide = Number(plot.dataset.wide);
  const steps = Number(plot.dataset.steps);
  const at = ((x - box.left) / box.width) * wide;
  return clamp(0, Math.round(((at - AXIS) / (wide - 2 * AXIS)) * steps), steps);
}

/** @param {MouseEvent} event */
function followLink(event) {
  const link = closest(event, 'a[href^="?"]');
  const step = new URLSearchParams(link?.getAttribute("href") || "").get("step");
  if (scene && step !== null) {
    event.preventDefault();
    go(scene, Number(step));
  }
  return link !== null;
}

/** @param {MouseEvent} event */
function onClick(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  if (followLink(event)) return;
  const plot = closest(event, "[data-steps]");
  if (!plot || find("[role=progressbar]")) return;
  const step = nearestStep(plot, event.clientX);
  if (scene) go(scene, step);
  else {
    query.set("step", String(step));
    location.search = String(query);
  }
}

/** @type {Record<string, number>} */
const MOVES = { ArrowUp: -1, ArrowDown: 1 };
/** @type {Record<string, string>} */
const MOMENTS = { ArrowLeft: "prev", ArrowRight: "next" };

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} scene
 */
function onKey(event, scene) {
  if (hasModifier(event) || targetOf(event).closest("input, select, textarea")) return;
  const by = MOVES[event.key];
  const other = MOMENTS[event.key] && find(`.rv-foot a[rel="${MOMENTS[event.key]}"]`);
  if (!by && !other) return;
  event.preventDefault();
  if (other) other.click();
  else go(scene, clamp(0, Number(scene.dataset.step) + by, Number(get("[data-steps]").dataset.steps)));
}

async function loadPictures() {
  const holder = byId("pictures");
  if (!holder.dataset.from) return;
  const answer = await fetch(holder.dataset.from).catch(() => null);
  if (answer) holder.innerHTML = await answer.text();
}

document.addEventListener("click", onClick);
if (find("[role=progressbar]")) setTimeout(watchProgress, FIRST_NEWS);
if (scene) {
  const redraw = () => go(scene, Number(scene.dataset.step));
  document.addEventListener("keydown", (event) => onKey(event, scene));
  onNewForm(redraw);
  addEventListener("resize", showRings);
  loadPictures().then(redraw);
}
