// Choosing at a table of any game: it knows paths of things to click, and no rules.
import { $, all, doc } from "./page.js";

const given = $("table").dataset;
let paths = [], picked = [], pending = null, byKeys = false;
export const refusals = {}; // what does nothing now: clause and reason by element id
let decided = () => {};
export const whenDecided = does => { decided = does; };
export const usesKeys = () => byKeys;
export const offer = found => { paths = found; forget(); };
export const forget = () => { picked = []; pending = null; };
export const confirmed = () => { if (pending !== null) act(pending); };
const act = action => { forget(); decided(action); light(); };

// ---- choosing: actions whose path begins with what was clicked ----
const open = () => paths.filter(path => picked.every((one, k) => path[k + 1] === one));
const targets = () => new Set(open().map(path => path[picked.length + 1]).filter(Boolean));
const moves = thing => thing.dataset.drag !== "lit" || thing.matches(".can"); // data-drag="lit": only while it can be chosen
export const light = () => {
  const next = pending === null ? targets() : new Set();
  for (const old of all(".can, .on[aria-pressed], .refused")) {
    old.classList.remove("can", "on", "refused");
    old.removeAttribute("aria-pressed");
    if (old.dataset.made === undefined) continue;
    for (const name of ["tabindex", "role", "aria-disabled", "aria-description"]) old.removeAttribute(name);
    if (old.dataset.made) old.setAttribute("role", old.dataset.made);
    delete old.dataset.made;
  }
  const reach = (element, off) => { // a picture is a button while something can come of it
    if (/^(BUTTON|A|INPUT)$/i.test(element.tagName) || element.hasAttribute("tabindex")) return;
    const role = element.getAttribute("role");
    element.setAttribute("tabindex", "0");
    if (!role || element.dataset.lit === "") element.setAttribute("role", "button");
    if (off) { element.setAttribute("aria-disabled", "true"); element.setAttribute("aria-description", off); }
    element.dataset.made = role || "";
  };
  for (const one of next) { const element = $(one); if (element) { element.classList.add("can"); reach(element); } }
  for (const one of Object.keys(refusals)) {
    const element = $(one);
    if (element && !next.has(one)) { element.classList.add("refused"); reach(element, `${refusals[one][1]} ${refusals[one][0]}`); }
  }
  for (const one of picked) { const element = $(one); if (element) { element.classList.add("on"); element.setAttribute("aria-pressed", "true"); reach(element); } }
  const ready = doc.querySelector("[data-do=confirm]");
  if (ready) { ready.disabled = pending === null; ready.classList.toggle("wait", pending === null); }
  for (const one of all("[data-drag]")) one.style.touchAction = moves(one) ? "none" : "";
};
const pick = one => {
  if (!targets().has(one)) return false;
  picked.push(one);
  const [action, ...others] = new Set(open().map(path => path[0] % 64)); // from 64 on: another way to the same action
  if (!others.length) {
    if (given.confirm === "1") pending = action; else { act(action); return true; }
  }
  light();
  if (byKeys) focusFirst();
  return true;
};
const unpick = to => { picked.length = Math.min(picked.length, to); pending = null; hideWhy(); light(); };
const holder = (element, test) => { for (; element && element !== doc; element = element.parentNode) if (element.id && test(element.id)) return element; return null; };
export const touch = element => {
  const next = targets(), hit = pending === null && holder(element, one => next.has(one));
  if (hit) { hideWhy(); return pick(hit.id); }
  const taken = holder(element, one => picked.includes(one));
  if (taken) { unpick(picked.indexOf(taken.id)); return true; }
  const refused = holder(element, one => refusals[one]);
  if (refused) { why(refused, ...refusals[refused.id]); return true; }
  return false;
};

// ---- why not ----
const tip = $("why");
export const hideWhy = () => { tip.hidden = true; };
// A text lies beside what it speaks of: never over it, and over as little as can be that one could tap next.
const beside = (box, own, spoken) => {
  const board = doc.querySelector(".own").getBoundingClientRect(), prompt = $("now").getBoundingClientRect(), w = own.width, h = own.height;
  const middle = box.left + box.width / 2 - w / 2, centre = box.top + box.height / 2 - h / 2;
  const shun = [[$("now"), 3], ...spoken.map(one => [one, 50]), ...all("[data-keep]").map(one => [one, 2]), ...all(".can").map(one => [one, 1])].map(([one, weight]) => [one.getBoundingClientRect(), weight]);
  const spots = [[middle, box.top - h - 8], [middle, box.bottom + 8], [box.left - w - 8, centre], [box.right + 8, centre], [prompt.left, prompt.bottom + 8], [board.left + 8, board.top + 8], [board.right - w - 8, board.top + 8], [board.left + 8, board.bottom - h - 8], [board.right - w - 8, board.bottom - h - 8], [8, innerHeight - h - 60], [innerWidth - w - 8, 8], [innerWidth - w - 8, innerHeight - h - 8]];
  let best = null, least = Infinity;
  for (const [x, y] of spots) {
    const left = Math.max(8, Math.min(innerWidth - w - 8, x)), top = Math.max(8, Math.min(innerHeight - h - 8, y));
    const cost = shun.reduce((sum, [its, weight]) => sum + weight * Math.max(0, Math.min(left + w, its.right + 4) - Math.max(left, its.left - 4)) * Math.max(0, Math.min(top + h, its.bottom + 4) - Math.max(top, its.top - 4)), 0);
    if (cost < least) { least = cost; best = [left, top]; }
  }
  return best;
};
let teller = null; // where a coach says it instead
export const whyBy = way => { teller = way; };
export const why = (element, clause, text, spoken = element ? [element] : []) => {
  if (teller) return teller(element, clause, text);
  const link = clause ? ` <a href="/g/${given.game}/rules#${clause}" data-clause="${clause}">${clause}</a>` : "";
  tip.innerHTML = `<span>${text}</span>${link}`;
  tip.hidden = false;
  const [left, top] = beside((element || $("now")).getBoundingClientRect(), tip.getBoundingClientRect(), spoken);
  tip.style.left = left + "px";
  tip.style.top = top + "px";
};

