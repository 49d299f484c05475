// @ts-check
// A finished game again: by itself or step by step, round by round, with anybody's eyes.
import "./recap.js";
import { forgetBoard, showBoard } from "./board.js";
import { all, byId, clamp, closest, form, hasModifier, onNewForm, reducedMotion, targetOf, url } from "./dom.js";
import { startExplaining } from "./explain.js";
import { checkDeal } from "./fair.js";
import { changePace, pace } from "./pace.js";
import { picturesLoaded } from "./pictures.js";
import { id, letters, query, table } from "./state.js";
import { startTable } from "./table.js";

const LEAST_PAUSE = 250; // milliseconds
const steps = Number(table.dataset.replay);
const rounds = (byId("replay").dataset.rounds || "").split(" ").map(Number);
const slider = /** @type {HTMLInputElement} */ (byId("step"));
const eyes = /** @type {HTMLSelectElement} */ (byId("eyes"));
const playButton = /** @type {HTMLButtonElement} */ (byId("play"));
const branchStep = /** @type {HTMLInputElement | null} */ (document.getElementById("branch-step"));
let asking = 0;
let isPlaying = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function stepNow() {
  return Number(slider.value);
}

/**
 * The whole log is there, but what comes later is not shown: it would tell the result. A line leads to its move.
 * @param {number} step
 */
function showInLog(step) {
  /** @type {HTMLElement | null} */
  let last = null;
  for (const line of all("#log > li")) {
    const its = Number(line.dataset.step);
    line.classList.toggle("later", its > step);
    line.classList.toggle("now", its === step);
    if (its <= step) last = line;
  }
  last?.scrollIntoView({ block: "nearest", behavior: reducedMotion.matches ? "auto" : "smooth" });
}

/** @param {number} step */
function showRound(step) {
  const current = rounds.findLast((start) => start <= step);
  for (const tick of all("[data-round-at]")) tick.classList.toggle("on", current === Number(tick.dataset.roundAt));
}

/** @param {number} step */
function showStepNumber(step) {
  slider.value = String(step);
  byId("step-number").textContent = `${step} / ${steps}`;
  if (branchStep) branchStep.value = String(step);
  history.replaceState(null, "", `?step=${step}&eyes=${eyes.value}`);
}

/** @param {number} to */
async function go(to) {
  const step = clamp(0, to, steps);
  const mine = ++asking;
  showStepNumber(step);
  const needsLog = byId("log").firstChild === null;
  const asked = new URLSearchParams({
    eyes: eyes.value,
    form: form(),
    letters: letters(),
    log: needsLog ? "1" : "0",
  });
  const answer = await fetch(url(`/t/${id}/step/${step}?${asked}`));
  if (!answer.ok || mine !== asking) return;
  const message = await answer.json();
  byId("open").replaceChildren();
  showBoard(message);
  showInLog(step);
  showRound(step);
  byId("step-number").dataset.shown = String(step);
}

// ---- by itself ----

/** @param {boolean} isOn */
function play(isOn) {
  clearTimeout(timer);
  isPlaying = isOn;
  playButton.classList.toggle("on", isOn);
  playButton.title = (isOn ? playButton.dataset.stop : playButton.dataset.play) || "";
  playButton.setAttribute("aria-label", playButton.title);
  if (isOn) playNext();
}

async function playNext() {
  await go(stepNow() >= steps ? 0 : stepNow() + 1);
  if (!isPlaying) return;
  if (stepNow() >= steps) play(false);
  else timer = setTimeout(playNext, Math.max(LEAST_PAUSE, pace()));
}

// ---- by hand ----

/** @param {number} to */
function jump(to) {
  play(false);
  go(to);
}

/** @param {number} by */
function turnRound(by) {
  const earlier = rounds.findLast((start) => start < stepNow()) ?? 0;
  const later = rounds.find((start) => start > stepNow()) ?? steps;
  jump(by < 0 ? earlier : later);
}

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => jump(stepNow() - 1),
  ArrowUp: () => jump(stepNow() - 1),
  ArrowRight: () => jump(stepNow() + 1),
  ArrowDown: () => jump(stepNow() + 1),
  PageUp: () => turnRound(-1),
  PageDown: () => turnRound(1),
  Home: () => jump(0),
  End: () => jump(steps),
  "+": () => changePace(1),
  "=": () => changePace(1),
  "-": () => changePace(-1),
  " ": () => play(!isPlaying),
};

/**
 * Keys turn pages here: the board does not hear of them.
 * @param {KeyboardEvent} event
 */
function onKey(event) {
  const isField = targetOf(event).closest("input:not([type=range]), select, textarea, [role=tablist]");
  if (!KEYS[event.key] || isField || hasModifier(event)) return;
  if (event.key === " " && targetOf(event).closest("a, button, summary")) return;
  event.preventDefault();
  event.stopPropagation();
  KEYS[event.key]();
}

/**
 * What a click means; the first that fits counts.
 * @type {[selector: string, act: (found: HTMLElement) => void][]}
 */
const CLICKS = [
  ["#log a, #log button", () => {}],
  ["#log > li", (line) => jump(Number(line.dataset.step))],
  ["[data-turn-round]", (button) => turnRound(Number(button.dataset.turnRound))],
  ["[data-round-at]", (tick) => jump(Number(tick.dataset.roundAt))],
  ["[data-step]", (button) => jump(stepNow() + Number(button.dataset.step))],
];

/** @param {MouseEvent} event */
function onClick(event) {
  for (const [selector, act] of CLICKS) {
    const found = closest(event, selector);
    if (found) {
      act(found);
      return;
    }
  }
}

function redraw() {
  forgetBoard();
  go(stepNow());
}

startTable({});
startExplaining();
playButton.addEventListener("click", () => play(!isPlaying));
document.addEventListener("keydown", onKey, true);
document.addEventListener("click", onClick);
onNewForm(redraw);
slider.addEventListener("input", () => jump(stepNow()));
eyes.addEventListener("change", redraw);
byId("now").classList.add("waits");
if (query.has("eyes")) eyes.value = query.get("eyes") || "";
if (eyes.selectedIndex < 0) eyes.selectedIndex = 0;
checkDeal(id);
picturesLoaded.then(() => go(Number(query.get("step") ?? 0)));
