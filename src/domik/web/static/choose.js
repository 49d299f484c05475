// @ts-check
// Choosing at a table of any game, by mouse, touch or keys: it knows paths of elements to click, and no rules.
import { all, find, findId, hasModifier, targetOf } from "./dom.js";
import { PathChoice } from "./paths.js";
import { hooks, refusals, table } from "./state.js";
import { enlarge, hideWhy, isWhyShown, why } from "./why.js";
/** @typedef {import("./types").Path} Path */

const NATIVE = /^(BUTTON|A|INPUT)$/i; // elements that keys reach by themselves
const PRESSED_BY_KEYS = /^(BUTTON|A|SUMMARY)$/i;
const AHEAD = 4; // pixels: nearer things are not in the direction of an arrow
const SIDEWAYS = 2.5; // how much farther a thing seems that lies off the direction
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const choice = new PathChoice();
const mustConfirm = table.dataset.confirm === "1";
let byKeys = false;

/** Whether the keyboard was used last. */
export function usesKeys() {
  return byKeys;
}

/** The mouse or a finger was used. */
export function leaveKeys() {
  byKeys = false;
}

/** Play the action that waits to be confirmed. */
export function confirmPending() {
  if (choice.pending !== null) act(choice.pending);
}

/** @param {number} action */
function act(action) {
  choice.clear();
  hooks.decide(action);
  light();
}

// ---- what is lit ----

/**
 * Whether something can be lifted: with data-drag="lit" only while it can be chosen.
 * @param {HTMLElement} thing
 */
export function isMovable(thing) {
  return thing.dataset.drag !== "lit" || thing.matches(".can");
}

/**
 * Make a picture a button for keys and screen readers, while something can come of it.
 * @param {HTMLElement} element
 * @param {string} [whyNot]
 */
function makeReachable(element, whyNot) {
  if (NATIVE.test(element.tagName) || element.hasAttribute("tabindex")) return;
  const role = element.getAttribute("role");
  element.setAttribute("tabindex", "0");
  if (!role || element.dataset.lit === "") element.setAttribute("role", "button");
  if (whyNot) {
    element.setAttribute("aria-disabled", "true");
    element.setAttribute("aria-description", whyNot);
  }
  element.dataset.made = role || "";
}

/** @param {HTMLElement} element */
function undoReachable(element) {
  if (element.dataset.made === undefined) return;
  for (const name of ["tabindex", "role", "aria-disabled", "aria-description"]) element.removeAttribute(name);
  if (element.dataset.made) element.setAttribute("role", element.dataset.made);
  delete element.dataset.made;
}

function dim() {
  for (const element of all(".can, .on[aria-pressed], .refused")) {
    element.classList.remove("can", "on", "refused");
    element.removeAttribute("aria-pressed");
    undoReachable(element);
  }
}

/** @param {Set<string>} targets */
function lightTargets(targets) {
  for (const id of targets) {
    const element = findId(id);
    if (!element) continue;
    element.classList.add("can");
    makeReachable(element);
  }
}

/** @param {Set<string>} targets */
function lightRefused(targets) {
  for (const [id, [clause, reason]] of Object.entries(refusals)) {
    const element = findId(id);
    if (!element || targets.has(id)) continue;
    element.classList.add("refused");
    makeReachable(element, `${reason} ${clause}`);
  }
}

function lightPicked() {
  for (const id of choice.picked) {
    const element = findId(id);
    if (!element) continue;
    element.classList.add("on");
    element.setAttribute("aria-pressed", "true");
    makeReachable(element);
  }
}

function showConfirm() {
  const button = /** @type {HTMLButtonElement | null} */ (find("[data-do=confirm]"));
  if (!button) return;
  button.disabled = choice.pending === null;
  button.classList.toggle("wait", choice.pending === null);
}

/** Show what can be clicked next, what was clicked, and what does nothing. */
export function light() {
  const targets = choice.targets();
  dim();
  lightTargets(targets);
  lightRefused(targets);
  lightPicked();
  showConfirm();
  for (const thing of all("[data-drag]")) thing.style.touchAction = isMovable(thing) ? "none" : "";
}

// ---- clicks ----

/**
 * The nearest element around this one whose id fits.
 * @param {Element | null} element
 * @param {(id: string) => unknown} fits
 * @returns {HTMLElement | null}
 */
export function holderOf(element, fits) {
  for (let at = element; at; at = at.parentElement) {
    if (at.id && fits(at.id)) return /** @type {HTMLElement} */ (at);
  }
  return null;
}

/**
 * Click on a target.
 * @param {string} id
 * @returns {boolean} whether it was one
 */