// ---- keyboard ----
const places = () => all(".can, .refused").map(element => [element, element.getBoundingClientRect()]).filter(([, box]) => box.width);
export const focusFirst = () => { const found = all(".can[id]").find(one => one.getBoundingClientRect().width); if (found) found.focus({ preventScroll: true, focusVisible: byKeys }); }; // seen only by those who use keys
const step = (dx, dy) => {
  const from = doc.activeElement, here = from && from !== doc.body ? from.getBoundingClientRect() : null;
  const inside = here && from.matches(".can, .refused, .on");
  if (!inside) return focusFirst();
  const x = here.left + here.width / 2, y = here.top + here.height / 2;
  let best = null, least = Infinity;
  for (const [element, box] of places()) {
    const ax = box.left + box.width / 2 - x, ay = box.top + box.height / 2 - y, ahead = ax * dx + ay * dy;
    const cost = ahead + 2.5 * Math.abs(ax * dy - ay * dx);
    if (element !== from && ahead > 4 && cost < least) { least = cost; best = element; }
  }
  if (best) best.focus({ preventScroll: true });
};
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
doc.addEventListener("keydown", event => {
  const at = event.target;
  if (at.closest("input, select, textarea, [role=tablist]") || event.ctrlKey || event.altKey || event.metaKey) return;
  byKeys = true;
  if (ARROWS[event.key]) { event.preventDefault(); step(...ARROWS[event.key]); }
  else if (event.key === "Escape") { const menu = doc.querySelector(".menu[open]"); if (menu) { menu.open = false; menu.querySelector("summary").focus(); } else if (!tip.hidden) hideWhy(); else if (picked.length) unpick(picked.length - 1); }
  else if ((event.key === "Enter" || event.key === " ") && !/^(BUTTON|A|SUMMARY)$/i.test(at.tagName)) {
    if (pending !== null) act(pending); else if (touch(at) || enlarge(at)) event.preventDefault();
  }
});
doc.addEventListener("focusin", event => {
  const refused = byKeys && holder(event.target, one => refusals[one] && !targets().has(one));
  if (refused) why(refused, ...refusals[refused.id]); else if (!event.target.closest("#why")) hideWhy();
});

// ---- drag: pick by lifting, place by dropping ----
let drag = null, dragged = false;
export const wasDragged = () => { const was = dragged; dragged = false; return was; }; // a drop is no click
doc.addEventListener("pointerdown", event => {
  byKeys = dragged = false;
  const thing = event.target.closest("[data-drag]");
  if (!thing || event.button || !paths.length || !moves(thing)) return;
  const matrix = thing.parentNode.getScreenCTM ? thing.parentNode.getScreenCTM().a : 1;
  drag = { thing, x: event.clientX, y: event.clientY, scale: matrix, on: false, id: event.pointerId };
});
doc.addEventListener("pointermove", event => {
  if (!drag || event.pointerId !== drag.id) return;
  const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
  if (!drag.on) {
    if (Math.hypot(dx, dy) < 8) return;
    drag.on = dragged = true;
    drag.thing.classList.add("dragged");
    drag.thing.style.pointerEvents = "none";
    const next = targets(), own = holder(drag.thing, one => next.has(one));
    if (own && open().some(path => path[picked.length + 1] === own.id && path.length > picked.length + 2)) { picked.push(own.id); light(); drag.picked = true; } else drag.whole = own;
  }
  drag.thing.style.translate = `${dx / drag.scale}px ${dy / drag.scale}px`;
  event.preventDefault();
});
const drop = (event, done) => {
  if (!drag || event.pointerId !== drag.id) return;
  const { thing, on, whole, y } = drag, lifted = drag.picked;
  drag = null;
  if (!on) return;
  const under = done ? doc.elementFromPoint(event.clientX, event.clientY) : null;
  thing.classList.remove("dragged");
  thing.style.pointerEvents = thing.style.translate = "";
  const next = targets(), hit = under && holder(under, one => next.has(one) && !(whole && one === whole.id));
  if (hit) pick(hit.id);
  else if (whole && done && y - event.clientY > 60) pick(whole.id);
  else {
    if (lifted) unpick(picked.length - 1);
    const refused = under && holder(under, one => refusals[one]);
    if (refused) why(refused, ...refusals[refused.id]);
  }
};
doc.addEventListener("pointerup", event => drop(event, true));
doc.addEventListener("pointercancel", event => drop(event, false));

// ---- looking closer ----
export const enlarge = element => {
  const small = element.closest("[data-enlarge]"), box = $("enlarged");
  if (!small) return false;
  const copy = ($(small.dataset.enlarge) || small).cloneNode(true);
  for (const one of [copy, ...all("[id], [tabindex], [data-key]", copy)]) for (const name of ["id", "tabindex", "data-key", "data-enlarge"]) one.removeAttribute(name);
  box.replaceChildren(copy);
  box.showModal();
  return true;
};
