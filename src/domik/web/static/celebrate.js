// @ts-check
// The winner's moment: the steps rise from the last to the first, then the crown, then confetti beside the board.
import { strewOver } from "./confetti.js";
import { byId, find, reducedMotion } from "./dom.js";
import { playSound } from "./notices.js";
import { table } from "./state.js";

const BEFORE = 400; // milliseconds until the first step rises
const STEP = 500;
const CROWN = 400;
const CONFETTI = 2000;
const PIECES = 44;

/** @type {AbortController | null} */
let running = null;

/** Strew confetti over the edges of the board and of the steps, never over the middle. */
function strew() {
  for (const holder of [byId("main"), byId("after")]) {
    strewOver(holder, PIECES / 2);
  }
}

/** The end of the moment, at once. */
function finish() {
  running?.abort();
  running = null;
  table.classList.remove("celebrates");
  for (const rain of document.querySelectorAll(".confetti")) rain.remove();
}

/** Show who won as a moment of joy; a tap or a key ends it, and without motion it is over at once. */
export function celebrate() {
  const steps = document.querySelectorAll("#after .step").length;
  if (!steps) return;
  playSound("end");
  if (reducedMotion.matches || document.hidden || !find("#after .won")) return;
  finish();
  running = new AbortController();
  const { signal } = running;
  table.classList.add("celebrates");
  const crowned = BEFORE + steps * STEP + CROWN;
  const timers = [setTimeout(strew, crowned), setTimeout(finish, crowned + CONFETTI + 800)];
  signal.addEventListener("abort", () => timers.forEach(clearTimeout));
  addEventListener("pointerdown", finish, { signal });
  addEventListener("keydown", finish, { signal });
}
