// Domik's one script, for every page and every game: it knows paths of things to click, and no rules.
(() => {
"use strict";
const doc = document, root = doc.documentElement, $ = id => doc.getElementById(id);
const all = (query, where = doc) => [...where.querySelectorAll(query)];
const cookie = (name, value) => { doc.cookie = `${name}=${value};path=/;max-age=31536000;samesite=lax`; };
const calm = matchMedia("(prefers-reduced-motion: reduce)"), narrow = matchMedia("(max-width: 700px)");

// ---- every page: theme, links to copy ----
doc.addEventListener("click", event => {
  if (!event.target.closest("[data-theme-switch]")) return;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  cookie("theme", root.dataset.theme = dark ? "light" : "dark");
});
const fillLinks = () => { for (const field of all("input[data-link]")) if (!field.value) field.value = location.origin + field.dataset.link; };
fillLinks();

const table = $("table");
if (!table) return;
const words = table.dataset.words.split("|"), id = table.dataset.table, query = new URLSearchParams(location.search);
const [yourTurn, copied, loading, , sure, show] = words, title = doc.title;
let socket, viewer = "", number = 0, wishes = 0, tries = 0, facts = {}, paths = [], picked = [], pending = null;
let lucky = false, again = false, first = true, byKeys = false, clocksAt = 0;

// ---- sending ----
const send = wish => {
  if (!socket || socket.readyState !== 1) return;
  socket.send(JSON.stringify({ id: ++wishes, got: number, ...wish }));
};
const act = action => { pending = null; picked = []; send({ do: "move", action, turn: facts.turn }); light(); };

// ---- choosing: actions whose path begins with what was clicked ----
const open = () => paths.filter(path => picked.every((one, k) => path[k + 1] === one));
const targets = () => new Set(open().map(path => path[picked.length + 1]).filter(Boolean));
const light = () => {
  const next = pending === null ? targets() : new Set();
  for (const old of all(".can, .on[aria-pressed], .refused")) {
    old.classList.remove("can", "on", "refused");
    old.removeAttribute("aria-pressed");
    if (old.dataset.made) { old.removeAttribute("tabindex"); old.removeAttribute("role"); delete old.dataset.made; }
  }
  const reach = element => {
    if (/^(BUTTON|A|INPUT)$/i.test(element.tagName) || element.hasAttribute("tabindex")) return;
    element.setAttribute("tabindex", "0");
    if (!element.hasAttribute("role")) element.setAttribute("role", "button");
    element.dataset.made = "1";
  };
  for (const one of next) { const element = $(one); if (element) { element.classList.add("can"); reach(element); } }
  for (const one of Object.keys(facts.no || {})) {
    const element = $(one);
    if (element && !next.has(one)) { element.classList.add("refused"); reach(element); }
  }
  for (const one of picked) { const element = $(one); if (element) { element.classList.add("on"); element.setAttribute("aria-pressed", "true"); reach(element); } }
  const ready = doc.querySelector("[data-do=confirm]");
  if (ready) { ready.disabled = pending === null; ready.classList.toggle("wait", pending === null); }
  for (const one of all("[data-drag]")) one.style.touchAction = "none";
};
const pick = one => {
  if (!targets().has(one)) return false;
  picked.push(one);
  const [action, ...others] = new Set(open().map(path => path[0] % 64)); // from 64 on: another way to the same action
  if (!others.length) {
    if (table.dataset.confirm === "1") pending = action; else { act(action); return true; }
  }
  light();
  if (byKeys) focusFirst();
  return true;
};
const unpick = to => { picked.length = Math.min(picked.length, to); pending = null; hideWhy(); light(); };
const holder = (element, test) => { for (; element && element !== doc; element = element.parentNode) if (element.id && test(element.id)) return element; return null; };
const touch = element => {
  const next = targets(), hit = pending === null && holder(element, one => next.has(one));
  if (hit) { hideWhy(); return pick(hit.id); }
  const taken = holder(element, one => picked.includes(one));
  if (taken) { unpick(picked.indexOf(taken.id)); return true; }
  const refused = holder(element, one => facts.no && facts.no[one]);
  if (refused) { why(refused, ...facts.no[refused.id]); return true; }
  return false;
};

// ---- why not ----
const tip = $("why");
const hideWhy = () => { tip.hidden = true; };
const why = (element, clause, text) => {
  const link = clause ? ` <a href="/g/${table.dataset.game}/rules#${clause}" data-clause="${clause}">${clause}</a>` : "";
  tip.innerHTML = `<span>${text}</span>${link}`;
  tip.hidden = false;
  const box = (element || $("now")).getBoundingClientRect(), own = tip.getBoundingClientRect();
  const left = Math.max(8, Math.min(innerWidth - own.width - 8, box.left + box.width / 2 - own.width / 2));
  const above = box.top - own.height - 8;
  tip.style.left = left + "px";
  tip.style.top = (above > 8 ? above : Math.min(innerHeight - own.height - 8, box.bottom + 8)) + "px";
};

// ---- keyboard ----
const places = () => all(".can, .refused").map(element => [element, element.getBoundingClientRect()]).filter(([, box]) => box.width);
const focusFirst = () => { const found = doc.querySelector(".can"); if (found) found.focus({ preventScroll: true }); };
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
  if (replay && event.key.startsWith("Arrow")) { event.preventDefault(); go(Number($("step").value) + (event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1)); }
  else if (ARROWS[event.key]) { event.preventDefault(); step(...ARROWS[event.key]); }
  else if (event.key === "Escape") { const menu = doc.querySelector(".menu[open]"); if (menu) { menu.open = false; menu.querySelector("summary").focus(); } else if (!tip.hidden) hideWhy(); else if (picked.length) unpick(picked.length - 1); }
  else if ((event.key === "Enter" || event.key === " ") && !/^(BUTTON|A|SUMMARY)$/i.test(at.tagName)) {
    if (pending !== null) act(pending); else if (touch(at) || enlarge(at)) event.preventDefault();
  }
});
doc.addEventListener("focusin", event => {
  const refused = byKeys && holder(event.target, one => facts.no && facts.no[one] && !targets().has(one));
  if (refused) why(refused, ...facts.no[refused.id]); else if (!event.target.closest("#why")) hideWhy();
});

