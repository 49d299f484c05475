// @ts-check
// Following the game: what the others do is shown one after another, at a chosen pace, and what is new is marked.
import { all, byId, clamp, closest, find, findId, flash, make } from "./dom.js";
import { playSound } from "./notices.js";
import { pace } from "./pace.js";
import { cellsReached, patch } from "./patch.js";
import { ShowQueue } from "./queue.js";
import { showRecap } from "./recap.js";
import { facts, table } from "./state.js";
/** @typedef {import("./types").Message} Message */
/** @typedef {import("./types").Path} Path */

const LONGEST_TRAVEL = 800; // milliseconds
const FLASH = 2500;
const EDGE = 6; // pixels between a note and the edge of the screen
const BOARDS = "[data-area=own], [data-area=side]";
const recaps = /** @type {HTMLInputElement | null} */ (find("[data-setting=recap]"));

/**
 * What one can choose from when everything has been shown.
 * @type {Path[]}
 */
let offered = [];

// ---- what a message tells ----

/**
 * The lines of the log that a message brings.
 * @param {Message} message
 * @returns {HTMLElement[]}
 */
export function linesIn(message) {
  const list = document.createElement("ol");
  list.innerHTML = message.log ? message.log.slice(1).join("") : "";
  return [...list.children].map((line) => /** @type {HTMLElement} */ (line));
}

/** @param {HTMLElement} line */
function isMine(line) {
  return facts.seats?.includes(Number(line.dataset.by)) ?? false;
}

/**
 * The boards first: a new round, a new hand, one's own turn begin when one has seen what happened there.
 * @param {Message} message
 * @returns {[boards: Message, rest: Message]}
 */
export function splitByBoards({ cells, log, ...rest }) {
  /** @type {Record<string, string>} */
  const boards = {};
  /** @type {Record<string, string>} */
  const others = {};
  for (const [id, markup] of Object.entries(cells || {})) {
    const isOnBoard = findId(id)?.closest(BOARDS);
    (isOnBoard ? boards : others)[id] = markup;
  }
  return [
    { cells: boards, log },
    { ...rest, cells: others },
  ];
}

/** What lies on a board already no longer lies in the hand or the market. */
function hideTwins() {
  const there = new Set(all("[data-area=own] [data-key], [data-area=side] [data-key]").map((one) => one.dataset.key));
  for (const one of all("[data-area=hand] [data-key]")) {
    if (there.has(one.dataset.key)) one.style.visibility = "hidden";
  }
}

// ---- showing ----

/**
 * A note over a place of the board.
 * @param {HTMLElement} place
 * @param {string} text
 */
function noteOver(place, text) {
  const note = make("div", "stop-note", text);
  const box = place.getBoundingClientRect();
  table.append(note);
  const left = box.left + box.width / 2 - note.offsetWidth / 2;
  note.style.left = `${clamp(EDGE, left, innerWidth - note.offsetWidth - EDGE)}px`;
  note.style.top = `${Math.max(EDGE, box.top - note.offsetHeight - 4)}px`;
  return note;
}

/**
 * Lead the eye from place to place, as a line of the log tells.
 * @param {HTMLElement} line
 * @param {number} milliseconds
 * @param {ShowQueue<Message>} queue
 */
async function walk(line, milliseconds, queue) {
  for (const [name, text] of JSON.parse(line.dataset.walk || "[]")) {
    const place = find(`[data-place="${name}"]`);
    if (queue.isSkipping || !place) continue;
    const note = noteOver(place, text);
    place.classList.add("stop");
    await queue.pause(milliseconds * 0.8);
    place.classList.remove("stop");
    note.remove();
  }
}

/**
 * How long a message is shown: not at all when nobody looks, when it is the whole table, or when many wait.
 * @param {Message} message
 * @param {ShowQueue<Message>} queue
 */
function timeFor(message, queue) {
  return queue.isHurried() || document.hidden || message.viewer ? 0 : pace();
}

/**
 * Take away what can be played until a message has been shown.
 * @param {Message} message
 */
function holdChoices(message) {
  message.paths = offered;
  patch({ paths: [] });
}

/**
 * Show what happened on the boards, and the rest a moment later.
 * @param {Message} message
 * @param {HTMLElement[]} lines
 * @param {number} milliseconds
 * @param {ShowQueue<Message>} queue
 * @param {(message: Message) => void} apply
 */
async function showInSteps(message, lines, milliseconds, queue, apply) {
  const [boards, rest] = splitByBoards(message);
  patch(boards, Math.min(LONGEST_TRAVEL, milliseconds * 0.75));
  hideTwins();
  if (areTheirs(lines)) markNew(lines);
  showSince();
  await queue.pause(milliseconds);
  apply(rest);
}

