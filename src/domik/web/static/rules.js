// The rules as a book: numbers on the pictures, terms that unfold, a word or a rule's number found.
import { $, all, doc } from "./page.js";

// ---- numbers on the very places of a picture, in percent so that they also stand right on paper ----
const number = figure => {
  const board = figure.querySelector(".fig-board"), frame = board.getBoundingClientRect();
  for (const old of all(".fig-number", board)) old.remove();
  all("[data-place]", figure).forEach((row, k) => {
    const place = board.querySelector(`[data-id="${row.dataset.place}"]`), box = place && place.getBoundingClientRect();
    if (!box || !box.width || !frame.width) return;
    const badge = doc.createElement("i"), may = row.querySelector("i").classList.contains("may");
    badge.className = `fig-number ${may ? "may" : "not"}`;
    badge.textContent = k + 1;
    badge.style.left = `${100 * (box.right - frame.left - 6) / frame.width}%`;
    badge.style.top = `${100 * (box.top - frame.top + 6) / frame.height}%`;
    board.append(badge);
  });
};
export const numberAll = (where = doc) => all(".fig.numbered", where).forEach(number);
numberAll();
addEventListener("load", () => numberAll());
addEventListener("resize", () => numberAll());

// ---- terms ----
doc.addEventListener("click", event => {
  const term = event.target.closest(".term");
  if (term) {
    event.preventDefault();
    const open = term.getAttribute("aria-expanded") === "true";
    term.setAttribute("aria-expanded", String(!open));
    if (open) { term.nextElementSibling?.classList.contains("term-said") && term.nextElementSibling.remove(); return; }
    const said = doc.createElement("span");
    said.className = "term-said"; said.setAttribute("role", "note"); said.textContent = term.dataset.term;
    term.after(said);
  }
  if (event.target.closest("[data-print]")) { for (const entry of all("details.entry")) entry.open = true; print(); }
});

// ---- search ----
const field = $("find"), found = $("found"), rules = all(".clause-b, .entry, .fig");
const plain = text => text.toLocaleLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");
const lit = typeof Highlight === "function" && CSS.highlights ? new Highlight() : null;
if (lit) CSS.highlights.set("found", lit);
const mark = (element, wanted) => {
  const walker = doc.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.toLocaleLowerCase();
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(node, at); range.setEnd(node, at + wanted.length);
      lit.add(range);
    }
  }
};
const look = () => {
  const wanted = field.value.trim(), id = wanted.toUpperCase(), hit = /^[A-Z]{2}-\w+$/.test(id) && $(id);
  lit?.clear();
  if (hit) { hit.scrollIntoView({ block: "center" }); all(".clause-b.shown").forEach(old => old.classList.remove("shown")); hit.classList.add("shown"); }
  const words = plain(hit ? "" : wanted).split(/\s+/).filter(Boolean);
  let count = 0;
  for (const rule of rules) {
    const fits = words.every(word => plain(rule.textContent).includes(word));
    rule.hidden = !fits;
    if (fits && words.length) { count++; if (rule.matches("details")) rule.open = true; if (lit) mark(rule, wanted.toLocaleLowerCase()); }
  }
  for (const chapter of all(".chapter")) chapter.hidden = words.length > 0 && !all(".clause-b, .entry, .fig", chapter).some(rule => !rule.hidden);
  found.textContent = words.length ? (count ? String(count) : found.dataset.none) : "";
};
field?.addEventListener("input", look);
doc.addEventListener("keydown", event => { if (event.key === " " && event.target.matches(".term")) { event.preventDefault(); event.target.click(); } });
doc.addEventListener("keydown", event => { if (event.key === "/" && !event.target.closest("input, textarea")) { event.preventDefault(); field?.focus(); } });

// ---- where one is ----
const links = all(".contents nav a");
if ("IntersectionObserver" in window && links.length) {
  const seen = new IntersectionObserver(entries => {
    for (const entry of entries) if (entry.isIntersecting) for (const link of links) link.classList.toggle("on", link.hash === `#${entry.target.id}`);
  }, { rootMargin: "-10% 0px -70% 0px" });
  for (const chapter of all(".chapter[id]")) seen.observe(chapter);
}