// ---- drag: pick by lifting, place by dropping ----
let drag = null, dragged = false;
doc.addEventListener("pointerdown", event => {
  byKeys = false; dragged = false;
  const thing = event.target.closest("[data-drag]");
  if (!thing || event.button || !paths.length) return;
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
    const refused = under && holder(under, one => facts.no && facts.no[one]);
    if (refused) why(refused, ...facts.no[refused.id]);
  }
};
doc.addEventListener("pointerup", event => drop(event, true));
doc.addEventListener("pointercancel", event => drop(event, false));

// ---- looking closer ----
const enlarge = element => {
  const small = element.closest("[data-enlarge]"), box = $("enlarged");
  if (!small) return false;
  const copy = ($(small.dataset.enlarge) || small).cloneNode(true);
  for (const one of [copy, ...all("[id], [tabindex], [data-key]", copy)]) for (const name of ["id", "tabindex", "data-key", "data-enlarge"]) one.removeAttribute(name);
  box.replaceChildren(copy);
  box.showModal();
  return true;
};

// ---- clicks ----
const DONE = {
  confirm: () => pending !== null && act(pending),
  copy: button => { const field = button.parentNode.querySelector(".link"); field.select(); navigator.clipboard?.writeText(field.value); toast(copied); },
  share: () => { const link = location.href; if (navigator.share) navigator.share({ url: link }).catch(() => {}); else navigator.clipboard?.writeText(link).then(() => toast(copied)); },
  resign: () => confirm(sure) && send({ do: "resign" }),
  rematch: () => { again = true; send({ do: "rematch" }); },
};
doc.addEventListener("click", event => {
  const at = event.target;
  for (const menu of all(".menu[open]")) if (!menu.contains(at)) menu.open = false;
  if (dragged) { dragged = false; return; }
  const clause = at.closest("[data-clause]");
  if (clause) { event.preventDefault(); hideWhy(); showTab("rules", clause.dataset.clause); return; }
  const button = at.closest("[data-do]");
  if (button) { const does = button.dataset.do; if (DONE[does]) DONE[does](button); else send({ do: does, seat: Number(button.dataset.seat ?? -1) }); return; }
  const tab = at.closest("[data-tab]");
  if (tab) return showTab(tab.dataset.tab);
  const seat = at.closest("[data-look]");
  if (seat) return send({ do: "look", seat: Number(seat.dataset.look) });
  const move = at.closest("[data-step]");
  if (move) return go(Number($("step").value) + Number(move.dataset.step));
  if (at === $("enlarged") || at.closest("#enlarged")) return $("enlarged").close();
  if (at.closest("#why")) return;
  if (touch(at)) return;
  hideWhy();
  enlarge(at);
});
const toast = text => {
  const note = doc.createElement("div");
  note.className = "toast"; note.setAttribute("role", "status"); note.textContent = text;
  table.append(note);
  setTimeout(() => note.remove(), 2600);
};

