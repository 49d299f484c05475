// @ts-check
// Setting up a table: what cannot go together is locked with its reason, as the server says it.
import { all, allInputs, byId, closest, find, targetOf } from "./dom.js";
import { offerBox } from "./ownbox.js";

/**
 * What is wrong with one option now: why it is locked, what would free it and how that is said, how many may sit.
 * @typedef {{ why?: string, frees?: string, instead?: string, seats?: number }} Lock
 */

const form = /** @type {HTMLFormElement} */ (byId("set-up"));

/**
 * Leave only so many seats.
 * @param {number} count
 */
function emptySeatsFrom(count) {
  for (const seat of all(".seatbox", form).slice(count)) {
    const [empty] = allInputs('input[name^="seat"][value=""]', seat);
    if (empty) empty.checked = true;
  }
}

/**
 * @param {HTMLElement | null} reason
 * @param {string} text
 */
function showReason(reason, text) {
  if (!reason) return;
  reason.hidden = !text;
  if (reason.lastElementChild) reason.lastElementChild.textContent = text;
}

/**
 * @param {HTMLElement | null} link
 * @param {Lock} lock
 */
function showWayOut(link, lock) {
  if (!link) return;
  link.hidden = !lock.frees;
  link.dataset.frees = lock.frees || "";
  link.textContent = lock.instead || "";
}

/**
 * @param {HTMLInputElement} field
 * @param {Lock} lock
 */
function showLock(field, lock) {
  const box = /** @type {HTMLElement} */ (field.closest("label"));
  field.disabled = Boolean(lock.why);
  if (lock.why) field.checked = false;
  showReason(find(".reason", box), lock.why || "");
  showWayOut(find(".free", box), lock);
  if (lock.seats) box.dataset.seats = String(lock.seats);
  else delete box.dataset.seats;
}

async function check() {
  const filled = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const address = form.dataset.check || "";
  const answer = await fetch(address, { method: "POST", body: filled }).catch(() => null);
  if (!answer?.ok) return;
  /** @type {Record<string, Lock>} */
  const locks = await answer.json();
  for (const field of allInputs('input[name^="option."]', form)) {
    const name = field.type === "radio" ? `${field.name}=${field.value}` : field.name;
    showLock(field, locks[name] || {});
  }
}

/** More sit down than an option allows: it goes back to its usual value. */
function resetOptionsForFew() {
  for (const chosen of allInputs("[data-seats] input:checked", form)) {
    const [usual] = allInputs(`input[name="${chosen.name}"]`, form);
    if (usual) usual.checked = true;
  }
}

let hasChosenHints = false;

/**
 * Among several people hints are off until the host turns them on.
 * @param {HTMLInputElement} changed
 */
function suggestHints(changed) {
  if (changed.name === "hints") hasChosenHints = true;
  if (!changed.name.startsWith("seat") || hasChosenHints) return;
  const people = allInputs('input[name^="seat"]:checked', form).filter((one) => /^(human|screen)/.test(one.value));
  for (const hints of allInputs('input[name="hints"]', form)) hints.checked = people.length < 2;
}

/** @param {Event} event */
function onChange(event) {
  const field = /** @type {HTMLInputElement} */ (targetOf(event));
  suggestHints(field);
  const seats = field.closest("label")?.dataset.seats;
  const isOption = field.name.startsWith("option.");
  const isSeat = field.name.startsWith("seat");
  if (isOption && seats) emptySeatsFrom(Number(seats));
  if (isSeat && field.value) resetOptionsForFew();
  if (isSeat || isOption) check();
}

/**
 * What stands in a locked option's way gives way to it.
 * @param {MouseEvent} event
 */
async function onClick(event) {
  const link = closest(event, ".free");
  if (!link) return;
  event.preventDefault();
  const [wanted] = allInputs("input", /** @type {HTMLElement} */ (link.closest("label")));
  const [name, value] = (link.dataset.frees || "").split("=");
  for (const field of allInputs(`input[name="${name}"]`, form)) field.checked = field.value === value;
  await check();
  wanted.checked = !wanted.disabled;
  await check();
  wanted.focus();
}

offerBox(form, form.dataset.game || "");
form.addEventListener("change", onChange);
form.addEventListener("click", onClick);
