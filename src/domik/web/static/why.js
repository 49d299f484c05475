// @ts-check
// A small text beside what it speaks of: why something does nothing, or a hint. And a closer look at a picture.
import { all, byId, clamp, findId, get, url } from "./dom.js";
import { game, hooks } from "./state.js";

const GAP = 8; // pixels between a text and what it speaks of, or the edge of the screen
const MARGIN = 4; // pixels around what a text should not cover
const BAR = 60; // pixels at the bottom where a phone has its bar
// How bad it is to cover something: what is spoken of, what can be clicked, what is to be kept free, the prompt.
const COSTS = { spoken: 400, target: 200, kept: 2, prompt: 1 };
const STEP = 16; // pixels between the places that are looked through where none of the usual ones is free

const SHAPES = ["", "flat", "small"];

const tip = byId("why");

export function hideWhy() {
  tip.hidden = true;
}

export function isWhyShown() {
  return !tip.hidden;
}

/**
 * Places for a text of this size, the best first: around its element, below the prompt, in corners.
 * @param {DOMRect} box what the text speaks of
 * @param {DOMRect} own the text
 * @returns {[left: number, top: number][]}
 */
function spotsFor(box, own) {
  const board = get(".own").getBoundingClientRect();
  const prompt = byId("now").getBoundingClientRect();
  const middle = box.left + box.width / 2 - own.width / 2;
  const centre = box.top + box.height / 2 - own.height / 2;
  const boardRight = board.right - own.width - GAP;
  const boardBottom = board.bottom - own.height - GAP;
  const screenRight = innerWidth - own.width - GAP;
  return [
    [middle, box.top - own.height - GAP],
    [middle, box.bottom + GAP],
    [box.left - own.width - GAP, centre],
    [box.right + GAP, centre],
    [prompt.left, prompt.bottom + GAP],
    [board.left + GAP, board.top + GAP],
    [boardRight, board.top + GAP],
    [board.left + GAP, boardBottom],
    [boardRight, boardBottom],
    [GAP, innerHeight - own.height - BAR],
    [screenRight, GAP],
    [screenRight, innerHeight - own.height - GAP],
  ];
}

/**
 * What a text should not cover, and how bad it is to do so.
 * @param {HTMLElement[]} spoken
 * @returns {[DOMRect, number][]}
 */
function obstacles(spoken) {
  /** @type {[HTMLElement, number][]} */
  const found = [
    [byId("now"), COSTS.prompt],
    ...spoken.map((element) => /** @type {[HTMLElement, number]} */ ([element, COSTS.spoken])),
    ...all("[data-keep]").map((element) => /** @type {[HTMLElement, number]} */ ([element, COSTS.kept])),
    ...all(".can").map((element) => /** @type {[HTMLElement, number]} */ ([element, COSTS.target])),
  ];
  return found.map(([element, cost]) => [element.getBoundingClientRect(), cost]);
}

/**
 * How much of a box a text at left, top covers, in square pixels.
 * @param {number} left
 * @param {number} top
 * @param {DOMRect} own
 * @param {DOMRect} box
 */
function covered(left, top, own, box) {
  const wide = Math.min(left + own.width, box.right + MARGIN) - Math.max(left, box.left - MARGIN);
  const high = Math.min(top + own.height, box.bottom + MARGIN) - Math.max(top, box.top - MARGIN);
  return Math.max(0, wide) * Math.max(0, high);
}

/**
 * Every place on the screen for a text of this size, the nearest to what it speaks of first.
 * @param {DOMRect} box
 * @param {DOMRect} own
 * @returns {[left: number, top: number][]}
 */
function allSpots(box, own) {
  /** @type {[left: number, top: number][]} */
  const found = [];
  for (let top = GAP; top <= innerHeight - own.height - GAP; top += STEP) {
    for (let left = GAP; left <= innerWidth - own.width - GAP; left += STEP) found.push([left, top]);
  }
  const x = box.left + box.width / 2 - own.width / 2;
  const y = box.top + box.height / 2 - own.height / 2;
  return found.sort((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y));
}

/**
 * The place of these at which a text covers least, and how bad that is.
 * @param {[left: number, top: number][]} spots
 * @param {DOMRect} own
 * @param {[DOMRect, number][]} shunned
 * @returns {[left: number, top: number, cost: number]}
 */
