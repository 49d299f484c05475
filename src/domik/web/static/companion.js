// @ts-check
// Counting a real table: every tap sends the position and gets the next part of the page. Who played last, and the
// names that were used here, are remembered in this browser only.
import { strewOver } from "./confetti.js";
import {
  all,
  allInputs,
  find,
  findId,
  forgetStored,
  hasModifier,
  readStored,
  reducedMotion,
  store,
  targetOf,
} from "./dom.js";
import { settlePad, watchNumbers } from "./numberpad.js";
import { offerBox, ownBox } from "./ownbox.js";

const LAST = "companion.last"; // the last table: game and position without entries
const NAMES = "companion.names";
const MOST_NAMES = 12;
const EDGE = 6; // pixels by which a place may lie outside of the board's picture
const MOMENT = 2500; // milliseconds until the confetti falls
const PIECES = 36;

/** @type {URLSearchParams[]} forms as they were before each tap */
const earlier = [];

/** @type {URLSearchParams | null} the form as it was before a number changes */
let before = null;
let refreshes = 0;

/** @returns {HTMLFormElement | null} */
const countingForm = () => /** @type {HTMLFormElement | null} */ (findId("counting"));

/**
 * The fields of a form, and the button that was pressed.
 * @param {HTMLFormElement} form
 * @param {string} wish
 */
function fieldsOf(form, wish) {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
  fields.set("do", wish);
  return fields;
}

/**
 * Ask for the next part; null where there is none.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} fields
 */
async function nextPart(form, fields) {
  const answer = await fetch(form.action, { method: "POST", body: fields, headers: { "x-part": "1" } });
  const elsewhere = answer.headers.get("x-go");
  if (elsewhere) location.assign(elsewhere);
  if (elsewhere || !answer.ok) return null;
  const holder = document.createElement("template");
  holder.innerHTML = await answer.text();
  const next = holder.content.firstElementChild;
  return next?.id === "counting" ? next : null;
}

/**
 * Ask for the next part and put it in place of the one that is shown.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} fields
 */
async function send(form, fields) {
  const next = await nextPart(form, fields);
  if (next) form.replaceWith(next);
  return Boolean(next);
}

/** Numbers have changed: points and objections follow, and the fields stay as they are. */
async function refresh() {
  const form = countingForm();
  if (!form) return;
  if (before) earlier.push(before);
  showUndo();
  before = fieldsOf(form, "stay");
  refreshes += 1;
  const number = refreshes;
  const next = await nextPart(form, before).catch(() => null);
  if (!next || number !== refreshes) return;
  for (const part of [".cp-seats", ".cp-said"]) {
    const shown = find(part, form);
    const now = find(part, next);
    if (shown && now && shown.innerHTML !== now.innerHTML) shown.replaceChildren(...now.childNodes);
  }
}

/**
 * One tap. Without an answer the browser sends the form itself, so that nothing is lost.
 * @param {HTMLFormElement} form
 * @param {string} wish
 */
async function tap(form, wish) {
  const was = fieldsOf(form, "stay");
  refreshes += 1; // what was asked before comes too late
  const sent = await send(form, fieldsOf(form, wish)).catch(() => false);
  if (!sent) return;
  earlier.push(was);
  settle();
  if (wish.startsWith("light ")) find(".cp-sum [aria-pressed=true], .cp-own-lines [aria-pressed=true]")?.focus();
  const won = find(".cp-won");
  if (won && was.get("screen") !== "result") celebrate(won);
}

/**
 * Bars grow, steps rise, confetti falls; a tap or a key ends it, and without motion it is over at once.
 * @param {HTMLElement} won
 */
function celebrate(won) {
  if (reducedMotion.matches || !find(".cp-first-step", won)) return;
  const ended = new AbortController();
  const { signal } = ended;
  const end = () => {
    ended.abort();
    won.classList.remove("cp-moment");
    for (const rain of all(".confetti", won)) rain.remove();
  };
  won.classList.add("cp-moment");
  const timers = [setTimeout(() => strewOver(won, PIECES), MOMENT), setTimeout(end, 2 * MOMENT)];
  signal.addEventListener("abort", () => timers.forEach(clearTimeout));
  addEventListener("pointerdown", end, { signal });
  addEventListener("keydown", end, { signal });
}

