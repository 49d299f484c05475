// The review: the overview grows while it is computed; a moment shows its board with both moves marked in their places.
import { $, doc, form, whenReshaped } from "./page.js";

const id = $("review").dataset.table, scene = doc.querySelector(".scene-of"), query = new URLSearchParams(location.search);

// ---- the overview ----
let heard = 0;
const listen = async () => {
  const answer = await fetch(`/t/${id}/review/news${location.search}`).catch(() => null);
  if (answer && answer.ok) {
    const news = await answer.json();
    const bar = doc.querySelector("[role=progressbar]");
    if (!$("main").contains(doc.activeElement)) $("main").innerHTML = news.story; // nothing moves under whoever reads by keys
    else { bar.ariaValueNow = news.percent; bar.firstChild.style.width = `${news.percent}%`; }
    if (news.done) { location.reload(); return; }
    if (news.percent >= heard + 25) { heard = news.percent - news.percent % 25; $("heard").textContent = `${heard} %`; }
  }
  setTimeout(listen, 1000);
};
if (doc.querySelector("[role=progressbar]")) setTimeout(listen, 600);

// ---- one moment ----
let asking = 0, marks = [];
const ring = ([kind, word, sign, ...path]) => path.forEach((one, k) => {
  const thing = $(one), stage = doc.querySelector(".rv-stage").getBoundingClientRect();
  if (!thing) return;
  const box = thing.getBoundingClientRect(), made = doc.createElement("div");
  if (!box.width) return;
  made.className = `rv-ring ${kind}` + (box.top - stage.top < 26 ? " low" : stage.bottom - box.bottom < 22 ? " deep" : "");
  made.style.cssText = `left:${box.left - stage.left - 4}px;top:${box.top - stage.top - 4}px;width:${box.width + 8}px;height:${box.height + 8}px`;
  const tag = doc.createElement("span");
  tag.className = "rv-tag"; tag.innerHTML = sign; tag.append(k === path.length - 1 ? word : "");
  made.append(tag);
  $("rings").append(made);
});
const rings = () => { $("rings").replaceChildren(); marks.forEach(ring); };
const go = async step => {
  const mine = ++asking;
  query.set("step", step);
  const answer = await fetch(`/t/${id}/review/${step}?${query}&form=${form()}`);
  if (!answer.ok || mine !== asking) return;
  const found = await answer.json();
  scene.dataset.step = found.step;
  history.replaceState(null, "", `?${query}`);
  for (const [name, markup] of Object.entries(found.areas)) { const area = doc.querySelector(`[data-area="${name}"]`); if (area) area.innerHTML = markup; }
  for (const [name, markup] of Object.entries(found.cells)) { const cell = $(name); if (cell) cell.innerHTML = markup; }
  const back = doc.activeElement && doc.activeElement.rel; // whoever pages on keeps the place of the button
  $("words").innerHTML = found.words; $("curve").innerHTML = found.curve;
  if (back) doc.querySelector(`.rv-foot a[rel="${back}"]`)?.focus();
  marks = found.marks;
  rings();
  scene.dataset.shown = found.step;
};
const nearest = (plot, x) => { // the step of the game that was clicked
  const box = plot.getBoundingClientRect(), wide = Number(plot.dataset.wide), steps = Number(plot.dataset.steps);
  return Math.max(0, Math.min(steps, Math.round(((x - box.left) / box.width * wide - 46) / (wide - 92) * steps)));
};
doc.addEventListener("click", event => {
  const link = event.target.closest('a[href^="?"]'), plot = event.target.closest("[data-steps]");
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  if (link && scene) { const step = new URLSearchParams(link.getAttribute("href")).get("step"); if (step !== null) { event.preventDefault(); go(Number(step)); } return; }
  if (!link && plot && !doc.querySelector("[role=progressbar]")) { const step = nearest(plot, event.clientX); if (scene) go(step); else { query.set("step", step); location.search = query; } }
});
if (scene) {
  const MOVES = { ArrowUp: -1, ArrowDown: 1 }, MOMENTS = { ArrowLeft: "prev", ArrowRight: "next" };
  doc.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea")) return;
    const last = Number(doc.querySelector("[data-steps]").dataset.steps), other = MOMENTS[event.key] && doc.querySelector(`.rv-foot a[rel="${MOMENTS[event.key]}"]`);
    if (MOVES[event.key]) { event.preventDefault(); go(Math.max(0, Math.min(last, Number(scene.dataset.step) + MOVES[event.key]))); }
    else if (other) { event.preventDefault(); other.click(); }
  });
  const here = () => go(Number(scene.dataset.step));
  whenReshaped(here);
  addEventListener("resize", rings);
  const shelf = $("pictures");
  (shelf.dataset.from ? fetch(shelf.dataset.from).then(answer => answer.text()).then(markup => { shelf.innerHTML = markup; }).catch(() => {}) : Promise.resolve()).then(here);
}
