// @ts-check
// Learn from your mistakes: the real board as it was, and the server says whether a move is better.
import { choice } from "./choose.js";
import { all, byId, closest, find, findId, flash, form, onNewForm, readStored, store, textOf, url } from "./dom.js";
import { begin, patch } from "./patch.js";
import { picturesLoaded } from "./pictures.js";
import { commands, id, letters } from "./state.js";
import { startTable } from "./table.js";

/** @typedef {{ kind: string, text: string, more?: boolean, path?: string[] }} Answer */

const SOLUTION = 4000; // milliseconds that its places are lit
const bar = byId("replay");
const said = byId("said");
const steps = (bar.dataset.steps || "").split(" ").filter(Boolean).map(Number);
let at = Number(bar.dataset.at);
let hints = 0;
let asking = 0;
let isSolved = false;

/** @param {number} step */
const nameOf = (step) => `learned.${id}.${step}`;

function showBeads() {
  all("[data-bead]", bar).forEach((bead, k) => {
    bead.classList.toggle("now", k === at);
    bead.classList.toggle("done", readStored(nameOf(steps[k])) === "1");
    if (k === at) bead.setAttribute("aria-current", "step");
    else bead.removeAttribute("aria-current");
  });
}

/**
 * @param {string} kind
 * @param {string} text
 */
function say(kind, text) {
  said.className = `rv-said ${kind}`;
  said.textContent = text;
}

/** @param {number} number of the exercise */
async function show(number) {
  const mine = ++asking;
  at = number;
  hints = 0;
  isSolved = false;
  const asked = new URLSearchParams({ form: form(), letters: letters() });
  const answer = await fetch(url(`/t/${id}/learn/${steps[at]}?${asked}`));
  if (!answer.ok || mine !== asking) return;
  const message = await answer.json();
  begin();
  patch(message);
  say("", said.dataset.first || "");
  showBeads();
  bar.dataset.shown = String(steps[at]);
}

/**
 * @param {Record<string, string>} wish
 * @returns {Promise<Answer | null>}
 */
async function ask(wish) {
  const asked = new URLSearchParams({ ...wish, form: form() });
  const answer = await fetch(url(`/t/${id}/learn/${steps[at]}/say?${asked}`));
  const found = await answer.json();
  if (!answer.ok) {
    say("", found.error);
    return null;
  }
  say(found.kind, textOf(found.text));
  return found;
}

/** @param {number} action */
async function tryMove(action) {
  if (isSolved) return;
  const found = await ask({ action: String(action) });
  if (!found || found.kind === "not_yet") return;
  isSolved = true;
  choice.offer([]);
  patch({});
  store(nameOf(steps[at]), "1");
  showBeads();
  find("[data-do=next]")?.focus();
}

async function giveClue() {
  const found = await ask({ hint: String(hints) });
  if (found?.more) hints++;
}

/** The words stand in the bar already: only the places of the solution are lit. */
async function showSolution() {
  const found = await ask({ solution: "1" });
  const places = (found?.path ?? []).map(findId).filter((place) => place !== null);
  flash(places, SOLUTION);
}

startTable({ decide: tryMove });
Object.assign(commands, {
  clue: giveClue,
  solution: showSolution,
  next: () => show((at + 1) % steps.length),
});
bar.addEventListener("click", (event) => {
  const bead = closest(event, "[data-bead]");
  if (bead) show(Number(bead.dataset.bead));
});
if (steps.length) {
  onNewForm(() => show(at));
  picturesLoaded.then(() => show(at));
}
