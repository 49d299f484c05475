// Two tables of one deal, played side by side: decision after decision, both boards in step.
import { $, all } from "./page.js";
const button = $("together"), steps = JSON.parse(button.dataset.steps), frames = all(".dup .mini"), PACE = 1400;
let at = Number(button.dataset.at), timer = 0;
const shown = (place, step) => new Promise(done => { // the new board is there before the old one goes
  const old = place.querySelector("iframe"), fresh = old.cloneNode();
  fresh.src = old.src.replace(/step=\d+/, `step=${step}`);
  fresh.loading = "eager";
  fresh.addEventListener("load", () => { old.remove(); done(); }, { once: true });
  place.append(fresh);
});
const stop = () => { clearTimeout(timer); timer = 0; button.classList.remove("on"); button.querySelector("span").textContent = button.dataset.play; };
const next = async () => {
  if (at >= steps.length) return stop();
  const pair = steps[at++];
  $("decision").textContent = button.dataset.words.replace("{n}", at);
  history.replaceState(null, "", `?at=${at}`);
  await Promise.all(frames.map((place, side) => shown(place, pair[side])));
  if (timer) timer = setTimeout(next, PACE);
};
button.addEventListener("click", () => {
  if (timer) return stop();
  if (at >= steps.length) at = 0;
  button.classList.add("on");
  button.querySelector("span").textContent = button.dataset.stop;
  timer = 1;
  next();
});
