// @ts-check
// Counting by numbers: keys under the thumb write into the field that has the ring, arrows move it.
import { all, allInputs, closest, find, hasModifier, targetOf } from "./dom.js";

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** the name of the field that has the ring, and whether the next digit begins its number anew */
let asked = "";
let isFresh = true;

const fields = () => allInputs(".cp-matrix input");
const ringField = () => fields().find((field) => field.name === asked);

/**
 * The fields of one player from above.
 * @param {HTMLInputElement} field
 */
const columnOf = (field) => fields().filter((other) => other.dataset.column === field.dataset.column);

/**
 * Show the keys. The field that shall have the focus: the one that had it, or the first without a number.
 * @returns {HTMLInputElement | undefined}
 */
export function settlePad() {
  const pad = find(".cp-pad");
  const seat = find(".cp-matrix")?.dataset.seat;
  if (!pad || !seat) return undefined;
  pad.hidden = false;
  const own = fields().filter((field) => field.dataset.column === seat);
  if (matchMedia("(pointer: coarse)").matches) for (const field of fields()) field.inputMode = "none"; // ours are there
  return own.find((field) => field.name === asked) || own.find((field) => !field.value) || own[0];
}

/** @param {HTMLInputElement} field */
function ring(field) {
  for (const other of all(".cp-matrix .cp-at")) other.classList.remove("cp-at");
  field.classList.add("cp-at");
  asked = field.name;
  isFresh = true;
  field.select();
  const question = find(".cp-pad [data-asked]");
  if (question) question.textContent = field.getAttribute("aria-label");
}

/** @param {HTMLInputElement} field */
function goOn(field) {
  const columns = [...new Set(fields().map((other) => other.dataset.column))];
  const order = columns.flatMap((column) => fields().filter((other) => other.dataset.column === column));
  const next = order[order.indexOf(field) + 1] || find(".cp-acts [data-done]");
  next?.focus();
}

/**
 * @param {HTMLInputElement} field
 * @param {string} value
 */
function write(field, value) {
  field.value = value;
  isFresh = false;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * @param {HTMLInputElement} field
 * @param {string} digit
 */
function writeDigit(field, digit) {
  write(field, isFresh ? digit : field.value + digit);
  const most = "long" in field.dataset ? 2 : 1;
  if (field.value === "0" || field.value.length >= most) goOn(field);
}

/** @param {KeyboardEvent} event */
function onArrow(event) {
  const field = fields().find((other) => other === targetOf(event));
  const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
  if (!field || !step || hasModifier(event)) return;
  event.preventDefault();
  const row = fields().filter((other) => columnOf(other).indexOf(other) === columnOf(field).indexOf(field));
  const line = step[0] ? row : columnOf(field);
  line[line.indexOf(field) + step[0] + step[1]]?.focus();
}

/**
 * Listen once: `changed` is told when a number changes.
 * @param {() => void} changed
 */
export function watchNumbers(changed) {
  document.addEventListener("focusin", (event) => {
    const field = fields().find((other) => other === targetOf(event));
    if (field) ring(field);
  });
  document.addEventListener("input", (event) => {
    if (targetOf(event).matches(".cp-matrix input")) changed();
  });
  document.addEventListener("keydown", onArrow);
  document.addEventListener("pointerdown", (event) => {
    if (closest(event, ".cp-pad button")) event.preventDefault(); // the field keeps the focus
  });
  document.addEventListener("click", (event) => {
    const key = closest(event, ".cp-pad button");
    const field = ringField();
    if (!key || !field) return;
    const { digit, more } = key.dataset;
    if (digit) writeDigit(field, digit);
    else if (more) write(field, String(Math.max(0, Number(field.value) + Number(more))));
    else if ("erase" in key.dataset) write(field, "");
    else goOn(field);
  });
}
