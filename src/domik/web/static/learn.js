// Learn from your mistakes: the real board as it was, and the server says whether a move is better.
import { $, all, doc, form, whenReshaped } from "./page.js";
import { offer, whenDecided } from "./choosing.js";
import { begin, deeds, id, patch, pictures, query } from "./table.js";

const bar = $("replay"), steps = bar.dataset.steps.trim().split(" ").filter(Boolean).map(Number), said = $("said");
let at = Number(bar.dataset.at), hints = 0, asking = 0, solved = false;
const key = step => `domik.learned.${id}.${step}`;
const learned = step => { try { return localStorage.getItem(key(step)) === "1"; } catch { return false; } };
const beads = () => all("[data-bead]", bar).forEach((bead, k) => { bead.classList.toggle("now", k === at); bead.classList.toggle("done", learned(steps[k])); if (k === at) bead.setAttribute("aria-current", "step"); else bead.removeAttribute("aria-current"); });
const answered = (kind, text) => { said.className = `rv-said ${kind}`; said.textContent = text; };
const show = async to => {
  const mine = ++asking;
  at = to; hints = 0; solved = false;
  const answer = await fetch(`/t/${id}/learn/${steps[at]}?form=${form()}&letters=${query.get("letters") === "1" ? 1 : 0}`);
  if (!answer.ok || mine !== asking) return;
  const message = await answer.json();
  begin();
  patch(message);
  answered("", said.dataset.first);
  beads();
  bar.dataset.shown = steps[at];
};
const ask = async what => {
  const answer = await fetch(`/t/${id}/learn/${steps[at]}/say?${what}&form=${form()}`), found = await answer.json();
  if (!answer.ok) { answered("", found.error); return null; }
  const text = doc.createElement("textarea"); // the text is escaped for markup: read it as text
  text.innerHTML = found.text;
  answered(found.kind, text.value);
  return found;
};
whenDecided(async action => {
  if (solved) return;
  const found = await ask(`action=${action}`);
  if (found && found.kind !== "not_yet") { solved = true; offer([]); patch({}); try { localStorage.setItem(key(steps[at]), "1"); } catch { /* a private window forgets */ } beads(); doc.querySelector("[data-do=next]").focus(); }
});
Object.assign(deeds, {
  clue: async () => { const found = await ask(`hint=${hints}`); if (found && found.more) hints++; },
  solution: async () => { // the words stand in the bar already: only its places are lit
    const found = await ask("solution=1");
    for (const place of (found ? found.path : []).map($).filter(Boolean)) { place.classList.add("hint"); setTimeout(() => place.classList.remove("hint"), 4000); }
  },
  next: () => show((at + 1) % steps.length),
});
bar.addEventListener("click", event => { const bead = event.target.closest("[data-bead]"); if (bead) show(Number(bead.dataset.bead)); });
whenReshaped(() => steps.length && show(at));
if (steps.length) pictures.then(() => show(at));