export function pick(id) {
  if (!choice.targets().has(id)) return false;
  const action = choice.pick(id);
  if (action !== null && !mustConfirm) {
    act(action);
    return true;
  }
  choice.pending = action;
  light();
  if (byKeys) focusFirst();
  return true;
}

/**
 * Take clicks back until so many are left.
 * @param {number} count
 */
export function unpick(count) {
  choice.unpick(count);
  hideWhy();
  light();
}

/** @param {HTMLElement} element */
function sayRefusal(element) {
  const [clause, reason] = refusals[element.id];
  why(element, clause, reason);
}

/**
 * Say why an element, or one around it, does nothing.
 * @param {Element | null} element
 * @returns {boolean} whether one does
 */
export function refuse(element) {
  const refused = holderOf(element, (id) => refusals[id]);
  if (refused) sayRefusal(refused);
  return refused !== null;
}

/**
 * A click on anything: choose it, take it back, or say why it does nothing.
 * @param {HTMLElement} element
 * @returns {boolean} whether it meant anything
 */
export function touch(element) {
  const targets = choice.targets();
  const target = holderOf(element, (id) => targets.has(id));
  if (target) {
    hideWhy();
    return pick(target.id);
  }
  const taken = holderOf(element, (id) => choice.picked.includes(id));
  if (taken) {
    unpick(choice.picked.indexOf(taken.id));
    return true;
  }
  return refuse(element);
}

// ---- keys ----

/** Put the keyboard at the first thing that can be played; only those who use keys see it there. */
export function focusFirst() {
  const found = all(".can[id]").find((element) => element.getBoundingClientRect().width);
  const options = /** @type {FocusOptions} */ ({ preventScroll: true, focusVisible: byKeys });
  found?.focus(options);
}

/**
 * The nearest thing in a direction: straight ahead is nearer than to the side.
 * @param {Element} from
 * @param {number} dx
 * @param {number} dy
 * @returns {HTMLElement | null}
 */
function nearestInDirection(from, dx, dy) {
  const here = from.getBoundingClientRect();
  const x = here.left + here.width / 2;
  const y = here.top + here.height / 2;
  let best = null;
  let least = Infinity;
  for (const element of all(".can, .refused")) {
    const box = element.getBoundingClientRect();
    if (!box.width || element === from) continue;
    const alongX = box.left + box.width / 2 - x;
    const alongY = box.top + box.height / 2 - y;
    const ahead = alongX * dx + alongY * dy;
    const cost = ahead + SIDEWAYS * Math.abs(alongX * dy - alongY * dx);
    if (ahead > AHEAD && cost < least) {
      least = cost;
      best = element;
    }
  }
  return best;
}

/**
 * @param {number} dx
 * @param {number} dy
 */
function moveFocus(dx, dy) {
  const from = document.activeElement;
  if (!from || !from.matches(".can, .refused, .on")) {
    focusFirst();
    return;
  }
  nearestInDirection(from, dx, dy)?.focus({ preventScroll: true });
}

/** Escape closes the menu, or the text, or takes the last click back. */
function goBack() {
  const menu = /** @type {HTMLDetailsElement | null} */ (find(".menu[open]"));
  if (menu) {
    menu.open = false;
    find("summary", menu)?.focus();
  } else if (isWhyShown()) hideWhy();
  else if (choice.picked.length) unpick(choice.picked.length - 1);
}

/**
 * Enter or Space on something that is no button by itself.
 * @param {KeyboardEvent} event
 */
function press(event) {
  const element = targetOf(event);
  if (PRESSED_BY_KEYS.test(element.tagName)) return;
  if (choice.pending !== null) act(choice.pending);
  else if (touch(element) || enlarge(element)) event.preventDefault();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (targetOf(event).closest("input, select, textarea, [role=tablist]") || hasModifier(event)) return;
  byKeys = true;
  const arrow = ARROWS[event.key];
  if (arrow) {
    event.preventDefault();
    moveFocus(...arrow);
  } else if (event.key === "Escape") goBack();
  else if (event.key === "Enter" || event.key === " ") press(event);
}

/** @param {FocusEvent} event */
function onFocus(event) {
  const targets = choice.targets();
  const refused = byKeys && holderOf(targetOf(event), (id) => refusals[id] && !targets.has(id));
  if (refused) sayRefusal(refused);
  else if (!targetOf(event).closest("#why")) hideWhy();
}

/** Listen to the keyboard. */
export function startChoosing() {
  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", onFocus);
}

/**
 * Whenever it is one's turn the keyboard is at something that can be played, unless one reads or writes elsewhere.
 */
export function comeHome() {
  const busy = ".can, input, select, textarea, .sheet, .menu[open], dialog, .curtain:not([hidden])";
  if (!document.activeElement?.closest(busy)) focusFirst();
}
