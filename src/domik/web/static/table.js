// A table in the browser: what the server sends becomes the page; log, rules, chat, clocks, notices of one's turn.
import { $, all, calm, doc, dressed, fillLinks, keep, kept } from "./page.js";
import { boxes, fly } from "./flying.js";
import { enlarge, focusFirst, forget, hideWhy, light, offer, refusals, touch, usesKeys, wasDragged, why } from "./choosing.js";

export const table = $("table"), id = table.dataset.table, query = new URLSearchParams(location.search);
export const [yourTurn, copied, loading, , sure, show, awayFor, unsent, unsaid, turnOf] = table.dataset.words.split("|");
export let facts = {};
const title = doc.title;
let first = true, clocksAt = 0, awayAt = 0;
export const begin = () => { facts = {}; first = true; for (const one of Object.keys(refusals)) delete refusals[one]; $("log").replaceChildren(); $("chat").replaceChildren(); };

// ---- clicks ----
export const deeds = { // by data-do; what is not here is asked of the server
  copy: button => { const field = button.parentNode.querySelector(".link"); field.select(); navigator.clipboard?.writeText(field.value); toast(copied); },
  share: button => { const link = button.dataset.url || location.href; if (navigator.share) navigator.share({ url: link }).catch(() => {}); else navigator.clipboard?.writeText(link).then(() => toast(copied)); },
};
let send = () => {};
export const sendBy = way => { send = way; };
let openClause = clause => showTab("rules", clause);
export const clausesBy = way => { openClause = way; };
doc.addEventListener("click", event => {
  const at = event.target, box = $("enlarged");
  for (const menu of all(".menu[open]")) if (!menu.contains(at)) menu.open = false;
  if (wasDragged()) return;
  const clause = at.closest("[data-clause]");
  if (clause) { event.preventDefault(); hideWhy(); box.close(); openClause(clause.dataset.clause); return; }
  const button = at.closest("[data-do]");
  if (button) { const does = button.dataset.do; if (deeds[does]) deeds[does](button); else send({ do: does, seat: Number(button.dataset.seat ?? -1) }); return; }
  const tab = at.closest("[data-tab]");
  if (tab) return showTab(tab.dataset.tab);
  const seat = at.closest("[data-look]");
  if (seat) return send({ do: "look", seat: Number(seat.dataset.look) });
  if (box.contains(at)) return box.close();
  if (at.closest("#why") || touch(at)) return;
  hideWhy();
  enlarge(at);
});
export const toast = text => {
  const note = doc.createElement("div");
  note.className = "toast"; note.setAttribute("role", "status"); note.textContent = text;
  table.append(note);
  setTimeout(() => note.remove(), 2600);
};