async function undo() {
  const form = countingForm();
  const was = earlier.pop();
  if (form && was) await send(form, was);
  settle();
}

/** Lay the places that can be tapped on the board. */
function layPlaces() {
  const board = find(".cp-board[data-on]");
  const own = board && find(".cp-own", board);
  if (!board || !own) return;
  board.classList.add("cp-on-board");
  const frame = own.getBoundingClientRect();
  for (const place of all(".cp-place", board)) {
    const id = `${board.dataset.on}${(place.dataset.place || "").replace(".", "-")}`;
    const there = find(`[data-id="${id}"] .cp-spot`, own) || find(`[data-id="${id}"]`, own);
    layPlace(place, frame, there?.getBoundingClientRect());
  }
}

/**
 * One that the board does not show cannot be tapped there.
 * @param {HTMLElement} place
 * @param {DOMRect} frame
 * @param {DOMRect} [box]
 */
function layPlace(place, frame, box) {
  place.hidden = !box || !box.width || box.top + box.height / 2 < frame.top;
  if (!box) return;
  place.hidden ||= box.left < frame.left - EDGE || box.right > frame.right + EDGE;
  place.style.left = `${box.left - frame.left}px`;
  place.style.top = `${box.top - frame.top}px`;
  place.style.width = `${box.width}px`;
  place.style.height = `${box.height}px`;
}

/** Undo is there once there is something to take back. */
function showUndo() {
  const back = find("[data-undo]");
  if (back) back.hidden = !earlier.length;
}

/** The ring is the focus. */
function settle() {
  showUndo();
  const form = countingForm();
  if (!form) return;
  before = fieldsOf(form, "stay");
  layPlaces();
  const place =
    settlePad() || find(".cp-place.cp-ring", form) || find(".cp-acts [data-done]", form) || find(".cp-won h2", form);
  place?.focus({ preventScroll: true });
  remember(form);
  find("[data-think]", form)?.click(); // the judge may take a while: it is asked once its question is on the page
}

/**
 * Keep who plays: the position without its entries.
 * @param {HTMLFormElement} form
 */
function remember(form) {
  const field = find('input[name="position"]', form);
  if (!(field instanceof HTMLInputElement)) return;
  const lines = field.value.split("\n").filter((line) => /^(game|options|seat) /.test(line));
  const bare = lines.map((line) => (line.startsWith("seat ") ? line.slice(0, line.indexOf(":") + 1) : line));
  store(LAST, JSON.stringify({ game: form.dataset.game, position: `${bare.join("\n")}\n` }));
}

/** @param {string} position */
const namesIn = (position) => [...position.matchAll(/^seat (.*):$/gm)].map((found) => found[1].trim()).filter(Boolean);

function offerSameAgain() {
  const form = /** @type {HTMLFormElement | null} */ (findId("same-again"));
  const last = lastTable();
  if (!form || !last) return;
  form.action = form.dataset.action + last.game;
  allInputs('input[name="position"]', form)[0].value = last.position;
  const box = ownBox(last.game);
  allInputs('input[name="box"]', form)[0].value = box?.used ? box.token : "";
  const names = findId("same-names");
  if (names) names.textContent = namesIn(last.position).join(", ");
  form.hidden = false;
}

/** The last table that was counted here, as its position without entries. */
function lastTable() {
  try {
    return JSON.parse(readStored(LAST) || "null");
  } catch {
    forgetStored(LAST);
    return null;
  }
}

/**
 * All deeds are about the game that was tapped.
 * @param {string} game
 */
function chooseGame(game) {
  const tiles = all(".cp-games [data-game]");
  if (!tiles.some((tile) => tile.dataset.game === game)) return;
  for (const tile of tiles) {
    if (tile.dataset.game === game) tile.setAttribute("aria-current", "true");
    else tile.removeAttribute("aria-current");
  }
  for (const deed of all("[data-deed]")) deed.setAttribute("href", (deed.dataset.deed || "").replace("*", game));
}

function offerGames() {
  if (!new URLSearchParams(location.search).has("game")) chooseGame(lastTable()?.game || "");
  for (const tile of all(".cp-games [data-game]")) {
    tile.addEventListener("click", (event) => {
      event.preventDefault();
      chooseGame(tile.dataset.game || "");
    });
  }
}

/**
 * The people and the edition of last time, in the fields of who plays.
 * @param {HTMLElement} form
 */
