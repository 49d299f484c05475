// @ts-check
// Dragging: lifting a thing picks it, dropping it picks where it lies.
import { closest } from "./dom.js";
import { choice, holderOf, isMovable, leaveKeys, light, pick, refuse, unpick } from "./choose.js";

const LIFTED = 8; // pixels that a thing is moved before it counts as dragged
const THROWN = 60; // pixels upwards: a thing that is whole in itself is played by throwing it onto the board

/**
 * @typedef {object} Drag
 * @property {HTMLElement} thing
 * @property {number} pointer
 * @property {number} x where it began
 * @property {number} y
 * @property {number} scale of the drawing that the thing lies in
 * @property {boolean} isLifted
 * @property {boolean} wasPicked whether lifting it was a click on it
 * @property {string} whole the id of a target that needs no second click; empty for none
 */

/** @type {Drag | null} */
let drag = null;
let dragged = false;

/** Whether the click that comes now ends a drag, and is none. */
export function endsDrag() {
  const was = dragged;
  dragged = false;
  return was;
}

/**
 * How many pixels a unit of the drawing has that a thing lies in; 1 outside drawings.
 * @param {HTMLElement} thing
 */
function scaleOf(thing) {
  const around = /** @type {any} */ (thing.parentNode);
  return around.getScreenCTM ? around.getScreenCTM().a : 1;
}

/** @param {PointerEvent} event */
function onDown(event) {
  leaveKeys();
  dragged = false;
  const thing = closest(event, "[data-drag]");
  if (!thing || event.button || !choice.paths.length || !isMovable(thing)) return;
  drag = {
    thing,
    pointer: event.pointerId,
    x: event.clientX,
    y: event.clientY,
    scale: scaleOf(thing),
    isLifted: false,
    wasPicked: false,
    whole: "",
  };
}

/** @param {Drag} drag */
function lift(drag) {
  drag.isLifted = dragged = true;
  drag.thing.classList.add("dragged");
  drag.thing.style.pointerEvents = "none";
  const targets = choice.targets();
  const own = holderOf(drag.thing, (id) => targets.has(id));
  if (!own) return;
  if (choice.leadsOn(own.id)) {
    choice.pick(own.id);
    light();
    drag.wasPicked = true;
  } else drag.whole = own.id;
}

/** @param {PointerEvent} event */
function onMove(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const dx = event.clientX - drag.x;
  const dy = event.clientY - drag.y;
  if (!drag.isLifted) {
    if (Math.hypot(dx, dy) < LIFTED) return;
    lift(drag);
  }
  drag.thing.style.translate = `${dx / drag.scale}px ${dy / drag.scale}px`;
  event.preventDefault();
}

/**
 * @param {Drag} drag
 * @param {Element | null} under what it was dropped on; null when the drag was broken off
 * @param {number} up how many pixels upwards it was thrown
 */
function place(drag, under, up) {
  const targets = choice.targets();
  const hit = holderOf(under, (id) => targets.has(id) && id !== drag.whole);
  if (hit) pick(hit.id);
  else if (drag.whole && up > THROWN) pick(drag.whole);
  else {
    if (drag.wasPicked) unpick(choice.picked.length - 1);
    refuse(under);
  }
}

/**
 * @param {PointerEvent} event
 * @param {boolean} isDone
 */
function drop(event, isDone) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const ended = drag;
  drag = null;
  if (!ended.isLifted) return;
  const under = isDone ? document.elementFromPoint(event.clientX, event.clientY) : null;
  ended.thing.classList.remove("dragged");
  ended.thing.style.pointerEvents = ended.thing.style.translate = "";
  place(ended, under, isDone ? ended.y - event.clientY : 0);
}

/** Listen to mouse and fingers. */
export function startDragging() {
  document.addEventListener("pointerdown", onDown);
  document.addEventListener("pointermove", onMove);
  document.addEventListener("pointerup", (event) => drop(event, true));
  document.addEventListener("pointercancel", (event) => drop(event, false));
}