/** @param {HTMLElement[]} lines */
function areTheirs(lines) {
  return lines.some((line) => !isMine(line));
}

/**
 * Whether lines tell of something that others did, or that happened to them.
 * @param {HTMLElement[]} lines
 */
function concernOthers(lines) {
  return areTheirs(lines) || lines.some((line) => line.dataset.of);
}

/**
 * What a message needs before it is shown: one's own move ends what was new, and while others are followed nothing can
 * be played.
 * @param {Message} message
 * @param {HTMLElement[]} lines
 * @param {boolean} takesTime
 */
function prepare(message, lines, takesTime) {
  if (lines.length && !areTheirs(lines)) forgetNew();
  offered = message.paths || offered;
  if (takesTime && "turn" in message) holdChoices(message);
}

/**
 * @param {Message} message
 * @param {ShowQueue<Message>} queue
 * @param {(message: Message) => void} apply
 */
async function show(message, queue, apply) {
  const lines = linesIn(message);
  const milliseconds = timeFor(message, queue);
  const walks = milliseconds ? lines.filter((line) => line.dataset.walk) : [];
  const isFollowed = milliseconds > 0 && concernOthers(lines);
  prepare(message, lines, isFollowed || walks.length > 0);
  for (const line of walks) await walk(line, milliseconds, queue);
  if (isFollowed && !message.areas) await showInSteps(message, lines, milliseconds, queue, apply);
  else showAtOnce(message, lines, milliseconds, apply);
  showSince();
  openRecap(message, lines);
  if (lines.length && !message.viewer && cellsReached().size) playSound("place");
}

/**
 * @param {Message} message
 * @param {HTMLElement[]} lines
 * @param {number} milliseconds
 * @param {(message: Message) => void} apply
 */
function showAtOnce(message, lines, milliseconds, apply) {
  apply(message);
  const isJump = !milliseconds || message.areas; // what one did not see happen is marked
  if (isJump && areTheirs(lines) && !message.viewer) markNew(lines);
}

/**
 * @param {Message} message
 * @param {HTMLElement[]} lines
 */
function openRecap(message, lines) {
  const round = lines.map((line) => line.dataset.recap).find(Boolean);
  if (!round || message.viewer) return;
  playSound("score");
  if (recaps?.checked && !facts.over) showRecap(round); // nothing lies over the result
}

/**
 * Follow a table.
 * @param {(message: Message) => void} apply lets the page show a message
 * @returns {(message: Message) => void} what takes the messages
 */
export function startFollowing(apply) {
  const queue = new ShowQueue((/** @type {Message} */ message, queue) => show(message, queue, apply));
  addEventListener("pointerdown", (event) => {
    if (!closest(event, ".can")) queue.catchUp(); // what is about to be played stays under the finger
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" || event.key === " ") queue.catchUp();
  });
  document.addEventListener("click", onClick);
  return (message) => {
    const isUrgent = Boolean(message.refused || message.hint || message.ok || message.viewer);
    queue.add(message, isUrgent);
  };
}

// ---- what is new ----

function forgetNew() {
  for (const old of all(".fresh")) old.classList.remove("fresh");
}

/** @param {HTMLElement[]} lines */
function markNew(lines) {
  const cells = [...cellsReached()].map(findId).filter((cell) => cell !== null);
  for (const cell of cells) cell.classList.add("fresh");
  if (!cells.length || !lines.length) return;
  for (const line of all("#log > li").slice(-lines.length)) line.dataset.at = cells.map((cell) => cell.id).join(" ");
}

/** Mark the lines of the log since one's own last move. */
function showSince() {
  const lines = all("#log > li");
  const first = facts.seats?.length ? lines.findLastIndex(isMine) + 1 : lines.length;
  lines.forEach((line, k) => {
    line.classList.toggle("since", k >= first && first > 0);
    line.classList.toggle("first", k === first && first > 0);
  });
  const count = first > 0 ? lines.length - first : 0;
  const sheet = byId("sheet-log");
  const badge = byId("news");
  badge.textContent = String(count);
  badge.hidden = !count || sheet.checkVisibility();
  if (count) sheet.scrollTop = sheet.scrollHeight;
}

/**
 * A click on a line of the log shows where it happened.
 * @param {MouseEvent} event
 */
function onClick(event) {
  if (closest(event, "[data-tab=log]")) byId("news").hidden = true;
  const line = closest(event, "#log > li[data-at]");
  if (!line || closest(event, "a, button")) return;
  const cells = (line.dataset.at || "").split(" ").map(findId);
  flash(
    cells.filter((cell) => cell !== null),
    FLASH,
  );
}
