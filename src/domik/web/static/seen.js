// @ts-check
// What this browser saw of a deal and of a game's hash chain while it ran; fair.js compares it afterwards.
import { find, readStored, store } from "./dom.js";

/** @typedef {{ hash?: string, share?: string }} Promised */

const MARK = 16; // letters of a head that are kept: 64 bits of each, and every one holds all moves before it
const MOST_HEADS = 1000;

/** @param {string} id */
const headsName = (id) => `heads.${id}`;

/**
 * Keep the head of the game's hash chain, and show it. All of them are kept: the last alone could be made up
 * afterwards.
 * @param {string} id
 * @param {string} head
 */
export function rememberHead(id, head) {
  const had = readStored(headsName(id)) || "";
  const mark = head.slice(0, MARK);
  if (!had.endsWith(mark) && had.length < MARK * MOST_HEADS) store(headsName(id), had + mark);
  const shown = find("[data-head]");
  if (!shown) return;
  shown.textContent = head;
  const line = shown.closest("p");
  if (line) line.hidden = false;
}

/**
 * @param {string} id
 * @returns {string[]}
 */
export const headsSeen = (id) => (readStored(headsName(id)) || "").match(new RegExp(`.{${MARK}}`, "g")) || [];

/** @param {string} id */
const nameOf = (id) => `fair.${id}`;

/**
 * Remember what the server promised, and what we added, before the deal.
 * @param {string} id
 * @param {string} hash
 * @param {string} share
 */
export function rememberPromise(id, hash, share) {
  if (hash && !readStored(nameOf(id))) store(nameOf(id), JSON.stringify({ hash, share }));
}

/**
 * @param {string} id
 * @returns {Promised}
 */
export function promiseOf(id) {
  try {
    return JSON.parse(readStored(nameOf(id)) || "{}") || {};
  } catch {
    return {};
  }
}
