// A lesson: the table's own board, and a coach beside it. The server goes through the lesson; the page keeps the place.
import { $, all, calm, doc, form, whenReshaped } from "./page.js";
import { hideWhy, offer, whenDecided, whyBy } from "./choosing.js";
import { clausesBy, deeds, pictures, query, table, toast } from "./table.js";
import { forgetBoard, renew } from "./board.js";
import { mark, remark } from "./marks.js";
import { keepPlace, placeIn, win } from "./stars.js";

const { game, lesson, name } = table.dataset, [help, helpAgain] = table.dataset.help.split("|");
const here = `/learn/${game}/${lesson}`;
let kept = placeIn(game, lesson), now = {}, asking = 0, strays = 0, last = [], free = [];

// ---- asking and showing ----
const show = message => {
  const moved = now.at !== message.at || now.state !== message.state || message.path.length;
  now = message;
  kept = message.kept;
  keepPlace(game, lesson, message.state === "done" ? "" : kept);
  if (message.state === "done") win(name, game, lesson, message.stars);
  doc.body.dataset.state = message.state;
  renew(message);
  if (moved) { strays = 0; $("bubble").focus({ preventScroll: true }); }
  point();
  if ((message.state === "done" || message.state === "glad") && moved) confetti();
  Object.assign($("coach").dataset, { shown: `${message.at}.${message.state}`, way: message.path.join(" "), asked: asking }); // for whoever watches the page
};
const ask = async (does, more = "") => {
  const mine = ++asking, asked = new URLSearchParams({ kept, do: does, form: form(), letters: query.get("letters") === "1" ? 1 : 0 });
  try {
    const answer = await fetch(`${here}/step?${asked}${more}`), found = await answer.json();
    if (mine !== asking) return;
    if (answer.ok) show(found); else toast(found.error);
  } catch { if (mine === asking) toast(table.dataset.lost); }
};

// ---- what is pointed at ----
const point = () => {
  const { state, point: ids, path } = now;
  if (state === "task") free = ids;
  doc.body.classList.toggle("ribbon-meant", ids.some(id => $(id)?.closest(".ribbon")));
  if (path.length) mark({ lit: path });
  else if (state === "oops") mark({ point: ids.filter(id => !free.includes(id) || !last.length), tapped: last.slice(-1) });
  else if (state === "glad" || state === "done") mark({ point: ids, kind: "ok", lit: [] });
  else mark({ point: ids, veil: state === "explain" });
};
const tell = text => { // Tobi says it, whatever was clicked
  const bubble = $("bubble");
  bubble.querySelector(".call")?.remove();
  bubble.querySelector("p").textContent = text;
  bubble.className = "bubble is-kind";
};
const read = markup => { const field = doc.createElement("textarea"); field.innerHTML = markup; return field.value; };
whyBy((element, clause, text) => {
  tell(read(text));
  const link = doc.querySelector(".coach-rule");
  if (link && clause) { link.dataset.clause = clause; link.href = `/g/${game}/rules#${clause}`; }
  mark({ point: now.point, tapped: element && element.id ? [element.id] : [] });
});
doc.addEventListener("click", event => { // a click that means nothing is answered too
  const at = event.target;
  if (now.state !== "task" || !at.closest(".own, .hand, .others, .shelf") || at.closest("button, a, .can, .refused, .on, [data-enlarge], dialog")) return;
  tell(++strays > 2 ? helpAgain : help);
  if (strays > 2) doc.querySelector("[data-do=show]")?.classList.add("look-here");
  mark({ point: all(".can").map(element => element.id).filter(Boolean) });
}, true);

// ---- deeds ----
whenDecided(action => { last = []; const path = now.paths.find(one => one[0] % 64 === action); if (path) last = path.slice(1); hideWhy(); offer([]); ask("play", `&action=${action}`); });
Object.assign(deeds, {
  next: () => ask("next"),
  back: () => ask("back"),
  again: () => ask("again"),
  show: () => ask("show"),
  restart: () => { kept = ""; ask(""); },
});
doc.addEventListener("keydown", event => {
  if (event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.altKey || event.metaKey) return;
  const press = does => { const button = doc.querySelector(does); if (button && !button.disabled) { event.preventDefault(); event.stopPropagation(); button.click(); } };
  if (event.key.toLowerCase() === "h") press("[data-do=show]");
  else if (now.state === "task") return; // there the keys move over the board, as at a table
  else if (event.key === "ArrowRight" || (event.key === "Enter" && event.target === $("bubble"))) press(".steer .go-next");
  else if (event.key === "ArrowLeft") press("[data-do=back]");
  else if (event.key === "Escape") press(".leave-all");
}, true);

// ---- the rules beside the board ----
const box = $("clause-box");
clausesBy(async clause => {
  const answer = await fetch(`/g/${game}/rules/clause/${clause}`);
  if (!answer.ok) return;
  box.innerHTML = await answer.text();
  if (box.open) return;
  box.show();
  box.querySelector("[data-close]")?.focus();
});
box.addEventListener("click", event => { if (event.target.closest("[data-close]")) box.close(); });
box.addEventListener("keydown", event => { if (event.key === "Escape") { event.stopPropagation(); box.close(); } });

// ---- joy ----
const confetti = () => {
  if (calm.matches || !doc.body.animate) return;
  const coach = $("coach-top").getBoundingClientRect(), colours = ["#d4574c", "#e6b93d", "#68a85f", "#4f96d1", "#9670c4", "#a97c53"];
  for (let k = 0; k < 36; k++) {
    const leaf = doc.createElement("i");
    leaf.className = "coach-leaf";
    leaf.style.cssText = `left:${coach.left + Math.random() * coach.width}px;top:${coach.top + 20}px;background:${colours[k % 6]}`;
    table.append(leaf);
    leaf.animate([{ transform: "none", opacity: 1 }, { transform: `translate(${Math.random() * 120 - 60}px, ${120 + Math.random() * 240}px) rotate(${Math.random() * 720}deg)`, opacity: 0 }], { duration: 1100 + Math.random() * 900, easing: "cubic-bezier(.2,.6,.5,1)" }).onfinish = () => leaf.remove();
  }
};

whenReshaped(() => { forgetBoard(); ask(""); });
doc.fonts?.ready.then(remark);
addEventListener("load", remark);
setInterval(() => { if (!doc.hidden) remark(); }, 900); // pictures that arrive late, boards that fly
pictures.then(() => ask(""));
