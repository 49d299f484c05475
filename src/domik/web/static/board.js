// @ts-check
// A board that a page asks for step by step: of a whole board only what changed is patched, so that things move and
// keep the focus.
import { changed, emptied } from "./cells.js";
import { patch } from "./patch.js";
/** @typedef {import("./types").BoardMessage} BoardMessage */
/** @typedef {Pick<BoardMessage, "areas" | "cells">} Board */

/** @type {Board} */
let shown = { areas: {}, cells: {} };
/** @type {BoardMessage["no"]} */
let refused = {};

/**
 * Show a whole board.
 * @param {BoardMessage} message
 */
export function showBoard(message) {
  const areas = changed(shown.areas, message.areas);
  const isNew = Object.keys(areas).length > 0; // a new area comes with empty cells
  const cells = isNew
    ? message.cells
    : { ...changed(shown.cells, message.cells), ...emptied(shown.cells, message.cells) };
  const allowed = Object.keys(refused).filter((id) => !(id in message.no));
  const no = { ...Object.fromEntries(allowed.map((id) => [id, null])), ...message.no };
  shown = { areas: message.areas, cells: message.cells };
  refused = message.no;
  patch({ ...message, areas, cells, no });
}

/** The next board comes as if none were shown. */
export function forgetBoard() {
  shown = { areas: {}, cells: {} };
}
