// @ts-check
// A live evening: the page asks what is new, lets the clock run, and goes to the table when the round opens.
import { all, byId, find, get, readStored, reducedMotion, store, url } from "./dom.js";

const EVERY = 2000; // milliseconds
const MOVES = 400;
const holder = byId("evening");
const id = holder.dataset.id || "";
let toldAt = performance.now();

function part() {
  return get(".evening-cols", holder);
}

function showClock() {
  const clock = find("#evening-clock");
  if (!clock) return;
  const left = Math.max(0, Number(part().dataset.left) - (performance.now() - toldAt));
  const seconds = Math.ceil(left / 1000);
  clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A table that opened just now is entered by itself, once. */
function enterTable() {
  const { table } = part().dataset;
  if (!table || readStored(`evening-${table}`) !== null) return;
  store(`evening-${table}`, id);
  location.assign(url(`/t/${table}`));
}

/** @returns {Map<string, number>} where each row of the standings is */
function places() {
  return new Map(all("[data-row]", holder).map((row) => [row.dataset.row || "", row.getBoundingClientRect().top]));
}

/** @param {Map<string, number>} before */
function moveRows(before) {
  if (reducedMotion.matches) return;
  for (const row of all("[data-row]", holder)) {
    const way =
      (before.get(row.dataset.row || "") ?? row.getBoundingClientRect().top) - row.getBoundingClientRect().top;
    if (way) row.animate([{ translate: `0 ${way}px` }, { translate: "0 0" }], { duration: MOVES, easing: "ease-out" });
  }
}

async function refresh() {
  const answer = await fetch(url(`/evening/${id}/news`));
  if (!answer.ok) return;
  const markup = await answer.text();
  const before = places();
  const focused = document.activeElement?.getAttribute("value");
  holder.innerHTML = markup;
  toldAt = performance.now();
  moveRows(before);
  if (focused) find(`[name=say][value=${focused}]`, holder)?.focus();
  showClock();
  enterTable();
}

setInterval(showClock, 250);
setInterval(() => {
  if (part().dataset.over !== "1") refresh().catch(() => {});
}, EVERY);
showClock();
enterTable();
