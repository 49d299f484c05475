// @ts-check
// A lesson: the table's own board, and a coach beside it. The server goes through the lesson; the page keeps the place.
import { forgetBoard, showBoard } from "./board.js";
import { choice } from "./choose.js";
import {
  all,
  byId,
  closest,
  find,
  findId,
  form,
  get,
  hasModifier,
  onNewForm,
  reducedMotion,
  targetOf,
  textOf,
  url,
} from "./dom.js";
import { mark, redrawMarks } from "./marks.js";
import { toast } from "./notices.js";
import { pathOf } from "./paths.js";
import { picturesLoaded } from "./pictures.js";
import { keepPlace, placeIn, winStars } from "./stars.js";
import { commands, game, letters, table, words } from "./state.js";
import { startTable } from "./table.js";
import { hideWhy } from "./why.js";

/**
 * A step of a lesson, as the server tells it.
 * @typedef {import("./types").BoardMessage & {
 *   state: "explain" | "task" | "oops" | "glad" | "done",
 *   at: number,
 *   kept: string,
 *   stars: number,
 *   point: string[],
 *   path: string[],
 *   tag: string,
 *   paths: import("./types").Path[],
 * }} LessonMessage
 */

const LEAVES = 36; // of confetti
const COLOURS = ["#d4574c", "#e6b93d", "#68a85f", "#4f96d1", "#9670c4", "#a97c53"];
const STRAYS = 2; // clicks that mean nothing before the coach says more
const REDRAW = 900; // milliseconds: pictures that arrive late, boards that move
const lesson = table.dataset.lesson || "";
const reader = table.dataset.name || "";
const box = /** @type {HTMLDialogElement} */ (byId("clause-box"));

let kept = placeIn(game, lesson);
/** @type {LessonMessage | null} */
let now = null;
let asking = 0;
let strays = 0;
/** @type {string[]} the elements of the move that was tried last */
let tried = [];
/** @type {string[]} what the task pointed at */
let pointedInTask = [];

// ---- asking and showing ----

/** @param {LessonMessage} message */
function isNew(message) {
  return now?.at !== message.at || now.state !== message.state || message.path.length > 0;
}

/** @param {LessonMessage} message */
function keep(message) {
  const isDone = message.state === "done";
  kept = message.kept;
  keepPlace(game, lesson, isDone ? "" : kept);
  if (isDone) winStars(reader, game, lesson, message.stars);
}

/** @param {LessonMessage} message */
function show(message) {
  const hasMoved = isNew(message);
  now = message;
  keep(message);
  document.body.dataset.state = message.state;
  showBoard(message);
  if (hasMoved) {
    strays = 0;
    byId("bubble").focus({ preventScroll: true });
  }
  markStep(message);
  if (hasMoved && (message.state === "done" || message.state === "glad")) confetti();
  const state = { shown: `${message.at}.${message.state}`, way: message.path.join(" "), asked: String(asking) };
  Object.assign(byId("coach").dataset, state); // for tests that watch the page
}

/**
 * Ask the server to go on.
 * @param {string} wish
 * @param {string} action
 */
async function ask(wish, action = "") {
  const mine = ++asking;
  const asked = new URLSearchParams({ kept, do: wish, form: form(), letters: letters() });
  if (action) asked.set("action", action);
  try {
    const answer = await fetch(url(`/learn/${game}/${lesson}/step?${asked}`));
    const found = await answer.json();
    if (mine !== asking) return;
    if (answer.ok) show(found);
    else toast(found.error);
  } catch {
    if (mine === asking) toast(words.lost);
  }
}

// ---- what is pointed at ----

/** @param {LessonMessage} message */
function markStep({ state, point, path, tag }) {
  if (state === "task") pointedInTask = point;
  const isInRibbon = point.some((id) => findId(id)?.closest(".ribbon"));
  document.body.classList.toggle("ribbon-meant", isInRibbon);
  if (path.length) mark({ lit: path });
  else if (state === "oops") {
    const better = point.filter((id) => !pointedInTask.includes(id) || !tried.length);
    mark({ point: better, tapped: tried.slice(-1), tag });
  } else if (state === "glad" || state === "done") mark({ point, kind: "ok" });
  else mark({ point, veil: state === "explain" });
}

/**
 * The coach says it, whatever was clicked.
 * @param {string} text
 */
function tell(text) {
  const bubble = byId("bubble");
  find(".call", bubble)?.remove();
  get("p", bubble).textContent = text;
  bubble.className = "bubble is-kind";
}

