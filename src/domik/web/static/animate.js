// @ts-check
// Things that move: whatever has a data-key is seen on its way from where it was to where it is now.
import { all, byId, clamp, find, reducedMotion } from "./dom.js";

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */
/** @typedef {{ box: Box, cell: string | undefined }} Place where a thing was seen, and in which cell */

const MOST_REMEMBERED = 60;
const STILL = 3; // pixels that are no way to travel
const FADE = 250; // milliseconds
const FROM_FAR = 1.6; // a thing that was so much larger flies as the whole card that it was
const EASING = "cubic-bezier(.3,.7,.3,1)";
const stage = byId("table");

/**
 * Where things that cannot be seen now were seen last.
 * @type {Map<string, Place>}
 */
const gone = new Map();

/** @param {HTMLElement} element */
function cellOf(element) {
  return element.parentElement?.closest("[id]")?.id;
}

/**
 * Everything that can be seen and could move: its key, itself, and its box.
 * @returns {[key: string, element: HTMLElement, box: DOMRect][]}
 */
function movable() {
  /** @type {[string, HTMLElement, DOMRect][]} */
  const found = all("[data-key]", stage).map((one) => [one.dataset.key || "", one, one.getBoundingClientRect()]);
  return found.filter(([, , box]) => box.width);
}

/**
 * Where everything is now that could move.
 * @returns {Map<string, Place>}
 */
export function placesNow() {
  return new Map(movable().map(([key, element, box]) => [key, { box, cell: cellOf(element) }]));
}

/**
 * A copy of a thing that means nothing to scripts and screen readers.
 * @param {HTMLElement} element
 * @returns {HTMLElement}
 */
function anonymousCopy(element) {
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  for (const part of [copy, ...all("[id], [data-key], .can", copy)]) {
    for (const name of ["id", "data-key", "tabindex", "role"]) part.removeAttribute(name);
    part.classList.remove("can");
  }
  return copy;
}

/**
 * A part of a drawing as a drawing of its own.
 * @param {SVGGraphicsElement} element
 * @param {HTMLElement} copy
 * @returns {SVGSVGElement}
 */
function framed(element, copy) {
  const frame = element.getBBox();
  const drawing = /** @type {SVGSVGElement} */ (element.ownerSVGElement?.cloneNode(false));
  drawing.removeAttribute("id");
  copy.removeAttribute("transform");
  drawing.setAttribute("viewBox", `${frame.x} ${frame.y} ${frame.width} ${frame.height}`);
  drawing.append(copy);
  return drawing;
}

/**
 * A copy over the table that no frame cuts off: miniatures lie in small windows of their own.
 * @param {HTMLElement} element
 * @param {Box} box
 * @returns {HTMLElement | SVGSVGElement}
 */
function flyingCopy(element, box) {
  const copy = anonymousCopy(element);
  const shown = element instanceof SVGGraphicsElement ? framed(element, copy) : copy;
  shown.classList.add("flier");
  const { left, top, width, height } = box;
  Object.assign(shown.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  stage.append(shown);
  return shown;
}

/**
 * From the middle of one box to that of another.
 * @param {Box} from
 * @param {Box} to
 * @returns {[dx: number, dy: number]}
 */
export function wayBetween(from, to) {
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  return [dx, dy];
}

/**
 * How many pixels a unit has where an element lies.
 * @param {HTMLElement} element
 */
function scaleAround(element) {
  const around = /** @type {any} */ (element).ownerSVGElement ? /** @type {any} */ (element.parentNode) : null;
  return around?.getScreenCTM()?.a ?? 1;
}

/**
 * Over the frames of the side panel a copy flies, while the thing itself is not seen.
 * @param {HTMLElement} element
 * @param {Box} from
 * @param {Box} to
 * @param {number} duration
 */
function flyCopy(element, from, to, duration) {
  const [dx, dy] = wayBetween(from, to);
  const size = clamp(0.4, from.width / to.width, 4);
  const copy = flyingCopy(element, to);
  copy.classList.toggle("enlarged", size > FROM_FAR);
  element.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
  const way = [
    { translate: `${dx}px ${dy}px`, scale: size },
    { translate: "0px 0px", scale: 1 },
  ];
  copy.animate(way, { duration, easing: EASING }).onfinish = () => copy.remove();
}

/**
 * Show a thing on its way.
 * @param {HTMLElement} element
 * @param {Box} from
 * @param {Box} to
 * @param {number} duration
 */
function travel(element, from, to, duration) {
  const [dx, dy] = wayBetween(from, to);
  if (Math.hypot(dx, dy) <= STILL) return;
  if (element.closest("[data-area=side]")) {
    flyCopy(element, from, to, duration);
    return;
  }
  const scale = scaleAround(element);
  const way = [{ translate: `${dx / scale}px ${dy / scale}px` }, { translate: "0px 0px" }];
  element.animate(way, { duration, easing: EASING });
}

/**
 * Where a thing comes from: its old place, or the face of the rival whose it is, or nowhere.
 * @param {HTMLElement} element
 * @param {Box} now
 * @param {Box | undefined} old
 * @returns {Box | null}
 */
export function originOf(element, now, old) {
  if (old) return old.width ? old : null;
  const rival = element.closest(".rival");
  const home = rival && find("[id^=who-]", rival)?.getBoundingClientRect();
  return home && home.width ? { left: home.left, top: home.top, width: now.width, height: now.height } : null;
}

/**
 * @param {HTMLElement} element
 * @param {Box} now
 * @param {Box | undefined} old
 * @param {number} duration
 */
function show(element, now, old, duration) {
  const from = originOf(element, now, old);
  if (from) travel(element, from, now, duration);
  else element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE });
}

/**
 * @param {Map<string, Place>} before
 * @param {Set<string>} here the keys of what can be seen now
 */
function remember(before, here) {
  for (const [key, place] of before) if (!here.has(key)) gone.set(key, place);
  for (const key of gone.keys()) {
    if (gone.size <= MOST_REMEMBERED) break;
    gone.delete(key);
  }
}

/**
 * Let everything move from where it was.
 * @param {Map<string, Place>} before
 * @param {number} duration in milliseconds; with 0 nothing is seen to move
 * @returns {Set<string>} the cells of the boards that something came to
 */
export function animateFrom(before, duration) {
  const came = new Set();
  const here = new Set();
  const isStill = reducedMotion.matches || !duration;
  for (const [key, element, now] of movable()) {
    here.add(key);
    const old = before.get(key) || gone.get(key);
    const cell = cellOf(element);
    gone.delete(key);
    if (old?.cell !== cell && element.closest("[data-area=own], [data-area=side]")) came.add(cell);
    if (!isStill) show(element, now, old?.box, duration);
  }
  remember(before, here);
  return came;
}
