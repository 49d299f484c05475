// @ts-check
// The game's pictures, kept by the browser: cells only refer to them.
import { byId, findId } from "./dom.js";
/** @typedef {import("./types").Message} Message */

const holder = byId("pictures");
const REFERENCE = /href='#([\w-]+)'/g;

/**
 * @param {string | undefined} address
 * @returns {Promise<void>}
 */
async function load(address) {
  if (!address) return;
  try {
    const answer = await fetch(address);
    holder.insertAdjacentHTML("beforeend", await answer.text());
  } catch {
    // a board without its pictures can still be played
  }
}

/** The pictures that every board needs. */
export const picturesLoaded = load(holder.dataset.from);

/** @type {Promise<void> | undefined} */
let others;

/** The pictures that no opening shows. */
export function loadOtherPictures() {
  others ??= load(holder.dataset.rest);
  return others;
}

/**
 * Whether a message refers to pictures that the page does not have yet.
 * @param {Message} message
 * @returns {boolean}
 */
export function lacksPictures(message) {
  if (others || !holder.dataset.rest) return false;
  const text = JSON.stringify([message.areas, message.cells]);
  return [...text.matchAll(REFERENCE)].some(([, name]) => !findId(name) && !text.includes(`id='${name}'`));
}
