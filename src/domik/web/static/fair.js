// @ts-check
// Whether a deal was fair, computed by this browser: it believes only what it saw before the cards were dealt.
import { find, readStored, store, url } from "./dom.js";

/** @typedef {{ seed: string, hash: string, entropy: string[] }} Proof */
/** @typedef {{ seed: string, same?: unknown, fair?: Proof }} DealRecord */
/** @typedef {{ hash?: string, share?: string }} Promised */

const BAD = ["broken", "without", "mixed"]; // news that is not left folded
const SHARE = 61; // characters of a share that are kept of it where two are equal

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
function promiseOf(id) {
  try {
    return JSON.parse(readStored(nameOf(id)) || "{}") || {};
  } catch {
    return {};
  }
}

/** @param {string} text */
async function sha256(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Whether our share of luck is among those that were mixed in.
 * @param {string[]} entropy
 * @param {string} share
 */
function isIn(entropy, share) {
  return entropy.some((one) => one === share || one.startsWith(`${share.slice(0, SHARE)}-`));
}

/**
 * Whether the seed is the one that was promised, to us or at least in the record.
 * @param {Proof} fair
 * @param {string | undefined} hash
 */
async function isPromised(fair, hash) {
  const promised = hash || fair.hash;
  return promised === fair.hash && (await sha256(`domik deal ${fair.seed}`)) === promised;
}

/**
 * Whether the deal is made of the seed and everybody's shares.
 * @param {Proof} fair
 * @param {string} seed of the deal
 */
async function isMixed(fair, seed) {
  const mix = [fair.seed, ...fair.entropy].map((one) => `${[...one].length}:${one}`).join("");
  return (await sha256(`domik mix ${mix}`)) === seed;
}

/**
 * What can be said of a deal; the texts are in the page, by these names.
 * @param {Promised} promise
 * @param {DealRecord} record
 * @returns {Promise<string>}
 */
export async function verdict({ hash, share }, { fair, same, seed }) {
  if (!fair) return "";
  if (!crypto.subtle) return "insecure"; // browsers have it in secure contexts only
  const ours = same ? "" : share; // everybody's same deal has no shares
  if (!(await isPromised(fair, hash))) return "broken";
  if (ours && !isIn(fair.entropy, ours)) return "without";
  if (!(await isMixed(fair, seed))) return "mixed";
  if (!hash) return "unseen";
  return ours ? "holds" : "seen";
}

/**
 * Check the deal of a finished game, and say so where the page has a line for it.
 * @param {string} id
 */
export async function checkDeal(id) {
  const line = /** @type {HTMLDetailsElement | null} */ (find("[data-fair]:not([data-checked])"));
  if (!line) return;
  line.dataset.checked = "…";
  const answer = await fetch(url(`/api/tables/${id}/record`));
  if (!answer.ok) return;
  const found = await verdict(promiseOf(id), await answer.json());
  const shown = /** @type {HTMLDetailsElement} */ (find("[data-fair]") || line);
  const text = find("p", shown);
  shown.dataset.checked = found;
  if (found && text) text.textContent = shown.dataset[found] || "";
  shown.hidden = !found;
  if (BAD.includes(found)) shown.open = true;
}
