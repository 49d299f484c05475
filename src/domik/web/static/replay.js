// A finished game again: by itself or step by step, round by round, with anybody's eyes.
import { forgetBoard, renew } from "./board.js";
import { faster, pace } from "./pace.js";
import { $, all, calm, doc, form, whenReshaped } from "./page.js";
import {} from "./recap.js";
import { id, pictures, query, table } from "./table.js";

const most = Number(table.dataset.replay), rounds = $("replay").dataset.rounds.split(" ").map(Number), LEAST = 250;
let asking = 0, playing = false, timer = 0;
const at = () => Number($("step").value);
const shown = step => { // the whole log is there: what comes later is pale, a line leads to its move
  let last = null;
  for (const line of all("#log > li")) { const later = Number(line.dataset.step) > step; line.classList.toggle("later", later); line.classList.toggle("now", Number(line.dataset.step) === step); if (!later) last = line; }
  last?.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
  for (const tick of all("[data-round-at]")) tick.classList.toggle("on", rounds.findLast(one => one <= step) === Number(tick.dataset.roundAt));
};
const go = async to => {
  const step = Math.max(0, Math.min(most, to)), eyes = $("eyes").value, mine = ++asking, whole = !$("log").firstChild;
  $("step").value = step; $("step-number").textContent = `${step} / ${most}`; $("branch-step").value = step;
  history.replaceState(null, "", `?step=${step}&eyes=${eyes}`);
  const answer = await fetch(`/t/${id}/step/${step}?eyes=${eyes}&form=${form()}&letters=${query.get("letters") === "1" ? 1 : 0}&log=${whole ? 1 : 0}`);
  if (!answer.ok || mine !== asking) return;
  const message = await answer.json();
  $("open").replaceChildren();
  renew(message);
  shown(step);
  $("step-number").dataset.shown = step;
};

// ---- by itself ----
const button = $("play");
const play = on => {
  clearTimeout(timer);
  playing = on;
  button.classList.toggle("on", on);
  button.setAttribute("aria-label", button.title = on ? button.dataset.stop : button.dataset.play);
  if (on) next();
};
const next = async () => {
  await go(at() >= most ? 0 : at() + 1);
  if (!playing) return;
  if (at() >= most) play(false); else timer = setTimeout(next, Math.max(LEAST, pace()));
};
button.addEventListener("click", () => play(!playing));
const jump = to => { play(false); go(to); };
const turnRound = by => jump(by < 0 ? rounds.findLast(one => one < at()) ?? 0 : rounds.find(one => one > at()) ?? most);

const KEYS = {
  ArrowLeft: () => jump(at() - 1), ArrowUp: () => jump(at() - 1), ArrowRight: () => jump(at() + 1), ArrowDown: () => jump(at() + 1),
  PageUp: () => turnRound(-1), PageDown: () => turnRound(1), Home: () => jump(0), End: () => jump(most),
  "+": () => faster(1), "=": () => faster(1), "-": () => faster(-1), " ": () => play(!playing),
};
doc.addEventListener("keydown", event => { // before choosing hears of it: here keys turn pages
  if (!KEYS[event.key] || event.target.closest("input:not([type=range]), select, textarea, [role=tablist]") || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === " " && event.target.closest("a, button, summary")) return;
  event.preventDefault();
  event.stopPropagation();
  KEYS[event.key]();
}, true);
doc.addEventListener("click", event => {
  const move = event.target.closest("[data-step]"), line = event.target.closest("#log > li"), turn = event.target.closest("[data-turn-round]"), tick = event.target.closest("[data-round-at]");
  if (event.target.closest("#log a, #log button")) return;
  if (line) jump(Number(line.dataset.step)); else if (turn) turnRound(Number(turn.dataset.turnRound)); else if (tick) jump(Number(tick.dataset.roundAt)); else if (move) jump(at() + Number(move.dataset.step));
});
whenReshaped(() => { forgetBoard(); go(at()); });
$("step").addEventListener("input", () => jump(at()));
$("eyes").addEventListener("change", () => { forgetBoard(); go(at()); });
$("now").classList.add("waits");
if (query.has("eyes")) $("eyes").value = query.get("eyes");
if ($("eyes").selectedIndex < 0) $("eyes").selectedIndex = 0;
import("./fair.js").then(({ check }) => check(id));
pictures.then(() => go(query.has("step") ? Number(query.get("step")) : 0));