// ---- log, rules, chat ----
let unread = 0, rulesHere = false;
const showTab = (name, clause) => {
  const page = $("sheet-" + name), opened = page.classList.contains("open") && !clause;
  for (const tab of all("[data-tab]")) { const on = tab.dataset.tab === name; tab.classList.toggle("on", on); tab.setAttribute("aria-selected", on); tab.tabIndex = on ? 0 : -1; }
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
  const answer = await fetch(`/g/${table.dataset.game}/rules/sheet`);
  if (answer.ok) { $("sheet-rules").innerHTML = await answer.text(); rulesHere = true; }
};
all("[role=tablist]").forEach(list => list.addEventListener("keydown", event => {
  const turn = { ArrowLeft: -1, ArrowRight: 1 }[event.key], tabs = all("[role=tab]", list), at = tabs.indexOf(doc.activeElement);
  if (!turn || at < 0) return;
  const next = tabs[(at + turn + tabs.length) % tabs.length];
  next.focus(); showTab(next.dataset.tab);
}));
const talk = $("chat-form");
if (talk) talk.addEventListener("submit", event => { event.preventDefault(); const field = talk.elements.text; if (field.value.trim()) send({ do: "chat", text: field.value }); field.value = ""; });

// ---- turn notices ----
const setting = name => { try { return localStorage.getItem("domik." + name); } catch { return null; } };
for (const box of all("[data-setting]")) {
  const kept = setting(box.dataset.setting);
  if (kept !== null) box.checked = kept === "1";
  box.addEventListener("change", async () => {
    if (box.dataset.setting === "notify" && box.checked && (!("Notification" in window) || await Notification.requestPermission() !== "granted")) box.checked = false;
    try { localStorage.setItem("domik." + box.dataset.setting, box.checked ? "1" : "0"); } catch { /* a private window forgets */ }
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
  if (setting("sound") !== "0") chime();
  if (setting("notify") === "1" && window.Notification?.permission === "granted") new Notification(title, { body: yourTurn, tag: id, icon: "/static/domik.svg" });
};
const titled = () => { doc.title = facts.mine && !facts.over ? `● ${yourTurn} · ${title}` : title; };

// ---- what the server sends ----
const boxes = () => new Map(all("[data-key]", table).map(element => [element.dataset.key, element.getBoundingClientRect()]).filter(([, box]) => box.width));
const fly = before => {
  if (calm.matches || first) return;
  for (const element of all("[data-key]", table)) {
    const old = before.get(element.dataset.key), now = element.getBoundingClientRect();
    if (!now.width || !element.animate) continue;
    if (!old) { element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 250 }); continue; }
    const scale = element.ownerSVGElement && element.parentNode.getScreenCTM() ? element.parentNode.getScreenCTM().a : 1;
    const dx = (old.left + old.width / 2 - now.left - now.width / 2) / scale, dy = (old.top + old.height / 2 - now.top - now.height / 2) / scale;
    if (Math.hypot(dx, dy) > 3) element.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0px 0px" }], { duration: 320, easing: "cubic-bezier(.2,.7,.3,1)" });
  }
};
const patch = message => {
  const before = message.cells || message.areas ? boxes() : null, focused = doc.activeElement && doc.activeElement.id;
  for (const [name, markup] of Object.entries(message.areas || {})) { const area = doc.querySelector(`[data-area="${name}"]`); if (area) area.innerHTML = markup; }
  for (const [name, markup] of Object.entries(message.cells || {})) { const cell = $(name); if (cell) cell.innerHTML = markup; }
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
  if (message.paths) { paths = message.paths; picked = []; pending = null; }
  const was = facts.mine;
  for (const [one, why] of Object.entries(message.no || {})) { facts.no ||= {}; if (why) facts.no[one] = why; else delete facts.no[one]; }
  for (const name of ["turn", "mine", "seats", "eyes", "dealt", "over", "curtain", "next", "clocks"]) if (name in message) facts[name] = message[name];
  if (message.clocks) clocksAt = performance.now();
  if (message.curtain) curtain();
  if (message.open) openHands(message.open);
  if (before) fly(before);
  fillLinks();
  light();
  if ("mine" in message) { $("now").classList.toggle("waits", !facts.mine); titled(); if (facts.mine && !was && !first) notice(); }
  if (focused && doc.activeElement === doc.body) { const element = $(focused); if (element && (element.classList.contains("can") || !byKeys)) element.focus({ preventScroll: true }); else if (byKeys) focusFirst(); }
  if (message.refused) { const [, clause, text] = message.refused; picked = []; pending = null; light(); why(null, clause, text); }
  if (message.hint) { const [text, ...path] = message.hint; why($(path[path.length - 1]), "", text); for (const one of path) { const element = $(one); if (element) { element.classList.add("hint"); setTimeout(() => element.classList.remove("hint"), 4000); } } }
  if (facts.next && again) location.assign("/t/" + facts.next);
  if (!lucky && facts.dealt === false && facts.seats && facts.seats.length) {
    lucky = true;
    send({ do: "luck", text: [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("") });
  }
  first = false;
};
const curtain = () => {
  const sheet = $("curtain"), seats = facts.curtain || [];
  sheet.hidden = !seats.length;
  $("curtain-seats").replaceChildren(...seats.map(([seat, name]) => {
    const button = doc.createElement("button");
    button.type = "button"; button.className = "button"; button.dataset.look = seat; button.textContent = `${name}: ${show}`;
    return button;
  }));
  if (seats.length) $("curtain-seats").firstChild.focus();
};
const openHands = eyes => {
  $("open").innerHTML = eyes.map(([who, own, hand]) => `<article class="eye"><h2>${who}</h2><div class="own"><div class="area">${own}</div></div><div class="hand"><div class="shelf">${hand}</div></div></article>`).join("");
};
setInterval(() => {
  if (!facts.clocks || facts.over) return;
  const [awaited, ...left] = facts.clocks, gone = performance.now() - clocksAt;
  for (const face of all("[data-clock]")) {
    const seat = Number(face.dataset.clock), runs = awaited >> seat & 1, ms = Math.max(0, left[seat] - (runs ? gone : 0)), s = Math.floor(ms / 1000);
    face.textContent = s >= 86400 ? `${Math.floor(s / 86400)}d ${Math.floor(s % 86400 / 3600)}h` : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
    face.parentNode.classList.toggle("runs", !!runs);
  }
}, 250);

// ---- the game's pictures, kept by the browser: cells only refer to them ----
const shelfOf = $("pictures"), pictures = shelfOf.dataset.from ? fetch(shelfOf.dataset.from).then(answer => answer.text()).then(markup => { shelfOf.innerHTML = markup; }).catch(() => {}) : Promise.resolve();

// ---- the connection: lost and found again, with everything that was missed ----
const connect = () => {
  const asked = new URLSearchParams({ phone: narrow.matches ? 1 : 0, lang: root.lang, letters: query.get("letters") === "1" ? 1 : 0 });
  if (viewer) { asked.set("v", viewer); asked.set("n", number); }
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/t/${id}/live?${asked}`);
  const mine = socket;
  socket.binaryType = "arraybuffer"; // UTF-8 as the server wrote it, which saves it two translations
  socket.onopen = () => { tries = 0; $("lost").hidden = true; };
  socket.onmessage = event => {
    if (mine !== socket) return;
    const message = JSON.parse(new TextDecoder().decode(event.data));
    if (message.n <= number && message.viewer === undefined) return;
    number = message.n;
    if (message.viewer) { if (viewer && viewer !== message.viewer) { $("log").replaceChildren(); $("chat").replaceChildren(); facts = {}; first = true; } viewer = message.viewer; }
    patch(message);
  };
  socket.onclose = event => {
    if (mine !== socket) return;
    $("lost").hidden = false;
    if (event.code === 4403 || event.code === 4404) return;
    setTimeout(connect, Math.min(8000, 400 * 2 ** tries++) * (0.7 + Math.random() * 0.6));
  };
};
narrow.addEventListener("change", () => { if (replay) go(Number($("step").value)); else { viewer = ""; number = 0; first = true; $("log").replaceChildren(); $("chat").replaceChildren(); const old = socket; connect(); old.close(); } });
addEventListener("online", () => socket && socket.readyState > 1 && connect());

// ---- a finished game again ----
const replay = table.dataset.replay !== undefined;
let asking = 0;
const go = async to => {
  const most = Number(table.dataset.replay), at = Math.max(0, Math.min(most, to)), eyes = $("eyes").value, mine = ++asking;
  $("step").value = at; $("step-number").textContent = `${at} / ${most}`; $("branch-step").value = at;
  history.replaceState(null, "", `?step=${at}&eyes=${eyes}`);
  const answer = await fetch(`/t/${id}/step/${at}?eyes=${eyes}&phone=${narrow.matches ? 1 : 0}&letters=${query.get("letters") === "1" ? 1 : 0}`);
  if (answer.ok && mine === asking) { const message = await answer.json(); $("open").replaceChildren(); patch(message); $("step-number").dataset.shown = at; }
};
if (replay) {
  $("now").classList.add("waits");
  $("step").addEventListener("input", () => go(Number($("step").value)));
  $("eyes").addEventListener("change", () => go(Number($("step").value)));
  if (query.has("eyes")) $("eyes").value = query.get("eyes");
  if ($("eyes").selectedIndex < 0) $("eyes").selectedIndex = 0;
  pictures.then(() => go(query.has("step") ? Number(query.get("step")) : 0));
} else {
  const key = location.hash.slice(1);
  if (/^\d+\.[\w-]+$/.test(key)) {
    fetch(`/t/${id}/sit`, { method: "POST", body: new URLSearchParams({ key }) }).then(async answer => {
      history.replaceState(null, "", location.pathname + location.search);
      if (!answer.ok) toast((await answer.json()).error);
      pictures.then(connect);
    }, connect);
  } else pictures.then(connect);
}
})();
