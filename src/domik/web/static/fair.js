// @ts-check
// Whether a deal was fair, computed by this browser: it believes only what it saw before the cards were dealt.
import { find, url } from "./dom.js";
import { headsSeen, promiseOf } from "./seen.js";

/** @typedef {{ seed: string, hash: string, entropy: string[] }} Proof */
/** @typedef {{ version: number, head: string, links: (string | unknown[])[] }} Chain */
/** @typedef {{ seed: string, same?: unknown, fair?: Proof, chain?: Chain, moves?: number[][] }} DealRecord */

const BAD = ["broken", "without", "mixed"]; // news that is not left folded
const SHARE = 61; // characters of a share that are kept of it where two are equal

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
 * The heads of a chain, one after each link.
 * @param {Chain} chain
 */
async function headsOf({ links }) {
  const heads = [];
  let head = "";
  for (const link of links) {
    const digest =
      typeof link === "string" ? link : await sha256(`domik link ${link[0]} ${JSON.stringify(link.slice(1))}`);
    head = await sha256(`domik chain ${head} ${digest}`);
    heads.push(head);
  }
  return heads;
}

/**
 * The moves that stand at the end of a chain; of those that were taken back it has the digests only.
 * @param {Chain} chain
 */
function movesOf({ links }) {
  /** @type {unknown[]} */
  const moves = [];
  for (const link of links) {
    if (typeof link === "string") moves.push(null);
    else if (link[1] === "move") moves.push(link.slice(2));
    else if (link[1] === "back") moves.length = Number(link[2]);
    else if (link[1] === "withdraw") moves.splice(Number(link[2]), 1);
  }
  return moves;
}

/**
 * What can be said of the moves of a record: they hold, were changed, or this browser has not seen them.
 * @param {string[]} seen the beginnings of the heads that this browser was shown, in order
 * @param {DealRecord} record
 * @returns {Promise<string>}
 */
export async function verdictOfMoves(seen, { chain, moves }) {
  if (!chain || chain.version !== 1 || !crypto.subtle) return "";
  const heads = await headsOf(chain);
  if (heads.at(-1) !== chain.head || JSON.stringify(movesOf(chain)) !== JSON.stringify(moves)) return "changed";
  let from = 0;
  for (const mark of seen) {
    from = heads.findIndex((head, number) => number >= from && head.startsWith(mark)) + 1;
    if (!from) return "changed";
  }
  return seen.length ? "hold" : "unseen";
}

/**
 * What can be said of a deal; the texts are in the page, by these names.
 * @param {import("./seen.js").Promised} promise
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
 * @param {HTMLElement} shown
 * @param {string} found
 */
function tellDeal(shown, found) {
  if (shown.dataset.fair === undefined) return; // a deal that is not to be proven
  const text = find("p", shown);
  if (found && text) text.textContent = shown.dataset[found] || "";
  shown.hidden = !found;
}

/**
 * @param {HTMLElement} shown
 * @param {string} found
 */
function tellMoves(shown, found) {
  const told = find("[data-moves]", shown);
  if (!told) return;
  told.dataset.moves = found;
  told.hidden = !found;
  told.textContent = told.dataset[found] || "";
}

/**
 * Check deal and moves of a finished game, and say so where the page has a line for it.
 * @param {string} id
 */
export async function checkDeal(id) {
  const line = /** @type {HTMLDetailsElement | null} */ (find("details.fair:not([data-checked])"));
  if (!line) return;
  line.dataset.checked = "…";
  const answer = await fetch(url(`/api/tables/${id}/record`));
  if (!answer.ok) return;
  const record = await answer.json();
  const deal = await verdict(promiseOf(id), record);
  const moves = await verdictOfMoves(headsSeen(id), record);
  const shown = /** @type {HTMLDetailsElement} */ (find("details.fair") || line);
  shown.dataset.checked = deal || "…";
  tellDeal(shown, deal);
  tellMoves(shown, moves);
  if (BAD.includes(deal) || moves === "changed") shown.open = true;
}
