// @ts-check
// The invitation: who is there by now, which animals are taken, and a name that goes with the animal until another one
// is typed.
import { all, allInputs, byId, find, get } from "./dom.js";

const NEWS = 4000; // milliseconds
const form = /** @type {HTMLFormElement} */ (byId("sit"));
const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
let isTyped = !("suggested" in name.dataset);

/** @param {HTMLElement} beast */
const wordOf = (beast) => get("span[data-word]", beast);

/** The animal's own name, until the reader types one. */
function suggestName() {
  const chosen = find(".beast:has(:checked)", form);
  if (isTyped || !chosen) return;
  const word = wordOf(chosen).dataset.word || "";
  name.value = word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * @param {HTMLElement} beast
 * @param {string | undefined} owner who has taken it
 */
function showOwner(beast, owner) {
  const [field] = allInputs("input", beast);
  const word = wordOf(beast);
  field.disabled = Boolean(owner);
  word.textContent = owner || word.dataset.word || "";
  if (!owner || !field.checked) return;
  field.checked = false;
  const [free] = allInputs(".beast input:enabled", form);
  if (free) free.checked = true;
  suggestName();
}

async function look() {
  const answer = await fetch(form.dataset.news || "").catch(() => null);
  if (!answer?.ok) return;
  const { there, taken, open } = await answer.json();
  if (!open) {
    location.reload();
    return;
  }
  byId("there").innerHTML = there;
  for (const beast of all(".beast", form)) showOwner(beast, taken[allInputs("input", beast)[0].value]);
}

name.addEventListener("input", () => {
  isTyped = true;
});
name.addEventListener("focus", () => {
  if (!isTyped) name.select();
});
form.addEventListener("change", suggestName);
setInterval(() => {
  if (!document.hidden) look();
}, NEWS);
