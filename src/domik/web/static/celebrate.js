// @ts-check
// The winner's moment: the steps rise from the last to the first, then the crown, then confetti beside the board.
import { byId, find, make, reducedMotion } from "./dom.js";
import { playSound } from "./notices.js";
import { table } from "./state.js";

const BEFORE = 400; // milliseconds until the first step rises
const STEP = 500;
const CROWN = 400;
const CONFETTI = 2000;
const PIECES = 44;
const EDGES = 9; // per cent of the board's width at each side that may be strewn
const COLOURS = ["red", "yellow", "green", "blue", "purple", "brown"];

/** @type {AbortController | null} */
let running = null;

/**
 * A number that only looks like chance, so that pictures of it are the same every time.
 * @param {number} k
 * @param {number} most
 */
function scatter(k, most) {
  return ((k * 7919 + 104_729) % 997) * (most / 997);
}

/**
 * One piece of paper at the left or right edge of a board.
 * @param {number} k
 */
function piece(k) {
  const one = make("i", "");
  const side = scatter(k, EDGES);
  Object.assign(one.style, {
    left: `${k % 2 ? side : 100 - side - 1}%`,
    width: `${7 + (k % 3) * 2}px`,
    height: `${6 + (k % 2) * 2}px`,
    background: `var(--${COLOURS[k % COLOURS.length]})`,
    animationDelay: `${scatter(k * 31, 600)}ms`,
    rotate: `${scatter(k * 17, 180)}deg`,
  });
  return one;
}

/** Strew confetti over the edges of the board and of the steps, never over the middle. */
function strew() {
  for (const holder of [byId("main"), byId("after")]) {
    const rain = make("div", "confetti");
    rain.setAttribute("aria-hidden", "true");
    rain.append(...Array.from({ length: PIECES / 2 }, (_, k) => piece(k)));
    holder.append(rain);
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
