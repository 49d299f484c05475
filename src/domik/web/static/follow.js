// Following the game: what the others do comes one after another, at a pace that one sets, and what is new is marked.
import { pace } from "./pace.js";
import { $, all, doc } from "./page.js";
import { recap } from "./recap.js";
import { facts, moved, patch, table } from "./table.js";

const LONG = 12, summaries = doc.querySelector("[data-setting=recap]"); // so many that wait are shown at once

// ---- one after another ----
const queue = [];
let busy = false, skipping = false, offered = [], go = () => {};
const pause = ms => skipping ? null : new Promise(yes => { const timer = setTimeout(yes, ms); go = () => { clearTimeout(timer); yes(); }; });
const catchUp = () => { if (busy) { skipping = true; go(); } };
const mine = line => facts.seats?.includes(Number(line.dataset.by));
const linesIn = message => { const found = doc.createElement("ol"); found.innerHTML = message.log ? message.log.slice(1).join("") : ""; return [...found.children]; };
const onBoards = id => $(id)?.closest("[data-area=own], [data-area=side]");
// The boards first: a new round, a new hand, one's own turn begin when one has seen what happened there.
const split = ({ cells, log, ...rest }) => {
  const boards = {}, others = {};
  for (const [id, markup] of Object.entries(cells || {})) (onBoards(id) ? boards : others)[id] = markup;
  return [{ cells: boards, log }, { ...rest, cells: others }];
};
const liftTwins = () => { // what lies on a board already no longer lies in the hand or the market
  const there = new Set(all("[data-area=own] [data-key], [data-area=side] [data-key]").map(one => one.dataset.key));
  for (const one of all("[data-area=hand] [data-key]")) if (there.has(one.dataset.key)) one.style.visibility = "hidden";
};
const walk = async (line, ms) => {
  for (const [place, text] of JSON.parse(line.dataset.walk)) {
    const at = doc.querySelector(`[data-place="${place}"]`);
    if (skipping || !at) continue;
    const note = doc.createElement("div"), box = at.getBoundingClientRect();
    note.className = "stop-note"; note.textContent = text;
    at.classList.add("stop"); table.append(note);
    note.style.left = Math.max(6, Math.min(innerWidth - note.offsetWidth - 6, box.left + box.width / 2 - note.offsetWidth / 2)) + "px";
    note.style.top = Math.max(6, box.top - note.offsetHeight - 4) + "px";
    await pause(ms * .8);
    at.classList.remove("stop"); note.remove();
  }
};
export const follow = (message, apply) => {
  queue.push(message);
  if (message.refused || message.hint || message.ok || message.viewer) catchUp();
  if (!busy) run(apply);
};
const run = async apply => {
  busy = true;
  while (queue.length) {
    const message = queue.shift(), lines = linesIn(message);
    const ms = skipping || doc.hidden || message.viewer || queue.length > LONG ? 0 : pace();
    const theirs = lines.some(line => !mine(line)), wide = theirs || lines.some(line => line.dataset.of);
    if (lines.length && !theirs) forget();
    offered = message.paths || offered;
    if (ms && "turn" in message && (wide || lines.some(line => line.dataset.walk))) { message.paths = offered; patch({ paths: [] }); } // nothing can be played while this is shown
    if (ms) for (const line of lines) if (line.dataset.walk) await walk(line, ms);
    if (!ms || !wide || message.areas) apply(message);
    else {
      const [boards, rest] = split(message);
      patch(boards, Math.min(800, ms * .75));
      liftTwins();
      mark(theirs, lines);
      since();
      await pause(ms);
      apply(rest);
    }
    if (!ms || message.areas) mark(theirs && !message.viewer, lines);
    since();
    const round = lines.map(line => line.dataset.recap).find(Boolean);
    if (round && !message.viewer && summaries?.checked) recap(round);
  }
  busy = skipping = false;
};
addEventListener("pointerdown", event => { if (!event.target.closest(".can")) catchUp(); }); // what is about to be played stays under the finger
addEventListener("keydown", event => { if (event.key === "Escape" || event.key === " ") catchUp(); });

// ---- what is new ----
const forget = () => { for (const old of all(".fresh")) old.classList.remove("fresh"); };
const mark = (theirs, lines) => {
  if (!theirs) return;
  const ids = [...moved()].filter(id => $(id));
  for (const id of ids) $(id).classList.add("fresh");
  const shown = all("#log > li").slice(-lines.length);
  if (ids.length) for (const line of shown) line.dataset.at = ids.join(" ");
};
const since = () => {
  const lines = all("#log > li"), first = facts.seats?.length ? lines.findLastIndex(mine) + 1 : lines.length;
  lines.forEach((line, k) => { line.classList.toggle("since", k >= first && first > 0); line.classList.toggle("first", k === first && first > 0); });
  const count = first > 0 ? lines.length - first : 0, badge = $("news");
  badge.textContent = count; badge.hidden = !count || $("sheet-log").checkVisibility();
  if (count) $("sheet-log").scrollTop = $("sheet-log").scrollHeight;
};
doc.addEventListener("click", event => {
  const line = event.target.closest("#log > li[data-at]");
  if (event.target.closest("[data-tab=log]")) $("news").hidden = true;
  if (!line || event.target.closest("a, button")) return;
  for (const id of line.dataset.at.split(" ")) { const one = $(id); if (one) { one.classList.add("hint"); setTimeout(() => one.classList.remove("hint"), 2500); } }
});
