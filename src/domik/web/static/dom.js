// @ts-check
// What every module looks things up with: elements, addresses, and what this browser remembers.

const YEAR = 31536000; // seconds

/** Whether the reader wants no motion. */
export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * The element with this id, which the page must have.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found;
}

/**
 * The element with this id, if there is one. Parts of drawings count as HTML elements here: scripts use only what both
 * kinds have.
 * @param {string} id
 * @returns {HTMLElement | null}
 */
export function findId(id) {
  return document.getElementById(id);
}

/**
 * The first element that fits, if there is one.
 * @param {string} selector
 * @param {ParentNode} where
 * @returns {HTMLElement | null}
 */
export function find(selector, where = document) {
  return where.querySelector(selector);
}

/**
 * The first element that fits; the page must have one.
 * @param {string} selector
 * @param {ParentNode} where
 * @returns {HTMLElement}
 */
export function get(selector, where = document) {
  const found = find(selector, where);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
}

/**
 * All elements that fit.
 * @param {string} selector
 * @param {ParentNode} where
 * @returns {HTMLElement[]}
 */
export function all(selector, where = document) {
  return [...where.querySelectorAll(selector)].map((found) => /** @type {HTMLElement} */ (found));
}

/**
 * The same for fields of forms.
 * @param {string} selector
 * @param {ParentNode} where
 * @returns {HTMLInputElement[]}
 */
export function allInputs(selector, where = document) {
  return [...where.querySelectorAll(selector)].map((found) => /** @type {HTMLInputElement} */ (found));
}

/**
 * The element that an event happened to.
 * @param {Event} event
 * @returns {HTMLElement}
 */
export function targetOf(event) {
  const { target } = event;
  return /** @type {HTMLElement} */ (target instanceof Element ? target : document.documentElement);
}

/**
 * The nearest element around an event that fits.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function closest(event, selector) {
  return targetOf(event).closest(selector);
}

/**
 * An address of the server, which may live under a path of its own.
 * @param {string} path such as /t/abc
 * @returns {string}
 */
export function url(path) {
  return (document.documentElement.dataset.root || "") + path;
}

/**
 * A new element with a class and a text.
 * @param {string} tag
 * @param {string} className
 * @param {string} text
 * @returns {HTMLElement}
 */
export function make(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

/**
 * Markup read as text: what the server escaped for markup, unescaped.
 * @param {string} markup
 * @returns {string}
 */
export function textOf(markup) {
  const field = document.createElement("textarea");
  field.innerHTML = markup;
  return field.value;
}

/**
 * Light elements up for a moment.
 * @param {HTMLElement[]} elements
 * @param {number} milliseconds
 */
export function flash(elements, milliseconds) {
  for (const element of elements) {
    element.classList.add("hint");
    setTimeout(() => element.classList.remove("hint"), milliseconds);
  }
}

/**
 * Whether a key means something else than its plain self.
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
export function hasModifier(event) {
  return event.ctrlKey || event.altKey || event.metaKey;
}

/**
 * A number held within bounds; where they cross, the upper one holds.
 * @param {number} least
 * @param {number} value
 * @param {number} most
 * @returns {number}
 */
export function clamp(least, value, most) {
  return Math.max(least, Math.min(most, value));
}

// ---- which drawing this screen asks for ----

/** The name of the arrangement that the style sheet chose for this screen: see --form in domik.css. */
export function form() {
  return getComputedStyle(document.documentElement).getPropertyValue("--form").trim();
}

/**
 * Do something whenever the screen asks for another drawing.
 * @param {() => void} redraw
 */
export function onNewForm(redraw) {
  let before = form();
  addEventListener("resize", () => {
    const now = form();
    if (now === before) return;
    before = now;
    redraw();
  });
}

// ---- what this browser remembers; a private window forgets ----

/**
 * @param {string} name
 * @returns {string | null}
 */
export function readStored(name) {
  try {
    return localStorage.getItem(`domik.${name}`);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function store(name, value) {
  try {
    localStorage.setItem(`domik.${name}`, value);
  } catch {
    // the browser keeps nothing
  }
}

/** @param {string} name */
export function forgetStored(name) {
  try {
    localStorage.removeItem(`domik.${name}`);
  } catch {
    // the browser keeps nothing
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function setCookie(name, value) {
  document.cookie = `${name}=${value};path=${url("") || "/"};max-age=${YEAR};samesite=lax`;
}

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/**
 * A style sheet that the page did not need until now; a sheet that fails to come holds nothing up.
 * @param {string | undefined} address
 * @returns {Promise<void>}
 */
export function loadStyle(address) {
  if (!address || find(`link[href="${address}"]`)) return styles.get(address || "") ?? Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  const loaded = new Promise((/** @type {(nothing: void) => void} */ resolve) => {
    link.onload = link.onerror = () => resolve();
  });
  styles.set(address, loaded);
  document.head.append(link);
  return loaded;
}
