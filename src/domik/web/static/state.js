// @ts-check
// What the modules of a page with a board share: the table, its facts, its texts, and what its buttons do.
import { byId } from "./dom.js";
/** @typedef {import("./types").Facts} Facts */
/** @typedef {import("./types").Hooks} Hooks */
/** @typedef {import("./types").Refusal} Refusal */

export const table = byId("table");
export const id = table.dataset.table || "";
export const game = table.dataset.game || "";
export const query = new URLSearchParams(location.search);

/**
 * The texts that scripts say themselves, by name (SCRIPT_WORDS in the server's pages).
 * @type {Record<string, string>}
 */
export const words = JSON.parse(byId("script-words").textContent || "{}");

/**
 * What is known of the table now.
 * @type {Facts}
 */
export const facts = {};

/**
 * Why elements do nothing now, by id.
 * @type {Record<string, Refusal>}
 */
export const refusals = {};

/**
 * What buttons do, by their data-do; what is not here is sent to the server.
 * @type {Record<string, (button: HTMLElement) => void>}
 */
export const commands = {};

/**
 * What this page decides for itself: handed over by startTable.
 * @type {Hooks}
 */
export const hooks = {
  decide: () => {},
  send: () => false,
  openClause: () => {},
  tellWhy: () => {},
};

/** Forget everything that was said of the table. */
export function clearState() {
  for (const name of Object.keys(facts)) delete facts[/** @type {keyof Facts} */ (name)];
  for (const name of Object.keys(refusals)) delete refusals[name];
}

/** What a page asks for in every address: whether letters are wanted instead of pictures. */
export function letters() {
  return query.get("letters") === "1" ? "1" : "0";
}