/**
 * @param {HTMLElement | null} element
 * @param {string} clause
 * @param {string} text
 */
function tellWhy(element, clause, text) {
  tell(textOf(text));
  const link = /** @type {HTMLAnchorElement | null} */ (find(".coach-rule"));
  if (link && clause) {
    link.dataset.clause = clause;
    link.href = url(`/g/${game}/rules#${clause}`);
  }
  mark({ point: now?.point ?? [], tapped: element?.id ? [element.id] : [] });
}

/**
 * A click that means nothing is answered too.
 * @param {MouseEvent} event
 */
function onStray(event) {
  const isOnBoard = closest(event, ".own, .hand, .others, .shelf");
  if (now?.state !== "task" || !isOnBoard) return;
  if (closest(event, "button, a, .can, .refused, .on, [data-enlarge], dialog")) return;
  strays++;
  tell(strays > STRAYS ? words.helpAgain : words.help);
  if (strays > STRAYS) find("[data-do=show]")?.classList.add("look-here");
  mark({ point: all(".can[id]").map((element) => element.id) });
}

// ---- what the reader does ----

/** @param {number} action */
function tryMove(action) {
  tried = pathOf(now?.paths ?? [], action);
  hideWhy();
  choice.offer([]);
  ask("play", String(action));
}

/**
 * @param {KeyboardEvent} event
 * @param {string} selector
 */
function press(event, selector) {
  const button = /** @type {HTMLButtonElement | null} */ (find(selector));
  if (!button || button.disabled) return;
  event.preventDefault();
  event.stopPropagation();
  button.click();
}

/** @param {KeyboardEvent} event */
function buttonFor(event) {
  if (event.key.toLowerCase() === "h") return "[data-do=show]";
  if (now?.state === "task") return ""; // there the keys move over the board, as at a table
  if (event.key === "ArrowRight") return ".steer .go-next";
  if (event.key === "Enter" && event.target === byId("bubble")) return ".steer .go-next";
  if (event.key === "ArrowLeft") return "[data-do=back]";
  return event.key === "Escape" ? ".leave-all" : "";
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (targetOf(event).closest("input, select, textarea, dialog") || hasModifier(event)) return;
  const button = buttonFor(event);
  if (button) press(event, button);
}

// ---- the rules beside the board ----

/** @param {string} clause */
async function openClause(clause) {
  const answer = await fetch(url(`/g/${game}/rules/clause/${clause}`));
  if (!answer.ok) return;
  box.innerHTML = await answer.text();
  if (box.open) return;
  box.show();
  find("[data-close]", box)?.focus();
}

// ---- joy ----

/**
 * @param {DOMRect} coach where leaves fall from
 * @param {number} number
 */
function dropLeaf(coach, number) {
  const leaf = document.createElement("i");
  leaf.className = "coach-leaf";
  leaf.style.left = `${coach.left + Math.random() * coach.width}px`;
  leaf.style.top = `${coach.top + 20}px`;
  leaf.style.background = COLOURS[number % COLOURS.length];
  table.append(leaf);
  const way = `translate(${Math.random() * 120 - 60}px, ${120 + Math.random() * 240}px)`;
  const frames = [
    { transform: "none", opacity: 1 },
    { transform: `${way} rotate(${Math.random() * 720}deg)`, opacity: 0 },
  ];
  const timing = { duration: 1100 + Math.random() * 900, easing: "cubic-bezier(.2,.6,.5,1)" };
  leaf.animate(frames, timing).onfinish = () => leaf.remove();
}

function confetti() {
  if (reducedMotion.matches) return;
  const coach = byId("coach-top").getBoundingClientRect();
  for (let number = 0; number < LEAVES; number++) dropLeaf(coach, number);
}

startTable({ decide: tryMove, tellWhy, openClause });
Object.assign(commands, {
  next: () => ask("next"),
  back: () => ask("back"),
  again: () => ask("again"),
  show: () => ask("show"),
  restart: () => {
    kept = "";
    ask("");
  },
});
document.addEventListener("click", onStray, true);
document.addEventListener("keydown", onKey, true);
box.addEventListener("click", (event) => {
  if (closest(event, "[data-close]")) box.close();
});
box.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  box.close();
});
onNewForm(() => {
  forgetBoard();
  ask("");
});
document.fonts?.ready.then(redrawMarks);
addEventListener("load", redrawMarks);
setInterval(() => {
  if (!document.hidden) redrawMarks();
}, REDRAW);
picturesLoaded.then(() => ask(""));
