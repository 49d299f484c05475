// @ts-check
// What the server sends becomes the page.
import { animateFrom, placesNow } from "./animate.js";
import { choice, comeHome, light, usesKeys } from "./choose.js";
import { all, byId, find, findId, flash } from "./dom.js";
import { callToTurn, setAbsences, setClocks, showTurn } from "./notices.js";
import { clearState, facts, refusals, table, words } from "./state.js";
import { addChat, changeLog, showPointsAtEnd } from "./tabs.js";
import { why } from "./why.js";
/** @typedef {import("./types").Facts} Facts */
/** @typedef {import("./types").Message} Message */

const TRAVEL = 320; // milliseconds
const HINT = 4000;
/** @type {(keyof Facts)[]} */
const FACTS = [
  "turn",
  "mine",
  "seats",
  "eyes",
  "dealt",
  "over",
  "curtain",
  "away",
  "again",
  "next",
  "clocks",
  "hash",
  "marks",
  "head",
];

const loadMoment = () => import("./celebrate.js"); // at the end of a game that was followed
let isFirst = true;
/** @type {Set<string>} */
let reached = new Set();

/** The cells of the boards that something came to with the last message. */
export function cellsReached() {
  return reached;
}

/** Forget the table: another one, or the same drawn anew, comes whole. */
export function begin() {
  clearState();
  isFirst = true;
  byId("log").replaceChildren();
  byId("chat").replaceChildren();
}

/** @param {Message} message */
export function fillBoard(message) {
  for (const [name, markup] of Object.entries(message.areas || {})) {
    const area = find(`[data-area="${name}"]`);
    if (area) area.innerHTML = markup;
  }
  for (const [name, markup] of Object.entries(message.cells || {})) {
    const cell = findId(name);
    if (cell) cell.innerHTML = markup;
  }
  for (const label of all(".label")) label.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

/** @param {Message} message */
function learnRefusals(message) {
  for (const [name, refusal] of Object.entries(message.no || {})) {
    if (refusal) refusals[name] = refusal;
    else delete refusals[name];
  }
}

/** @param {Message} message */
function learnFacts(message) {
  for (const name of FACTS) {
    if (name in message) Object.assign(facts, { [name]: message[name] });
  }
  if (message.clocks) setClocks();
  if (message.away) setAbsences();
}

// ---- what a message shows besides the board ----

function showEnd() {
  const tab = findId("tab-points");
  if (!tab) return;
  const hasPoints = Boolean(facts.over && byId("ledger").firstChild);
  tab.hidden = !hasPoints;
  if (hasPoints) showPointsAtEnd();
}

/**
 * A button that lets somebody at this screen look.
 * @param {[seat: number, name: string, face: string]} seat
 */
function lookButton([seat, name]) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = `button seat-${seat}`;
  button.dataset.look = String(seat);
  button.textContent = `${name}: ${words.show}`;
  return button;
}

/** The curtain between people who share this screen. */
function showCurtain() {
  const seats = facts.curtain || [];
  const buttons = seats.map(lookButton);
  byId("curtain").hidden = !seats.length;
  byId("curtain-seats").replaceChildren(...buttons);
  byId("curtain-face").innerHTML = seats.map(([, , face]) => face).join("");
  const heading = byId("curtain-turn");
  heading.dataset.text ||= heading.textContent || "";
  heading.textContent = seats.length === 1 ? words.turnOf.replace("#", seats[0][1]) : heading.dataset.text;
  buttons[0]?.focus();
}

/** @param {[who: string, own: string, hand: string][]} eyes */
function showOpenHands(eyes) {
  const articles = eyes.map(([who, own, hand]) => {
    const board = `<div class="own"><div class="area">${own}</div></div>`;
    const cards = `<div class="hand"><div class="shelf">${hand}</div></div>`;
    return `<article class="eye"><h2>${who}</h2>${board}${cards}</article>`;
  });
  byId("open").innerHTML = articles.join("");
}

/** @param {Message} message */
function showAround(message) {
  if (message.log) changeLog(message.log);
  if (message.chat) addChat(message.chat, !isFirst);
  if ("over" in message) {
    showEnd();
    if (facts.over && !isFirst && !table.dataset.replay) loadMoment().then(({ celebrate }) => celebrate());
  }
  if (message.curtain) showCurtain();
  if (message.open) showOpenHands(message.open);
}

/**
 * The keyboard stays where it was, though its element was made anew.
 * @param {string} id
 */
function keepFocus(id) {
  if (!id || document.activeElement !== document.body) return;
  const element = findId(id);
  if (element && (element.classList.contains("can") || !usesKeys())) element.focus({ preventScroll: true });
}

/** @param {Message} message */
function answerReader(message) {
  if (message.refused) {
    const [, clause, reason] = message.refused;
    choice.clear();
    light();
    why(null, clause, reason);
  }
  if (message.hint) {
    const [text, ...path] = message.hint;
    const spoken = path.map(findId).filter((element) => element !== null);
    flash(spoken, HINT);
    why(spoken[spoken.length - 1] ?? null, "", text, spoken);
  }
}

/**
 * Say whose turn it is, and call a reader whose turn begins.
 * @param {Message} message
 * @param {boolean} wasMine
 */
function announceTurn(message, wasMine) {
  if (!("mine" in message)) return;
  showTurn();
  if (facts.mine && !wasMine && !isFirst) callToTurn();
}

/**
 * Put news into the page, and let things move to where they are now.
 * @param {Message} message
 * @param {number} duration
 */
function showNews(message, duration) {
  const before = message.cells || message.areas ? placesNow() : null;
  fillBoard(message);
  if (message.paths) choice.offer(message.paths);
  learnRefusals(message);
  learnFacts(message);
  showAround(message);
  reached = before ? animateFrom(before, duration) : new Set();
  light();
}

/**
 * Let the page show a message.
 * @param {Message} message
 * @param {number} duration milliseconds that things take to move
 */
export function patch(message, duration = TRAVEL) {
  const focused = document.activeElement?.id || "";
  const wasMine = Boolean(facts.mine);
  showNews(message, isFirst ? 0 : duration);
  announceTurn(message, wasMine);
  keepFocus(focused);
  if (message.paths && facts.mine) comeHome();
  answerReader(message);
  isFirst = false;
  table.classList.add("laid");
}
