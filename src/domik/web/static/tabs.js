// @ts-check
// The sheet beside the board: points, log, rules, chat.
import { all, byId, find, get, readStored, reducedMotion, url } from "./dom.js";
import { facts, game, id, words } from "./state.js";

/** @type {Record<string, number>} */
const TURNS = { ArrowLeft: -1, ArrowRight: 1 };
const PREVIEW = 6000; // milliseconds
let unread = 0;
let hasRules = false;

async function loadRules() {
  if (hasRules) return;
  const page = byId("sheet-rules");
  page.textContent = words.rulesLoading;
  const answer = await fetch(url(`/g/${game}/rules/sheet`));
  if (!answer.ok) return;
  page.innerHTML = await answer.text();
  hasRules = true;
}

/** @param {string} clause */
async function showRule(clause) {
  await loadRules();
  for (const old of all(".rule.shown")) old.classList.remove("shown");
  const page = byId("sheet-rules");
  const rule = clause ? find(`[id="${clause}"]`, page) : null;
  if (!rule) return;
  rule.classList.add("shown");
  rule.scrollIntoView({ block: "nearest", behavior: reducedMotion.matches ? "auto" : "smooth" });
  page.focus({ preventScroll: true });
}

/** @param {string} name */
function selectTab(name) {
  for (const tab of all("[role=tab]")) {
    const isOn = tab.dataset.tab === name;
    tab.classList.toggle("on", isOn);
    tab.setAttribute("aria-selected", String(isOn));
    tab.tabIndex = isOn ? 0 : -1;
  }
}

/**
 * Show a page of the sheet; where it is a drawer, a second click closes it.
 * @param {string} name
 * @param {string} clause a rule to show, on the page of the rules
 */
export function showTab(name, clause = "") {
  const page = byId(`sheet-${name}`);
  const closes = page.classList.contains("open") && !clause;
  selectTab(name);
  for (const one of all(".sheet .page")) {
    one.hidden = one !== page;
    one.classList.toggle("open", one === page && !closes);
  }
  if (name === "chat") {
    const preview = find("#chat-preview");
    if (preview) preview.hidden = true;
    unread = 0;
    byId("unread").hidden = true;
    page.scrollTop = page.scrollHeight;
  }
  if (name === "rules") showRule(clause);
}

/** Points of a finished game open by themselves where they lie beside the board; as a drawer they would cover it. */
export function showPointsAtEnd() {
  const page = byId("sheet-points");
  const isDrawer = /fixed|absolute/.test(getComputedStyle(byId("sheet-log")).position);
  if (!page.hidden || isDrawer) return;
  showTab("points");
  page.classList.remove("open");
}

/** Whether the chat can be read now: where the sheet is a drawer, only while that is open. */
function isChatOpen() {
  const page = byId("sheet-chat");
  const isDrawer = /fixed|absolute/.test(getComputedStyle(page).position);
  return !page.hidden && (!isDrawer || page.classList.contains("open"));
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let previewing;

/**
 * A new line where the chat is closed, for a moment; a tap opens it.
 * @param {HTMLElement} line
 */
function previewChat(line) {
  const preview = find("#chat-preview");
  if (!preview || line.classList.contains("mine")) return;
  if ((readStored(`muted.${id}`) || "").includes(`"${line.dataset.seat} ${line.dataset.name}"`)) return;
  preview.innerHTML = get(".who-said", line).innerHTML + get(".speech", line).innerHTML;
  preview.hidden = false;
  clearTimeout(previewing);
  previewing = setTimeout(() => (preview.hidden = true), PREVIEW);
}

/**
 * New lines in the chat.
 * @param {string[]} lines
 * @param {boolean} areNews whether they came while this page was open
 */
export function addChat(lines, areNews) {
  const chat = byId("chat");
  chat.insertAdjacentHTML("beforeend", lines.join(""));
  for (const line of all("li", chat)) {
    line.classList.toggle("mine", Boolean(facts.seats?.includes(Number(line.dataset.seat))));
  }
  byId("sheet-chat").scrollTop = byId("sheet-chat").scrollHeight;
  if (!areNews || isChatOpen()) return;
  previewChat(/** @type {HTMLElement} */ (chat.lastElementChild));
  unread += lines.length;
  const badge = byId("unread");
  badge.textContent = String(unread);
  badge.hidden = false;
}

/**
 * Lines of the log.
 * @param {[kept: number, ...lines: string[]]} news
 */
export function changeLog([kept, ...lines]) {
  const log = byId("log");
  while (log.children.length > kept) log.lastChild?.remove();
  log.insertAdjacentHTML("beforeend", lines.join(""));
  const page = byId("sheet-log");
  page.scrollTop = page.scrollHeight;
}

/** @param {KeyboardEvent} event */
function turnTabs(event) {
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  const tabs = all("[role=tab]", list);
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const turn = TURNS[event.key];
  if (!turn || at < 0) return;
  const next = tabs[(at + turn + tabs.length) % tabs.length];
  next.focus();
  showTab(next.dataset.tab || "");
}

/** Listen to the keys of the tabs. */
export function startTabs() {
  for (const list of all("[role=tablist]")) list.addEventListener("keydown", turnTabs);
}
