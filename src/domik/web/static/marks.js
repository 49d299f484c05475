// @ts-check
// Ring, arrow and veil on the very thing that is meant: measured when the page is laid out, drawn outside its box.
import { all, byId, find, findId, get } from "./dom.js";

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Edges */
/**
 * What is marked, by ids of elements or areas.
 * @typedef {object} Marks
 * @property {string[]} point
 * @property {string} kind how the rings look
 * @property {boolean} veil whether everything else is dimmed
 * @property {string[]} tapped
 * @property {string[]} lit
 * @property {string} tag markup of a word on the ring of a move
 */

const EDGE = 2; // pixels that a ring keeps from the edge of the screen
const NEIGHBOURS = 1.35; // boxes share a ring that is at most so much larger than they are
const VEIL = 8; // pixels around what is not veiled
const LEAST_WAY = 70; // pixels between the coach and what an arrow points at
const LONGEST_WAY = 680;
const TIP = 20;
const SPREAD = 0.55; // radians between an arrow's shaft and each side of its head
const BEND = 0.16;
const TAG = 40; // pixels above a ring that its word needs

const layer = document.createElement("div");
layer.className = "coach-marks";
layer.setAttribute("aria-hidden", "true");
byId("table").append(layer);

/** @type {Marks | null} */
let wanted = null;
let drawn = "";

// ---- boxes ----

/**
 * @param {HTMLElement} element
 * @returns {Edges | null}
 */
function edgesOf(element) {
  const own = element.getBoundingClientRect();
  const box = own.width ? own : (element.firstElementChild?.getBoundingClientRect() ?? own);
  return box.width ? { left: box.left, top: box.top, right: box.right, bottom: box.bottom } : null;
}

/**
 * @param {Edges} a
 * @param {Edges} b
 * @returns {Edges}
 */