// ---- log, rules, chat ----
let unread = 0, rulesHere = false;
const showTab = (name, clause) => {
  const page = $("sheet-" + name), opened = page.classList.contains("open") && !clause;
  for (const tab of all("[role=tab]")) { const on = tab.dataset.tab === name; tab.classList.toggle("on", on); tab.setAttribute("aria-selected", on); tab.tabIndex = on ? 0 : -1; }
  for (const one of all(".sheet .page")) { one.hidden = one !== page; one.classList.toggle("open", one === page && !opened); }
  if (name === "chat") { unread = 0; $("unread").hidden = true; }
  if (name === "rules") loadRules().then(() => {
    const rule = clause && $("sheet-rules").querySelector(`[id="${clause}"]`);
    for (const old of all(".rule.shown")) old.classList.remove("shown");
    if (rule) { rule.classList.add("shown"); rule.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" }); page.focus({ preventScroll: true }); }
  });
};
const loadRules = async () => {
  if (rulesHere) return;
  $("sheet-rules").textContent = loading;
  const [answer] = await Promise.all([fetch(`/g/${table.dataset.game}/rules/sheet`), dressed()]);
  if (answer.ok) { $("sheet-rules").innerHTML = await answer.text(); rulesHere = true; }
};
all("[role=tablist]").forEach(list => list.addEventListener("keydown", event => {
  const turn = { ArrowLeft: -1, ArrowRight: 1 }[event.key], tabs = all("[role=tab]", list), at = tabs.indexOf(doc.activeElement);
  if (!turn || at < 0) return;
  const next = tabs[(at + turn + tabs.length) % tabs.length];
  next.focus(); showTab(next.dataset.tab);
}));

// ---- turn notices ----
for (const box of all("[data-setting]")) {
  const was = kept(box.dataset.setting);
  if (was !== null) box.checked = was === "1";
  box.addEventListener("change", async () => {
    if (box.dataset.setting === "notify" && box.checked && (!("Notification" in window) || await Notification.requestPermission() !== "granted")) box.checked = false;
    keep(box.dataset.setting, box.checked ? "1" : "0");
  });
}
let sounds;
const chime = () => {
  try {
    sounds ||= new AudioContext();
    [523, 784].forEach((pitch, k) => {
      const tone = sounds.createOscillator(), volume = sounds.createGain(), at = sounds.currentTime + k * 0.13;
      tone.frequency.value = pitch; tone.type = "sine";
      volume.gain.setValueAtTime(0.0001, at); volume.gain.exponentialRampToValueAtTime(0.14, at + 0.02); volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.35);
      tone.connect(volume).connect(sounds.destination); tone.start(at); tone.stop(at + 0.4);
    });
  } catch { /* no sound here */ }
};
const notice = () => {
  if (doc.hasFocus()) return;
  if (kept("sound") !== "0") chime();
  if (kept("notify") === "1" && window.Notification?.permission === "granted") new Notification(title, { body: yourTurn, tag: id, icon: "/static/domik.svg" });
};
const titled = () => { doc.title = facts.mine && !facts.over ? `● ${yourTurn} · ${title}` : title; };

