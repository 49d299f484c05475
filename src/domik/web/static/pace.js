// @ts-check
// The pace at which a game is shown: chosen once, kept by this browser; a reader who wants no motion gets none unasked.
import { clamp, get, readStored, reducedMotion, store } from "./dom.js";

/** @type {Record<string, number>} milliseconds a move */
const PACES = { slow: 1900, normal: 950, fast: 400, none: 0 };
const choice = /** @type {HTMLSelectElement} */ (get("[data-choice=pace]"));

function usualPace() {
  const stored = readStored("pace");
  if (stored !== null && stored in PACES) return stored;
  return reducedMotion.matches ? "none" : "normal";
}

function keepPace() {
  store("pace", choice.value);
}

/** How many milliseconds a move is shown. */
export function pace() {
  return PACES[choice.value];
}

/**
 * Choose the next faster pace, or a slower one.
 * @param {number} by
 */
export function changePace(by) {
  choice.selectedIndex = clamp(0, choice.selectedIndex + by, choice.options.length - 1);
  keepPace();
}

choice.value = usualPace();
choice.addEventListener("change", keepPace);
