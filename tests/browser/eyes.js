// Every text that is painted must lie inside whatever holds it: the box that cuts it off, the button or card it stands
// on, the rectangle of its card in a drawing, the screen. What can be scrolled to is not cut. Names that people typed
// may end in dots, for they can be of any length.
names => {
  const SLACK = 1.5, DOWN = 4; // a line of text is taller than its letters
  const UNSEEN = "script, style, noscript, .unseen, .sr, .skip, option, title, desc, [hidden]";
  const HOLDERS = "a, button, label, li, summary, td, .state, .badge, .card, .panel, .points";
  const found = new Set();
  const name = e => [e.tagName.toLowerCase(), e.id && "#" + e.id, ...[...e.classList].map(one => "." + one)].join("");
  const wider = (text, box) => text.left < box.left - SLACK || text.right > box.right + SLACK;
  const taller = (text, box) => text.top < box.top - DOWN || text.bottom > box.bottom + DOWN;
  const visible = e => e.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  const boxOf = node => {
    const words = node.parentElement.closest("text");
    if (words) return words.getBoundingClientRect(); // a range has a box even where the drawing is not shown
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };

  // From the text outwards: the first thing that cuts it off or that it sticks out of.
  const heard = e => e && (getComputedStyle(e).clipPath === "inset(50%)" || heard(e.parentElement)); // not seen
  const inHtml = (text, holder, box) => {
    if (heard(holder)) return "";
    for (let e = holder; e && e !== document.body; e = e.parentElement) {
      const style = getComputedStyle(e);
      if (e instanceof SVGElement && e.tagName !== "svg") continue;
      if (style.display === "contents" || style.display === "inline") continue;
      const area = e.getBoundingClientRect(), both = style.overflowX + style.overflowY;
      const dots = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
      if (dots && (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + DOWN || box.width > area.width + 1)) return `shortened: ${text} in ${name(e)}`;
      if (/auto|scroll/.test(both)) {
        if (wider(box, area) && !/auto|scroll/.test(style.overflowX)) return `cut: ${text} in ${name(e)}`;
        return ""; // further out only the frame of what scrolls counts
      }
      if (both !== "visiblevisible" && (wider(box, area) || taller(box, area))) return `cut: ${text} in ${name(e)}`;
      const seen = style.backgroundColor !== "rgba(0, 0, 0, 0)" || style.boxShadow !== "none" || style.borderTopWidth !== "0px";
      if (seen && e.matches(HOLDERS) && (wider(box, area) || taller(box, area))) return `over the edge: ${text} in ${name(e)}`;
      if (style.position === "fixed") break;
    }
    return wider(box, { left: 0, right: innerWidth }) ? `beside the page: ${text} in ${name(holder)}` : "";
  };

  // In a drawing: the widest rectangle right under the text.
  const inDrawing = (text, holder, box) => {
    const words = holder.closest("text"), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    const under = area => area.left <= x && area.right >= x && area.top <= y && area.bottom >= y;
    for (let g = words && words.parentElement; g && g.tagName === "g"; g = g.parentElement) {
      const cards = [...g.children].filter(e => e.tagName === "rect").map(e => e.getBoundingClientRect()).filter(under);
      if (cards.length) return cards.every(card => wider(box, card)) ? `wider than its card: ${text} in ${name(g)}` : "";
    }
    return "";
  };

  // A badge may hang on a card's corner; words may not stick out.
  const texts = e => [e, ...e.querySelectorAll("*")].flatMap(one => [...one.childNodes]).filter(node => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  const sticksOut = e => e.tagName === "SELECT" || texts(e).some(node => boxOf(node).width && wider(boxOf(node), e.getBoundingClientRect()));

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const text = node.textContent.trim().slice(0, 60), holder = node.parentElement;
    if (!text || names.includes(text) || holder.closest(UNSEEN) || !visible(holder)) continue;
    const box = boxOf(node);
    if (!box.width) continue;
    for (const fault of [inHtml(`"${text}"`, holder, box), inDrawing(`"${text}"`, holder, box)]) if (fault) found.add(fault);
  }
  for (const e of document.querySelectorAll("button, select, a.button")) {
    if (visible(e) && e.scrollWidth > e.clientWidth + 1 && sticksOut(e)) found.add(`too narrow: ${name(e)} "${e.textContent.trim().slice(0, 60)}"`);
  }
  return [...found];
}
