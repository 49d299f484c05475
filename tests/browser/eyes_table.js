// A table as somebody with a finger sees it: everything to tap is large enough and on top, no text lies over another or
// under something else, the sentence that says what to do is whole, the board fills its place, and what a hint talks
// about is not under the hint. `touch`: the smallest target in pixels, 0 with a mouse.
touch => {
  const POPUPS = ".menu[open] > .panel, .why, .sheet .page.open, dialog, .toast, .curtain, .question";
  const TARGETS = "button, summary, select, input:not([type=hidden]), textarea, a[href], [role=button], .can";
  const INLINE = "a.clause, a.clause-tag, a.code, [data-clause], .rules a, .skip"; // in a sentence: the line decides
  const FULL = 0.55, SLACK = 2;
  const SAMPLES = [[0.5, 0.5], [0.12, 0.5], [0.88, 0.5], [0.5, 0.3], [0.5, 0.7]]; // of a line of text
  const found = new Set();
  const name = e => [e.tagName.toLowerCase(), e.id && "#" + e.id, ...[...e.classList].slice(0, 3).map(one => "." + one)].join("");
  const visible = e => e.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const heard = e => e && (getComputedStyle(e).clipPath === "inset(50%)" || heard(e.parentElement));
  const popup = [...document.querySelectorAll(POPUPS)].filter(e => visible(e) && e.getBoundingClientRect().width);
  const inPopup = e => popup.some(one => one.contains(e));

  // The part of a box that is not scrolled or cut away.
  const clip = (box, e) => {
    let { left, top, right, bottom } = box;
    for (; e && e !== document.body; e = e.parentElement) {
      const style = getComputedStyle(e);
      if (style.display !== "contents" && style.overflowX + style.overflowY !== "visiblevisible" && !(e instanceof SVGElement)) {
        const frame = e.getBoundingClientRect();
        left = Math.max(left, frame.left); top = Math.max(top, frame.top); right = Math.min(right, frame.right); bottom = Math.min(bottom, frame.bottom);
      }
      if (style.position === "fixed") break;
    }
    left = Math.max(left, 0); top = Math.max(top, 0); right = Math.min(right, innerWidth); bottom = Math.min(bottom, innerHeight);
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  };
  const solid = colour => { const found = /^rgba\(.*, ([\d.]+)\)$|\/ ([\d.]+)\)$/.exec(colour); return found ? Number(found[1] || found[2]) : 1; };
  const opaque = e => {
    if (e instanceof SVGElement && e.tagName !== "svg") {
      const style = getComputedStyle(e);
      return e.tagName !== "text" && style.fill !== "none" && !/url\(/.test(style.fill) && solid(style.fill) * Number(style.opacity) * Number(style.fillOpacity) > 0.5;
    }
    const style = getComputedStyle(e);
    return style.backgroundImage !== "none" || solid(style.backgroundColor) > 0.5;
  };
  // What lies over this point of an element, if anything does.
  const over = (e, x, y) => {
    for (const top of document.elementsFromPoint(x, y)) {
      if (top === e || top.contains(e) || e.contains(top)) return null;
      const below = top.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING;
      const lifted = h => h && !h.contains(e) && (getComputedStyle(h).zIndex !== "auto" || lifted(h.parentElement));
      if (below && !lifted(top)) continue; // drawn before it: it shines through nothing
      if (opaque(top)) return top;
    }
    return null;
  };

  // ---- texts ----
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const text = node.textContent.trim(), holder = node.parentElement;
    if (holder.matches("details:not([open])")) continue; // words of its own that it keeps to itself
    if (!text || holder.closest("script, style, noscript, .unseen, .sr, .skip, option, title, desc, [hidden], .pictures") || !visible(holder) || heard(holder)) continue;
    const words = holder.closest("text"), range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of words ? [words.getBoundingClientRect()] : range.getClientRects()) {
      const box = clip(rect, holder);
      if (box.width < 3 || box.height < 4) continue;
      const at = ([x, y]) => over(words || holder, box.left + box.width * x, box.top + box.height * y);
      const cover = SAMPLES.map(at).find(one => one) || null;
      // A pawn may stand on the number of its stone.
      if (!cover) lines.push({ text: text.slice(0, 40), box, holder: words || holder });
      else if (!popup.some(one => one.contains(cover)) && !cover.closest("[id^=pawn]"))
        found.add(`covered: "${text.slice(0, 40)}" by ${name(cover)}`);
    }
  }
  for (const e of document.querySelectorAll(".turned")) { // the plus of a place that was bettered is drawn by its style
    const box = clip(e.getBoundingClientRect(), e.parentElement);
    if (visible(e) && box.width > 3 && box.height > 3) lines.push({ text: "+", box, holder: e });
  }
  for (let k = 0; k < lines.length; k++) for (let n = k + 1; n < lines.length; n++) {
    const a = lines[k], b = lines[n];
    if (a.holder === b.holder || inPopup(a.holder) !== inPopup(b.holder)) continue;
    const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left), high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
    const low = Math.min(a.box.height, b.box.height);
    if (wide > SLACK && high > Math.max(4, low * 0.45)) found.add(`over each other: "${a.text}" and "${b.text}"`);
  }

  // ---- targets ----
  const modal = popup.some(one => one.matches("dialog, .curtain"));
  for (const e of document.querySelectorAll(TARGETS)) {
    if (!visible(e) || heard(e) || e.disabled || e.closest("[inert], [hidden]") || (modal && !inPopup(e))) continue;
    const held = e.tagName === "INPUT" && e.closest("label") || e; // a label is as good a target as its box
    const whole = held.getBoundingClientRect(), box = clip(whole, held.parentElement);
    if (!whole.width || box.width < 3 || box.height < 3) continue; // scrolled away
    if (touch && !e.matches(INLINE) && !e.closest(".unseen") && Math.min(whole.width, whole.height) < touch - 0.5)
      found.add(`small: ${name(held)} ${Math.round(whole.width)} x ${Math.round(whole.height)} "${held.textContent.trim().slice(0, 30)}"`);
    if (popup.length && !inPopup(e)) continue;
    const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2, top = document.elementFromPoint(x, y);
    if (e.matches(".can, button, a.button, summary") && top && !held.contains(top) && !top.contains(held) && over(held, x, y)) found.add(`out of reach: ${name(e)} "${e.textContent.trim().slice(0, 30)}" under ${name(top)}`);
  }

  // ---- what to do ----
  const prompt = document.getElementById("prompt");
  if (prompt && prompt.textContent.trim()) {
    const box = prompt.getBoundingClientRect(), seen = clip(box, prompt.parentElement), ribbon = prompt.closest(".ribbon").getBoundingClientRect();
    if (seen.width < box.width - 1 || seen.height < box.height - 1 || box.bottom > ribbon.bottom + 1 || box.top < ribbon.top - 1 || prompt.scrollWidth > prompt.clientWidth + 1)
      found.add(`the prompt is cut: ${prompt.textContent}`);
    if (!popup.length) for (const x of [box.left + 4, (box.left + box.right) / 2, box.right - 4]) { const cover = over(prompt, x, (box.top + box.bottom) / 2); if (cover) found.add(`the prompt is under ${name(cover)}`); }
  }

  // ---- the board ----
  const own = document.querySelector(".own"), area = own && own.getBoundingClientRect();
  const boxOf = parts => parts.map(e => e.getBoundingClientRect()).filter(box => box.width).reduce((a, b) => ({ left: Math.min(a.left, b.left), top: Math.min(a.top, b.top), right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom) }), { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity });
  const drawn = () => {
    const svg = own.querySelector(".area svg.board");
    if (!svg) return boxOf([...own.querySelectorAll(".area .ring > *, .area .tray, .area .letters, .area pre")]);
    const to = svg.getScreenCTM(), { x, y, width, height } = svg.viewBox.baseVal;
    const board = { left: to.a * x + to.e, top: to.d * y + to.f, right: to.a * (x + width) + to.e, bottom: to.d * (y + height) + to.f };
    const beside = boxOf([...own.querySelectorAll(".area .notes > *")]);
    return { left: Math.min(board.left, beside.left), top: Math.min(board.top, beside.top), right: Math.max(board.right, beside.right), bottom: Math.max(board.bottom, beside.bottom) };
  };
  if (area && own.querySelector(".area > *")) {
    const box = drawn(), wide = Math.min(box.right, area.right) - Math.max(box.left, area.left), high = Math.min(box.bottom, area.bottom) - Math.max(box.top, area.top);
    const full = wide * high / (area.width * area.height), share = area.width * area.height / innerWidth / innerHeight;
    if (!(full >= FULL)) found.add(`the board fills ${Math.round(full * 100)} % of its place`);
    if (share < 0.28) found.add(`the board's place is ${Math.round(share * 100)} % of the screen`);
    for (const e of own.querySelectorAll(".area [role=img], .area .can, .area .loc, .area .notes > *")) { // scenery may go on beyond the frame, what one plays with may not
      const its = e.getBoundingClientRect();
      if (its.width && visible(e) && (its.left < area.left - 2 || its.right > area.right + 2 || its.top < area.top - 2 || its.bottom > area.bottom + 2)) found.add(`the board is cut: ${name(e)} ${e.getAttribute("aria-label") || ""}`);
    }
  }

  // ---- a hint ----
  const why = document.getElementById("why");
  if (why && !why.hidden) {
    const box = why.getBoundingClientRect();
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) found.add("the hint leaves the screen");
    for (const e of document.querySelectorAll(".hint, .can")) {
      const its = e.getBoundingClientRect(), wide = Math.min(box.right, its.right) - Math.max(box.left, its.left), high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (visible(e) && wide > SLACK && high > SLACK && (e.matches(".hint") || wide * high > its.width * its.height * 0.4)) found.add(`the hint covers ${name(e)}`);
    }
  }
  return [...found];
}
