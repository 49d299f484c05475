// Things that move: whatever has a data-key is seen on its way from where it was to where it is now.
import { $, all, calm } from "./page.js";

const sky = $("table"), left = new Map(); // where things that cannot be seen now were seen last
const MOST_LEFT = 60, NEAR = 3;
const cellOf = element => element.parentNode.closest("[id]")?.id;
export const boxes = () => {
  const found = new Map();
  for (const element of all("[data-key]", sky)) { const box = element.getBoundingClientRect(); if (box.width) found.set(element.dataset.key, [box, cellOf(element)]); }
  return found;
};
// A copy that no frame cuts off: miniatures lie in small windows of their own.
const ghost = (element, box) => {
  const copy = element.cloneNode(true);
  let shown = copy;
  for (const one of [copy, ...all("[id], [data-key], .can", copy)]) { for (const name of ["id", "data-key", "tabindex", "role"]) one.removeAttribute(name); one.classList.remove("can"); }
  if (element.ownerSVGElement) {
    const frame = element.getBBox();
    shown = element.ownerSVGElement.cloneNode(false);
    shown.removeAttribute("id"); copy.removeAttribute("transform");
    shown.setAttribute("viewBox", `${frame.x} ${frame.y} ${frame.width} ${frame.height}`);
    shown.append(copy);
  }
  shown.classList.add("flier");
  Object.assign(shown.style, { left: box.left + "px", top: box.top + "px", width: box.width + "px", height: box.height + "px" });
  sky.append(shown);
  return shown;
};
const middle = box => [box.left + box.width / 2, box.top + box.height / 2];
const travel = (element, from, now, span) => {
  const [x0, y0] = middle(from), [x1, y1] = middle(now), dx = x0 - x1, dy = y0 - y1, easing = "cubic-bezier(.3,.7,.3,1)";
  if (Math.hypot(dx, dy) <= NEAR) return;
  if (element.closest("[data-area=side]")) {
    const size = Math.max(.4, Math.min(4, from.width / now.width)), copy = ghost(element, now);
    copy.classList.toggle("enlarged", size > 1.6); // from far it is the whole card
    element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: span });
    copy.animate([{ translate: `${dx}px ${dy}px`, scale: size }, { translate: "0px 0px", scale: 1 }], { duration: span, easing }).onfinish = () => copy.remove();
    return;
  }
  const scale = element.ownerSVGElement && element.parentNode.getScreenCTM() ? element.parentNode.getScreenCTM().a : 1;
  element.animate([{ translate: `${dx / scale}px ${dy / scale}px` }, { translate: "0px 0px" }], { duration: span, easing });
};
// Lets everything fly, and names the cells of the boards that something came to.
export const fly = (before, span) => {
  const came = new Set(), here = new Set();
  for (const element of all("[data-key]", sky)) {
    const key = element.dataset.key, now = element.getBoundingClientRect();
    if (!now.width) continue;
    here.add(key);
    const [old, cell] = before.get(key) || left.get(key) || [], at = cellOf(element);
    left.delete(key);
    if (cell !== at && element.closest("[data-area=own], [data-area=side]")) came.add(at);
    if (calm.matches || !span || !element.animate) continue;
    const home = old || element.closest(".rival")?.querySelector("[id^=who-]")?.getBoundingClientRect();
    if (home && home.width) travel(element, old || { left: home.left, top: home.top, width: now.width, height: now.height }, now, span);
    else element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 250 });
  }
  for (const [key, was] of before) if (!here.has(key)) left.set(key, was);
  while (left.size > MOST_LEFT) left.delete(left.keys().next().value);
  return came;
};
