// @ts-check
// A puzzle: the table's own board; the server says what a try comes to, the page keeps the right moves.
import { forgetBoard, showBoard } from "./board.js";
import { choice } from "./choose.js";
import { byId, form, onNewForm, url } from "./dom.js";
import { mark, redrawMarks } from "./marks.js";
import { toast } from "./notices.js";
import { picturesLoaded } from "./pictures.js";
import { commands, game, letters, table, words } from "./state.js";
import { startTable } from "./table.js";
import { hideWhy } from "./why.js";

/**
 * A puzzle's position and what was said to the last try, as the server tells it.
 * @typedef {{ state: string, tried: string, path: string[], tag: string }} Attempt
 * @typedef {import("./types").BoardMessage & Attempt} PuzzleMessage
 */

const REDRAW = 300; // milliseconds: the thing that was played is still on its way
const address = url(`/puzzles/${game}/${table.dataset.puzzle}/step`);
let tried = "";
let asking = 0;

/** @param {PuzzleMessage} message */
function show(message) {
  tried = message.tried;
  document.body.dataset.state = message.state;
  showBoard(message);
  const { path, tag } = message;
  mark(message.state === "wrong" ? { tapped: path, tag } : { point: path, kind: "ok", tag });
  byId("bubble").focus({ preventScroll: true });
  const state = { shown: message.state, asked: String(asking) };
  Object.assign(byId("coach").dataset, state); // for tests that watch the page
}

/**
 * A request that is refused begins the puzzle anew, unless it asked for just that.
 * @param {string} error
 * @param {string} wish
 */
function startOver(error, wish) {
  toast(error);
  if (!wish) return;
  tried = "";
  ask("");
}

/**
 * @param {string} wish empty for the position itself
 * @param {string} action
 */
async function ask(wish, action = "") {
  const mine = ++asking;
  const asked = new URLSearchParams({ tried, do: wish, action, form: form(), letters: letters() });
  try {
    const answer = wish ? await fetch(address, { method: "POST", body: asked }) : await fetch(`${address}?${asked}`);
    const found = await answer.json();
    if (mine !== asking) return;
    if (answer.ok) show(found);
    else startOver(found.error, wish);
  } catch {
    if (mine === asking) toast(words.lost);
  }
}

/** @param {number} action */
function tryMove(action) {
  hideWhy();
  choice.offer([]);
  ask("try", String(action));
}

startTable({
  decide: tryMove,
  openClause: (clause) => open(url(`/g/${game}/rules#${clause}`), "_blank"),
});
Object.assign(commands, {
  answer: () => ask("answer"),
  again: () => ask(""),
  restart: () => {
    tried = "";
    ask("");
  },
});
onNewForm(() => {
  forgetBoard();
  ask("");
});
setInterval(() => {
  if (!document.hidden) redrawMarks();
}, REDRAW);
picturesLoaded.then(() => ask(""));