// ---- what the server sends ----
let came = new Set();
export const moved = () => came; // the cells of the boards that something came to with the last message
export const patch = (message, span = 320) => {
  const before = message.cells || message.areas ? boxes() : null, focused = doc.activeElement && doc.activeElement.id;
  for (const [name, markup] of Object.entries(message.areas || {})) { const area = doc.querySelector(`[data-area="${name}"]`); if (area) area.innerHTML = markup; }
  for (const [name, markup] of Object.entries(message.cells || {})) { const cell = $(name); if (cell) cell.innerHTML = markup; }
  for (const label of all(".label")) label.setAttribute("lengthAdjust", "spacingAndGlyphs");
  if (message.log) {
    const log = $("log"), [kept, ...lines] = message.log;
    while (log.children.length > kept) log.lastChild.remove();
    log.insertAdjacentHTML("beforeend", lines.join(""));
    const page = $("sheet-log"); page.scrollTop = page.scrollHeight;
  }
  if (message.chat) {
    $("chat").insertAdjacentHTML("beforeend", message.chat.join(""));
    if (!first && $("sheet-chat").hidden) { unread += message.chat.length; $("unread").textContent = unread; $("unread").hidden = false; }
  }
  if (message.paths) offer(message.paths);
  const was = facts.mine;
  for (const [one, reason] of Object.entries(message.no || {})) if (reason) refusals[one] = reason; else delete refusals[one];
  for (const name of ["turn", "mine", "seats", "eyes", "dealt", "over", "curtain", "away", "again", "next", "clocks", "hash"]) if (name in message) facts[name] = message[name];
  if (message.clocks) clocksAt = performance.now();
  if (message.away) awayAt = performance.now();
  if ("over" in message) ended();
  if (message.curtain) curtain();
  if (message.open) openHands(message.open);
  came = before ? fly(before, first ? 0 : span) : new Set();
  fillLinks();
  light();
  if ("mine" in message) { $("now").classList.toggle("waits", !facts.mine); titled(); if (facts.mine && !was && !first) notice(); }
  if (focused && doc.activeElement === doc.body) { const element = $(focused); if (element && (element.classList.contains("can") || !usesKeys())) element.focus({ preventScroll: true }); }
  if (message.paths && facts.mine) comeHome();
  if (message.refused) { const [, clause, text] = message.refused; forget(); light(); why(null, clause, text); }
  if (message.hint) { const [text, ...path] = message.hint; const spoken = path.map($).filter(Boolean); for (const element of spoken) { element.classList.add("hint"); setTimeout(() => element.classList.remove("hint"), 4000); } why(spoken[spoken.length - 1], "", text, spoken); }
  first = false;
  table.classList.add("laid");
};
// Whenever it is one's turn the keyboard is at something that can be played, unless one reads or writes elsewhere.
const comeHome = () => {
  const at = doc.activeElement;
  if (!at || !at.closest(".can, input, select, textarea, .sheet, .menu[open], dialog, .curtain:not([hidden])")) focusFirst();
};
// The sheet of points opens by itself where it lies beside the board; as a drawer it would cover it.
const ended = () => {
  const tab = $("tab-points"), there = tab && facts.over && !!$("ledger").firstChild;
  if (!tab) return;
  tab.hidden = !there;
  if (there && $("sheet-points").hidden && !/fixed|absolute/.test(getComputedStyle($("sheet-log")).position)) { showTab("points"); $("sheet-points").classList.remove("open"); }
};
const curtain = () => {
  const sheet = $("curtain"), seats = facts.curtain || [];
  sheet.hidden = !seats.length;
  $("curtain-seats").replaceChildren(...seats.map(([seat, name]) => {
    const button = doc.createElement("button");
    button.type = "button"; button.className = `button seat-${seat}`; button.dataset.look = seat; button.textContent = `${name}: ${show}`;
    return button;
  }));
  const [, name] = seats.length === 1 ? seats[0] : [];
  $("curtain-face").innerHTML = seats.map(one => one[2]).join("");
  const turn = $("curtain-turn");
  turn.dataset.text ||= turn.textContent;
  turn.textContent = name ? turnOf.replace("#", name) : turn.dataset.text;
  if (seats.length) $("curtain-seats").firstChild.focus();
};
const openHands = eyes => {
  $("open").innerHTML = eyes.map(([who, own, hand]) => `<article class="eye"><h2>${who}</h2><div class="own"><div class="area">${own}</div></div><div class="hand"><div class="shelf">${hand}</div></div></article>`).join("");
};
const absences = () => { for (const sign of all("[data-away]")) { const ms = facts.away?.[sign.dataset.away], n = Math.floor((ms + performance.now() - awayAt) / 6e4); if (n > 0) sign.lastChild.textContent = awayFor.replace("#", n < 100 ? n : "99+"); } };
setInterval(() => {
  absences();
  if (!facts.clocks || facts.over) return;
  const [awaited, ...left] = facts.clocks, gone = performance.now() - clocksAt;
  for (const face of all("[data-clock]")) {
    const seat = Number(face.dataset.clock), runs = awaited >> seat & 1, ms = Math.max(0, left[seat] - (runs ? gone : 0)), s = Math.floor(ms / 1000);
    face.textContent = s >= 86400 ? `${Math.floor(s / 86400)}d ${Math.floor(s % 86400 / 3600)}h` : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
    face.parentNode.classList.toggle("runs", !!runs);
  }
}, 250);

// ---- the game's pictures, kept by the browser: cells only refer to them ----
const shelfOf = $("pictures");
const brought = address => address ? fetch(address).then(answer => answer.text()).then(markup => { shelfOf.insertAdjacentHTML("beforeend", markup); }).catch(() => {}) : Promise.resolve();
export const pictures = brought(shelfOf.dataset.from);
let others; // what no opening shows
export const allPictures = () => others ||= brought(shelfOf.dataset.rest);
export const lacksPictures = message => {
  if (others || !shelfOf.dataset.rest) return false;
  const text = JSON.stringify([message.areas, message.cells]);
  return [...text.matchAll(/href='#([\w-]+)'/g)].some(([, one]) => !$(one) && !text.includes(`id='${one}'`));
};
