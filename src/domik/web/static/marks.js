// Ring, arrow and veil on the very thing that is meant: measured when the page is laid out, drawn outside its box.
import { $, all, doc } from "./page.js";

const layer = doc.createElement("div");
layer.className = "coach-marks"; layer.setAttribute("aria-hidden", "true");
$("table").append(layer);

const boxOf = element => {
  let box = element.getBoundingClientRect();
  if (!box.width && element.firstElementChild) box = element.firstElementChild.getBoundingClientRect();
  return box.width ? { l: box.left, t: box.top, r: box.right, b: box.bottom } : null;
};
const joined = (a, b) => ({ l: Math.min(a.l, b.l), t: Math.min(a.t, b.t), r: Math.max(a.r, b.r), b: Math.max(a.b, b.b) });
const area = box => (box.r - box.l) * (box.b - box.t);
const cut = box => ({ l: Math.max(box.l, 2), t: Math.max(box.t, 2), r: Math.min(box.r, innerWidth - 2), b: Math.min(box.b, innerHeight - 2) });
const seen = (element, box) => { // what has scrolled away or lies under something else is not ringed
  const hit = doc.elementFromPoint((box.l + box.r) / 2, (box.t + box.b) / 2);
  return box.r > box.l && box.b > box.t && (!hit || element.contains(hit) || hit.contains(element) || !hit.closest(".coach, .ribbon"));
};
const boxes = ids => { // neighbours share one ring
  const found = [];
  for (const one of ids) {
    const element = doc.querySelector(`[data-area="${one}"]`) || $(one), box = element && boxOf(element);
    if (!box || !seen(element, cut(box))) continue;
    const near = found.findIndex(other => area(joined(other, box)) < 1.35 * (area(other) + area(box)));
    if (near < 0) found.push(cut(box)); else found[near] = joined(found[near], cut(box));
  }
  return found;
};
const px = n => `${Math.round(n)}px`;
const put = (kind, css, inside = "") => { const mark = doc.createElement("div"); mark.className = kind; Object.assign(mark.style, css); mark.innerHTML = inside; layer.append(mark); return mark; };
const ring = (box, kind, pad) => put(`ring-at ${kind}`, { left: px(Math.max(2, box.l - pad)), top: px(Math.max(2, box.t - pad)), width: px(Math.min(innerWidth - 4, box.r + pad) - Math.max(2, box.l - pad)), height: px(box.b - box.t + 2 * pad) });
const arrow = box => {
  const coach = $("coach-top").getBoundingClientRect();
  if (coach.left < box.r + 70 || coach.left - box.r > 680) return; // on a phone the coach stands above the board; none across all of it
  const x0 = coach.left - 4, y0 = coach.top + coach.height * .62, x1 = box.r + 26, y1 = (box.t + box.b) / 2, bend = y1 > y0 ? -.16 : .16;
  const mx = (x0 + x1) / 2 - (y1 - y0) * bend, my = (y0 + y1) / 2 + (x1 - x0) * bend, a = Math.atan2(y1 - my, x1 - mx), h = 20;
  const head = `M${x1 - h * Math.cos(a - .55)} ${y1 - h * Math.sin(a - .55)}L${x1} ${y1}L${x1 - h * Math.cos(a + .55)} ${y1 - h * Math.sin(a + .55)}`, d = `M${x0} ${y0}Q${mx} ${my} ${x1} ${y1}${head}`;
  put("arrow-at", {}, `<svg><path class="under" d="${d}"/><path class="over" d="${d}"/></svg>`);
};
let wanted = null, drawn = "";
const draw = () => {
  if (!wanted) { layer.replaceChildren(); drawn = ""; return; }
  const { point, kind, veil, tapped, lit } = wanted, found = boxes(point);
  const like = JSON.stringify([wanted, found, boxes(tapped), boxes(lit), innerWidth, innerHeight]);
  if (like === drawn) return; // nothing moved: a ring that breathes goes on breathing
  drawn = like;
  layer.replaceChildren();
  if (veil && found.length === 1) { const own = doc.querySelector(".own").getBoundingClientRect(); const box = put("veil-box", { left: px(own.left), top: px(own.top), width: px(own.width), height: px(own.height) }); box.append(Object.assign(doc.createElement("i"), { style: `left:${found[0].l - own.left - 8}px;top:${found[0].t - own.top - 8}px;width:${found[0].r - found[0].l + 16}px;height:${found[0].b - found[0].t + 16}px` })); }
  for (const box of found) ring(box, kind, 7);
  for (const box of boxes(tapped)) ring(box, "soft", 5);
  for (const box of boxes(lit)) ring(box, "ok", 5);
  const aim = lit.length ? boxes(lit)[0] : found[0];
  if (aim && (veil || lit.length)) arrow(aim);
};
export const mark = wishes => { wanted = wishes && { point: [], kind: "", veil: false, tapped: [], lit: [], ...wishes }; draw(); };
export const remark = draw;
new ResizeObserver(draw).observe($("table"));
for (const place of all(".own, .shelf, .others")) place.addEventListener("scroll", draw, { passive: true, capture: true });
