// @ts-check
// The box of a printed game as its owner corrected it: kept in this browser, sent along where it is used.
import { forgetStored, readStored, store } from "./dom.js";

/**
 * @typedef {{ token: string, hash: string, complete: boolean, used: boolean }} OwnBox
 */

/** @param {string} game */
const keyOf = (game) => `companion.box.${game}`;

/**
 * @param {string} game
 * @returns {OwnBox | null}
 */
export function ownBox(game) {
  try {
    return JSON.parse(readStored(keyOf(game)) || "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} game
 * @param {OwnBox} box
 */
export function keepBox(game, box) {
  store(keyOf(game), JSON.stringify(box));
}

/** @param {string} game */
export function forgetBox(game) {
  forgetStored(keyOf(game));
}

/**
 * Offer one's own box in a form that has a place for it: `[data-own-box]` with a checkbox named box.
 * @param {HTMLElement} form
 * @param {string} game
 */
export function offerBox(form, game) {
  const box = ownBox(game);
  const place = /** @type {HTMLElement | null} */ (form.querySelector("[data-own-box]"));
  if (!box?.used || !place) return;
  const field = /** @type {HTMLInputElement} */ (place.querySelector("input"));
  field.disabled = false;
  field.checked = true;
  field.value = box.token;
  const words = place.querySelector("span, b");
  if (words) words.textContent = (place.dataset.ownBox || "").replace("…", box.hash);
  place.hidden = false;
}