function bestOf(spots, own, shunned) {
  /** @type {[number, number, number]} */
  let best = [GAP, GAP, Infinity];
  for (const [x, y] of spots) {
    const left = clamp(GAP, x, innerWidth - own.width - GAP);
    const top = clamp(GAP, y, innerHeight - own.height - GAP);
    const cost = shunned.reduce((sum, [its, weight]) => sum + weight * covered(left, top, own, its), 0);
    if (cost < best[2]) best = [left, top, cost];
    if (!cost) break;
  }
  return best;
}

/**
 * Where a text covers least: never what it speaks of, and nothing that could be clicked next if there is any such
 * place.
 * @param {DOMRect} box
 * @param {DOMRect} own
 * @param {HTMLElement[]} spoken
 * @returns {[left: number, top: number, cost: number]}
 */
export function placeBeside(box, own, spoken) {
  const shunned = obstacles(spoken);
  const usual = bestOf(spotsFor(box, own), own, shunned);
  if (!usual[2]) return usual;
  const any = bestOf(allSpots(box, own), own, shunned);
  return any[2] < usual[2] ? any : usual;
}

/**
 * Show a text beside an element, or beside the prompt.
 * @param {HTMLElement | null} element
 * @param {string} clause the rule that it follows from; empty for none
 * @param {string} text as markup
 * @param {HTMLElement[]} spoken what must stay visible
 */
export function showWhy(element, clause, text, spoken = element ? [element] : []) {
  const rules = url(`/g/${game}/rules#${clause}`);
  const link = clause ? ` <a href="${rules}" data-clause="${clause}">${clause}</a>` : "";
  tip.innerHTML = `<span>${text}</span>${link}`;
  tip.hidden = false;
  const box = (element || byId("now")).getBoundingClientRect();
  /** @type {[string, number, number, number]} */
  let best = ["", GAP, GAP, Infinity];
  for (const shape of SHAPES) {
    // a text that fits nowhere as it is may do so wide and flat, or narrow
    tip.dataset.shape = shape;
    const [left, top, cost] = placeBeside(box, tip.getBoundingClientRect(), spoken);
    if (cost < best[3]) best = [shape, left, top, cost];
    if (!cost) break;
  }
  tip.dataset.shape = best[0];
  tip.style.left = `${best[1]}px`;
  tip.style.top = `${best[2]}px`;
}

/**
 * Say why something does nothing, in the way of this page.
 * @param {HTMLElement | null} element
 * @param {string} clause
 * @param {string} text
 * @param {HTMLElement[]} [spoken]
 */
export function why(element, clause, text, spoken) {
  hooks.tellWhy(element, clause, text, spoken);
}

// ---- a closer look ----

/**
 * Show a picture large, where it can be shown so.
 * @param {HTMLElement} element
 * @returns {boolean}
 */
export function enlarge(element) {
  /** @type {HTMLElement | null} */
  const small = element.closest("[data-enlarge]");
  if (!small) return false;
  const copy = (findId(small.dataset.enlarge || "") || small).cloneNode(true);
  const parts = [/** @type {HTMLElement} */ (copy), ...all("[id], [tabindex], [data-key]", /** @type {any} */ (copy))];
  for (const part of parts) {
    for (const name of ["id", "tabindex", "data-key", "data-enlarge"]) part.removeAttribute(name);
  }
  showEnlarged([copy], /** @type {HTMLElement} */ (copy).querySelector(".face") ? [] : whose(small));
  return true;
}

/**
 * Face, name and points of the player whose things stand in the same panel.
 * @param {HTMLElement} small
 * @returns {Node[]}
 */
function whose(small) {
  const panel = small.closest(".panel");
  const face = panel?.querySelector(".face");
  const name = panel?.querySelector(".face + b, .line b");
  if (!face || !name) return [];
  const points = panel?.querySelector(".points, .score");
  return [face, name, ...(points ? [points] : [])].map((part) => {
    const shown = document.createElement(part === points ? "small" : "span");
    shown.append(...[...(part === face ? [part] : part.childNodes)].map((child) => child.cloneNode(true)));
    return shown;
  });
}

/**
 * @param {Node[]} what
 * @param {Node[]} [heading]
 */
export function showEnlarged(what, heading = []) {
  byId("enlarged-whose").replaceChildren(...heading);
  byId("enlarged-what").replaceChildren(...what);
  enlarged().showModal();
}

/** The dialog that shows things large. */
export function enlarged() {
  return /** @type {HTMLDialogElement} */ (byId("enlarged"));
}
