// @ts-check
// Confetti at the edges of a place, never over its middle.
import { make } from "./dom.js";

const EDGES = 9; // per cent of the width at each side that may be strewn
const COLOURS = ["red", "yellow", "green", "blue", "purple", "brown"];

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

/**
 * Strew pieces over a place.
 * @param {HTMLElement} holder
 * @param {number} pieces
 */
export function strewOver(holder, pieces) {
  const rain = make("div", "confetti");
  rain.setAttribute("aria-hidden", "true");
  rain.append(...Array.from({ length: pieces }, (_, k) => piece(k)));
  holder.append(rain);
}