function fillLast(form) {
  const last = lastTable();
  if (!last || last.game !== form.dataset.game) return;
  const names = [...last.position.matchAll(/^seat(.*):$/gm)].map((found) => found[1].trim());
  for (const [seat, name] of names.entries()) fill(form, `name.${seat}`, name);
  for (const field of allInputs(`input[name="seats"][value="${names.length}"]`, form)) field.checked = true;
  const options = /^options (.*)$/m.exec(last.position);
  for (const word of options ? options[1].split(" ") : []) fill(form, `o.${word.split("=")[0]}`, word.split("=")[1]);
}

/**
 * @param {HTMLElement} form
 * @param {string} name
 * @param {string} value
 */
function fill(form, name, value) {
  const field = find(`[name="${name}"]`, form);
  if (field instanceof HTMLInputElement && field.type === "checkbox") {
    field.checked = value === "yes";
    field.closest("details")?.setAttribute("open", "");
  } else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
}

/** @returns {string[]} */
function knownNames() {
  try {
    return JSON.parse(readStored(NAMES) || "[]") || [];
  } catch {
    return [];
  }
}

function fillNames() {
  const form = findId("who");
  const list = findId("known-names");
  if (!form || !list) return;
  offerBox(form, form.dataset.game || "");
  fillLast(form);
  for (const name of knownNames()) {
    const option = document.createElement("option");
    option.value = name;
    list.append(option);
  }
  form.addEventListener("submit", () => {
    const now = allInputs('input[name^="name."]', form).map((field) => field.value.trim());
    const names = [...new Set([...now.filter(Boolean), ...knownNames()])];
    store(NAMES, JSON.stringify(names.slice(0, MOST_NAMES)));
  });
}

/**
 * Arrows move between places; a digit or a letter chooses; Backspace takes back.
 * @param {KeyboardEvent} event
 */
function onKey(event) {
  const form = countingForm();
  const target = targetOf(event);
  if (!form || target instanceof HTMLInputElement || hasModifier(event)) return;
  if (event.key === "Backspace" && earlier.length) {
    event.preventDefault();
    undo();
  } else if (event.key.startsWith("Arrow") && target.matches(".cp-place")) {
    event.preventDefault();
    neighbour(target, event.key)?.focus();
  } else if (/^[\p{L}\d]$/u.test(event.key)) choose(form, event.key);
}

/**
 * @param {HTMLFormElement} form
 * @param {string} key
 */
function choose(form, key) {
  const cards = all(".cp-card", form);
  const letter = key.toLocaleLowerCase();
  const named = cards.filter((card) => (card.textContent || "").trim().toLocaleLowerCase().startsWith(letter));
  const card = /\d/.test(key) && !named.length ? cards[Number(key) - 1] : named[0];
  card?.click();
}

/**
 * The nearest place in the direction of an arrow.
 * @param {HTMLElement} from
 * @param {string} key
 */
function neighbour(from, key) {
  const box = from.getBoundingClientRect();
  const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] || [0, 0];
  let best = null;
  let least = Infinity;
  for (const place of all(".cp-place")) {
    const other = place.getBoundingClientRect();
    const dx = other.left + other.width / 2 - box.left - box.width / 2;
    const dy = other.top + other.height / 2 - box.top - box.height / 2;
    const ahead = dx * x + dy * y;
    const aside = Math.abs(dx * y) + Math.abs(dy * x);
    if (ahead > 4 && ahead + 3 * aside < least) [best, least] = [place, ahead + 3 * aside];
  }
  return best;
}

document.addEventListener("submit", (event) => {
  const form = countingForm();
  if (!form || event.target !== form) return;
  const button = /** @type {SubmitEvent} */ (event).submitter;
  const wish = button instanceof HTMLButtonElement ? button.value : "done";
  if (wish === "start" || button?.hasAttribute("formaction")) return; // pages of their own
  event.preventDefault();
  tap(form, wish);
});
document.addEventListener("click", (event) => {
  const target = targetOf(event);
  if (target.closest("[data-undo]")) undo();
  if (target.closest("[data-print]")) window.print();
});
addEventListener("resize", layPlaces);
document.addEventListener("keydown", onKey);
watchNumbers(refresh);
offerGames();
offerSameAgain();
fillNames();
settle();
