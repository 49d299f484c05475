// @ts-check
// Talking at a table: reactions under lines, people who are not heard, a report to the host; and giving up.
import { all, byId, closest, find, get, loadStyle, readStored, store, url } from "./dom.js";
import { toast } from "./notices.js";
import { facts, hooks, id, words } from "./state.js";

const KEY = `muted.${id}`;
const dialog = /** @type {HTMLDialogElement} */ (byId("asking"));
/** The line of chat whose person the sheet is about. */
let line = -1;
let who = "";

/** @returns {string[]} the people at this table whom this reader does not hear */
const muted = () => JSON.parse(readStored(KEY) || "[]");

/** @param {HTMLElement} item */
const whoSaid = (item) => `${item.dataset.seat} ${item.dataset.name}`;

/** @type {Promise<void> | undefined} */
let sheets;

/** The sheet about a person and the row of reactions, in the reader's language. */
function loadSheets() {
  return (sheets ??= fetch(url("/talk"))
    .then((answer) => answer.text())
    .then((text) => dialog.insertAdjacentHTML("afterend", text)));
}

/** @param {string} name of a template */
function fill(name) {
  const sheet = /** @type {HTMLTemplateElement} */ (byId(name));
  dialog.replaceChildren(sheet.content.cloneNode(true));
  for (const menu of all(".menu[open]")) /** @type {HTMLDetailsElement} */ (menu).open = false;
}

async function open() {
  await loadStyle(dialog.dataset.style); // comes with the first sheet
  dialog.showModal();
}

export function closeSheet() {
  dialog.close();
}

/** What giving up means, before it is done. */
export function askToGiveUp() {
  fill("give-up");
  open();
}

export function giveUp() {
  closeSheet();
  hooks.send({ do: "resign" });
}

/**
 * What can be done about the person who said a line.
 * @param {HTMLElement} button
 */
export async function showPerson(button) {
  const item = /** @type {HTMLElement} */ (button.closest("li"));
  line = Number(item.dataset.line);
  who = whoSaid(item);
  if (facts.seats?.includes(Number(item.dataset.seat))) return; // oneself
  await loadSheets();
  fill("person-sheet");
  get("h2", dialog).textContent = item.dataset.name || "";
  get(".whom", dialog).innerHTML = button.innerHTML;
  get("[data-do=mute]", dialog).hidden = muted().includes(who);
  get("[data-do=unmute]", dialog).hidden = !muted().includes(who);
  get("form", dialog).addEventListener("submit", report);
  open();
}

/** @param {SubmitEvent} event */
function report(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const field = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("why"));
  if (!hooks.send({ do: "report", line, text: field.value })) return;
  closeSheet();
  toast(words.reported);
}

/** @param {boolean} isMuted */
export function mute(isMuted) {
  const others = muted().filter((one) => one !== who);
  store(KEY, JSON.stringify(isMuted ? [...others, who] : others));
  closeSheet();
  hideMuted();
}

/** Lines of muted people are only counted. */
export function hideMuted() {
  const list = muted();
  for (const item of all("#chat > li")) {
    const isHidden = list.includes(whoSaid(item));
    item.classList.toggle("muted", isHidden);
    get(".speech", item).dataset.hidden = isHidden ? words.hidden : "";
  }
}

/**
 * Offer reactions under a line, or take the offer away.
 * @param {HTMLElement} button
 */
export async function offerMarks(button) {
  const item = /** @type {HTMLElement} */ (button.closest("li"));
  const shown = find(".mark-row", item);
  for (const old of all(".mark-row")) old.remove();
  if (shown || !facts.seats?.length) return;
  await loadSheets();
  const row = /** @type {HTMLTemplateElement} */ (byId("mark-row")).content.cloneNode(true);
  item.append(row);
}

/** @param {HTMLElement} button */
export function react(button) {
  const item = /** @type {HTMLElement} */ (button.closest("li"));
  hooks.send({ do: "react", line: Number(item.dataset.line), text: button.dataset.mark });
  button.closest(".mark-row")?.remove();
}

/** The reactions under all lines, as they are now. */
export async function showMarks() {
  await loadSheets();
  const icons = /** @type {HTMLTemplateElement} */ (byId("mark-row")).content;
  for (const [number, marks] of Object.entries(facts.marks || {})) {
    const item = find(`#chat > li[data-line="${number}"]`);
    if (!item) continue;
    find(".marks-given", item)?.remove();
    const given = document.createElement("span");
    given.className = "marks-given";
    for (const [mark, seats] of Object.entries(marks)) {
      const icon = get(`[data-mark="${mark}"]`, icons);
      const chip = document.createElement("span");
      chip.title = icon.getAttribute("aria-label") || "";
      chip.innerHTML = `${icon.innerHTML}<b>${seats.length}</b>`;
      given.append(chip);
    }
    if (given.children.length) item.append(given);
  }
}

dialog.addEventListener("click", (event) => {
  if (event.target === dialog && !closest(event, "header, ul, footer, .deed")) closeSheet();
});