function joined(a, b) {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** @param {Edges} box */
function areaOf(box) {
  return (box.right - box.left) * (box.bottom - box.top);
}

/**
 * The part of a box that is on the screen.
 * @param {Edges} box
 * @returns {Edges}
 */
function onScreen(box) {
  return {
    left: Math.max(box.left, EDGE),
    top: Math.max(box.top, EDGE),
    right: Math.min(box.right, innerWidth - EDGE),
    bottom: Math.min(box.bottom, innerHeight - EDGE),
  };
}

/**
 * Whether something can be seen: it has not scrolled away and does not lie under the coach.
 * @param {HTMLElement} element
 * @param {Edges} box
 */
function isVisible(element, box) {
  if (box.right <= box.left || box.bottom <= box.top) return false;
  const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return !hit || element.contains(hit) || hit.contains(element) || !hit.closest(".coach, .ribbon");
}

/**
 * The boxes of what is meant; neighbours share one.
 * @param {string[]} ids
 * @returns {Edges[]}
 */
function boxesOf(ids) {
  /** @type {Edges[]} */
  const found = [];
  for (const id of ids) {
    const element = find(`[data-area="${id}"]`) || findId(id);
    const box = element && edgesOf(element);
    if (!box || !isVisible(element, onScreen(box))) continue;
    const near = found.findIndex((other) => areaOf(joined(other, box)) < NEIGHBOURS * (areaOf(other) + areaOf(box)));
    if (near < 0) found.push(onScreen(box));
    else found[near] = joined(found[near], onScreen(box));
  }
  return found;
}

// ---- drawing ----

/** @param {number} n */
const pixels = (n) => `${Math.round(n)}px`;

/**
 * @param {string} className
 * @param {Partial<CSSStyleDeclaration>} style
 * @param {string} inside
 * @returns {HTMLElement}
 */
function put(className, style, inside = "") {
  const mark = document.createElement("div");
  mark.className = className;
  Object.assign(mark.style, style);
  mark.innerHTML = inside;
  layer.append(mark);
  return mark;
}

/**
 * @param {Edges} box
 * @param {string} kind
 * @param {number} pad
 * @param {string} tag
 */
function putRing(box, kind, pad, tag = "") {
  const left = Math.max(EDGE, box.left - pad);
  const style = {
    left: pixels(left),
    top: pixels(Math.max(EDGE, box.top - pad)),
    width: pixels(Math.min(innerWidth - 2 * EDGE, box.right + pad) - left),
    height: pixels(box.bottom - box.top + 2 * pad),
  };
  const ring = put(`ring-at ${kind}`, style, kind && tag && `<b class="ring-tag">${tag}</b>`);
  const word = find(".ring-tag", ring);
  if (!word) return;
  word.classList.toggle("below", box.top < get(".ribbon").getBoundingClientRect().bottom + TAG);
  const { left: start, right: end } = word.getBoundingClientRect();
  word.style.marginLeft = pixels(Math.max(0, EDGE - start) - Math.max(0, end + EDGE - innerWidth));
}

/**
 * An arrow from the coach; none on a phone, where the coach stands above the board, and none across all of it.
 * @param {Edges} box
 */
function putArrow(box) {
  const coach = byId("coach-top").getBoundingClientRect();
  const way = coach.left - box.right;
  if (way < LEAST_WAY || way > LONGEST_WAY) return;
  const x0 = coach.left - 4;
  const y0 = coach.top + coach.height * 0.62;
  const x1 = box.right + 26;
  const y1 = (box.top + box.bottom) / 2;
  const bend = y1 > y0 ? -BEND : BEND;
  const middleX = (x0 + x1) / 2 - (y1 - y0) * bend;
  const middleY = (y0 + y1) / 2 + (x1 - x0) * bend;
  const angle = Math.atan2(y1 - middleY, x1 - middleX);
  const side = (/** @type {number} */ turn) =>
    `${x1 - TIP * Math.cos(angle + turn)} ${y1 - TIP * Math.sin(angle + turn)}`;
  const head = `M${side(-SPREAD)}L${x1} ${y1}L${side(SPREAD)}`;
  const line = `M${x0} ${y0}Q${middleX} ${middleY} ${x1} ${y1}${head}`;
  put("arrow-at", {}, `<svg><path class="under" d="${line}"/><path class="over" d="${line}"/></svg>`);
}

/**
 * Dim the board but for one box.
 * @param {Edges} box
 */
function putVeil(box) {
  const own = get(".own").getBoundingClientRect();
  const veil = put("veil-box", {
    left: pixels(own.left),
    top: pixels(own.top),
    width: pixels(own.width),
    height: pixels(own.height),
  });
  const hole = document.createElement("i");
  Object.assign(hole.style, {
    left: `${box.left - own.left - VEIL}px`,
    top: `${box.top - own.top - VEIL}px`,
    width: `${box.right - box.left + 2 * VEIL}px`,
    height: `${box.bottom - box.top + 2 * VEIL}px`,
  });
  veil.append(hole);
}

/** @param {Marks} marks */
function drawMarks({ point, kind, veil, tapped, lit, tag }) {
  const pointed = boxesOf(point);
  const ways = boxesOf(lit);
  layer.replaceChildren();
  if (veil && pointed.length === 1) putVeil(pointed[0]);
  for (const box of pointed) putRing(box, kind, 7, tag);
  for (const box of boxesOf(tapped)) putRing(box, "soft", 5, tag);
  for (const box of ways) putRing(box, "ok", 5);
  const aim = lit.length ? ways[0] : pointed[0];
  if (aim && (veil || lit.length)) putArrow(aim);
}

/** Draw the marks where things are now; where nothing moved, a ring that breathes goes on breathing. */
export function redrawMarks() {
  if (!wanted) {
    layer.replaceChildren();
    drawn = "";
    return;
  }
  const { point, tapped, lit } = wanted;
  const now = JSON.stringify([wanted, boxesOf(point), boxesOf(tapped), boxesOf(lit), innerWidth, innerHeight]);
  if (now === drawn) return;
  drawn = now;
  drawMarks(wanted);
}

/** @param {Partial<Marks>} marks */
export function mark(marks) {
  wanted = { point: [], kind: "", veil: false, tapped: [], lit: [], tag: "", ...marks };
  redrawMarks();
}

new ResizeObserver(redrawMarks).observe(byId("table"));
for (const place of all(".own, .shelf, .others")) {
  place.addEventListener("scroll", redrawMarks, { passive: true, capture: true });
}
