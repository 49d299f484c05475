// @ts-check
// Two tables of one deal, played side by side: decision after decision, both boards in step.
import { all, byId, get } from "./dom.js";

const PACE = 1400; // milliseconds
const button = byId("together");
const label = get("span", button);
const frames = all(".dup .mini");
/** @type {number[][]} the moves that both boards show after every decision */
const steps = JSON.parse(button.dataset.steps || "[]");
let at = Number(button.dataset.at);
let isPlaying = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Show another step; the new board is there before the old one goes.
 * @param {HTMLElement} place
 * @param {number} step
 * @returns {Promise<void>}
 */
function showStep(place, step) {
  const old = /** @type {HTMLIFrameElement} */ (get("iframe", place));
  const fresh = /** @type {HTMLIFrameElement} */ (old.cloneNode());
  fresh.src = old.src.replace(/step=\d+/, `step=${step}`);
  fresh.loading = "eager";
  return new Promise((resolve) => {
    const replace = () => {
      old.remove();
      resolve();
    };
    fresh.addEventListener("load", replace, { once: true });
    place.append(fresh);
  });
}

function stop() {
  clearTimeout(timer);
  isPlaying = false;
  button.classList.remove("on");
  label.textContent = button.dataset.play || "";
}

async function playNext() {
  if (at >= steps.length) {
    stop();
    return;
  }
  const pair = steps[at++];
  byId("decision").textContent = (button.dataset.words || "").replace("{n}", String(at));
  history.replaceState(null, "", `?at=${at}`);
  await Promise.all(frames.map((place, side) => showStep(place, pair[side])));
  if (isPlaying) timer = setTimeout(playNext, PACE);
}

function play() {
  if (at >= steps.length) at = 0;
  isPlaying = true;
  button.classList.add("on");
  label.textContent = button.dataset.stop || "";
  playNext();
}

button.addEventListener("click", () => (isPlaying ? stop() : play()));
