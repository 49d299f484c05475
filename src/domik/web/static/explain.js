// Help in somebody's first games: a new kind of decision gets one explanation, once. And the card at a glance.
import { $, all, doc, dressed, keep, kept } from "./page.js";
import { deeds, facts, table } from "./table.js";

const game = table.dataset.game, FIRST_GAMES = 2;

// ---- switches: rule numbers, explanations ----
const numbers = doc.querySelector("[data-setting=numbers]"), explain = doc.querySelector("[data-setting=explain]");
const show = () => doc.body.classList.toggle("rule-numbers", Boolean(numbers?.checked));
numbers?.addEventListener("change", show);
show();
const played = (kept(`played.${game}`) || "").split(" ").filter(Boolean);
if (kept("explain") === null && explain) explain.checked = played.length < FIRST_GAMES || played.includes(table.dataset.table);
explain?.addEventListener("change", () => { if (explain.checked) { keep(`seen.${game}`, ""); look(); } else hide(); });

// ---- one card at a time, at most one a turn, never twice ----
const tip = doc.createElement("div");
tip.className = "tobi-tip"; tip.hidden = true; tip.setAttribute("role", "status");
$("main").append(tip);
const seen = () => new Set((kept(`seen.${game}`) || "").split(" ").filter(Boolean));
const hide = () => { tip.hidden = true; };
let asked = "", turn = "";
const look = async () => {
  const kind = $("prompt").firstElementChild?.dataset.kind || "", waits = $("now").classList.contains("waits");
  if (waits || facts.over) { hide(); asked = ""; return; }
  if (!kind || !explain?.checked || seen().has(kind) || asked === kind || turn === facts.turn) { if (asked !== kind) hide(); return; }
  asked = kind;
  if (!played.includes(table.dataset.table)) { played.push(table.dataset.table); keep(`played.${game}`, played.slice(-9).join(" ")); }
  const answer = await fetch(`/g/${game}/help/${kind}`);
  if (!answer.ok || answer.status === 204 || asked !== kind) return;
  tip.innerHTML = await answer.text();
  tip.dataset.kind = kind;
  tip.hidden = false;
};
tip.addEventListener("toggle", async event => { // its picture comes when somebody wants to see it
  const fold = event.target, from = fold.dataset.from;
  if (!fold.open || !from) return;
  delete fold.dataset.from;
  const [answer] = await Promise.all([fetch(from), dressed()]);
  if (answer.ok) fold.insertAdjacentHTML("beforeend", await answer.text());
}, true);
const gotIt = () => { const all = seen(); all.add(tip.dataset.kind); keep(`seen.${game}`, [...all].join(" ")); turn = facts.turn; hide(); };
deeds["got-it"] = gotIt;
doc.addEventListener("click", event => { if (event.target.closest(".tobi-tip [data-clause]")) gotIt(); });
new MutationObserver(look).observe($("prompt"), { childList: true, subtree: true, characterData: true });
new MutationObserver(look).observe($("now"), { attributes: true, attributeFilter: ["class"] });

// ---- the card at a glance ----
deeds.glance = async () => {
  const box = $("enlarged"), [answer] = await Promise.all([fetch(`/g/${game}/card/sheet`), dressed()]);
  if (!answer.ok) return;
  for (const menu of all(".menu[open]")) menu.open = false;
  box.innerHTML = await answer.text();
  box.showModal();
};
