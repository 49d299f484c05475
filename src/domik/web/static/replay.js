// A finished game again, step by step and with anybody's eyes.
import { $, doc, form, whenReshaped } from "./page.js";
import { id, patch, pictures, query, table } from "./table.js";

let asking = 0;
const at = () => Number($("step").value);
const go = async to => {
  const most = Number(table.dataset.replay), step = Math.max(0, Math.min(most, to)), eyes = $("eyes").value, mine = ++asking;
  $("step").value = step; $("step-number").textContent = `${step} / ${most}`; $("branch-step").value = step;
  history.replaceState(null, "", `?step=${step}&eyes=${eyes}`);
  const answer = await fetch(`/t/${id}/step/${step}?eyes=${eyes}&form=${form()}&letters=${query.get("letters") === "1" ? 1 : 0}`);
  if (answer.ok && mine === asking) { const message = await answer.json(); $("open").replaceChildren(); patch(message); $("step-number").dataset.shown = step; }
};

const ARROWS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
doc.addEventListener("keydown", event => { // before choosing hears of it: here arrows turn pages
  if (!ARROWS[event.key] || event.target.closest("input, select, textarea, [role=tablist]") || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  go(at() + ARROWS[event.key]);
}, true);
doc.addEventListener("click", event => { const move = event.target.closest("[data-step]"); if (move) go(at() + Number(move.dataset.step)); });
whenReshaped(() => go(at()));
$("step").addEventListener("input", () => go(at()));
$("eyes").addEventListener("change", () => go(at()));
$("now").classList.add("waits");
if (query.has("eyes")) $("eyes").value = query.get("eyes");
if ($("eyes").selectedIndex < 0) $("eyes").selectedIndex = 0;
import("./fair.js").then(({ check }) => check(id));
pictures.then(() => go(query.has("step") ? Number(query.get("step")) : 0));
