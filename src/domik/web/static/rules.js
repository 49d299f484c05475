// @ts-check
// The rules as a book: numbers on the pictures, terms that unfold, a word or a rule's number found.
// It imports nothing: the booklet that is one file carries it inside (server/pages/learn/rules_pages.py).

const CLAUSE = /^[A-Z]{2}-\w+$/;
const ACCENTS = /[\u0300-\u036f]/g;
const INSET = 6; // pixels of a number inside the corner of its place

/**
 * @param {string} selector
 * @param {ParentNode} where
 * @returns {HTMLElement[]}
 */
function all(selector, where = document) {
  return [...where.querySelectorAll(selector)].map((found) => /** @type {HTMLElement} */ (found));
}

/**
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

// ---- numbers on the very places of a picture, in per cent so that they also stand right on paper ----

/**
 * @param {HTMLElement} board
 * @param {HTMLElement} row the explanation of the number
 * @param {number} number
 */
function addNumber(board, row, number) {
  const frame = board.getBoundingClientRect();
  const box = board.querySelector(`[data-id="${row.dataset.place}"]`)?.getBoundingClientRect();
  if (!box?.width || !frame.width) return;
  const badge = document.createElement("i");
  const may = row.querySelector("i")?.classList.contains("may");
  badge.className = `fig-number ${may ? "may" : "not"}`;
  badge.textContent = String(number);
  badge.style.left = `${(100 * (box.right - frame.left - INSET)) / frame.width}%`;
  badge.style.top = `${(100 * (box.top - frame.top + INSET)) / frame.height}%`;
  board.append(badge);
}

function numberFigures() {
  for (const figure of all(".fig.numbered")) {
    const [board] = all(".fig-board", figure);
    for (const old of all(".fig-number", board)) old.remove();
    all("[data-place]", figure).forEach((row, k) => addNumber(board, row, k + 1));
  }
}

// ---- terms ----

/** @param {HTMLElement} term */
function toggleTerm(term) {
  const isOpen = term.getAttribute("aria-expanded") === "true";
  term.setAttribute("aria-expanded", String(!isOpen));
  if (isOpen) {
    if (term.nextElementSibling?.classList.contains("term-said")) term.nextElementSibling.remove();
    return;
  }
  const said = document.createElement("span");
  said.className = "term-said";
  said.setAttribute("role", "note");
  said.textContent = term.dataset.term || "";
  term.after(said);
}

function printBook() {
  for (const entry of all("details.entry")) /** @type {HTMLDetailsElement} */ (entry).open = true;
  print();
}

/** @param {MouseEvent} event */
function onClick(event) {
  const term = closest(event, ".term");
  if (term) {
    event.preventDefault();
    toggleTerm(term);
  }
  if (closest(event, "[data-print]")) printBook();
}

// ---- search ----

const field = /** @type {HTMLInputElement | null} */ (document.getElementById("find"));
const found = document.getElementById("found");
const rules = all(".clause-b, .entry, .fig");
const highlight = "highlights" in CSS ? new Highlight() : null;
if (highlight) CSS.highlights.set("found", highlight);

/**
 * A text without capitals and accents.
 * @param {string} text
 */
function plain(text) {
  return text.toLocaleLowerCase().normalize("NFD").replace(ACCENTS, "");
}

/**
 * @param {Text} node
 * @param {string} wanted
 */
function highlightIn(node, wanted) {
  const text = node.data.toLocaleLowerCase();
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const range = new Range();
    range.setStart(node, at);
    range.setEnd(node, at + wanted.length);
    highlight?.add(range);
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} wanted
 */
function highlightAll(element, wanted) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) highlightIn(/** @type {Text} */ (node), wanted);
}

/**
 * Go to a rule whose number was typed.
 * @param {string} wanted
 * @returns {boolean} whether there is one
 */
function goToClause(wanted) {
  const id = wanted.toUpperCase();
  const rule = CLAUSE.test(id) ? document.getElementById(id) : null;
  if (!rule) return false;
  rule.scrollIntoView({ block: "center" });
  for (const old of all(".clause-b.shown")) old.classList.remove("shown");
  rule.classList.add("shown");
  return true;
}

/**
 * Show the rules that have all these words.
 * @param {string[]} words
 * @param {string} wanted
 * @returns {number} how many
 */
function showRulesWith(words, wanted) {
  let count = 0;
  for (const rule of rules) {
    const text = plain(rule.textContent || "");
    const fits = words.every((word) => text.includes(word));
    rule.hidden = !fits;
    if (!fits || !words.length) continue;
    count++;
    if (rule instanceof HTMLDetailsElement) rule.open = true;
    highlightAll(rule, wanted.toLocaleLowerCase());
  }
  return count;
}

/** @param {boolean} isSearching */
function hideEmptyChapters(isSearching) {
  for (const chapter of all(".chapter")) {
    chapter.hidden = isSearching && all(".clause-b, .entry, .fig", chapter).every((rule) => rule.hidden);
  }
}

function search() {
  const wanted = field?.value.trim() ?? "";
  highlight?.clear();
  const words = goToClause(wanted) ? [] : plain(wanted).split(/\s+/).filter(Boolean);
  const count = showRulesWith(words, wanted);
  hideEmptyChapters(words.length > 0);
  if (!found) return;
  const none = found.dataset.none || "";
  found.textContent = words.length ? (count ? String(count) : none) : "";
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const term = event.key === " " && event.target instanceof HTMLElement && event.target.matches(".term");
  if (term) {
    event.preventDefault();
    /** @type {HTMLElement} */ (event.target).click();
  }
  if (event.key === "/" && !closest(event, "input, textarea")) {
    event.preventDefault();
    field?.focus();
  }
}

// ---- the chapter that is read ----

function followChapters() {
  const links = all(".contents nav a").map((link) => /** @type {HTMLAnchorElement} */ (link));
  /** @param {IntersectionObserverEntry[]} entries */
  const show = (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      for (const link of links) link.classList.toggle("on", link.hash === `#${target.id}`);
    }
  };
  const observer = new IntersectionObserver(show, { rootMargin: "-10% 0px -70% 0px" });
  if (links.length) for (const chapter of all(".chapter[id]")) observer.observe(chapter);
}

numberFigures();
followChapters();
addEventListener("load", numberFigures);
addEventListener("resize", numberFigures);
document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
field?.addEventListener("input", search);
