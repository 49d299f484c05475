// Faults that new users once met, as functions that find them on any page; test_faults.py plants each one as well.
({
  // Rows of words beside the board that are cut off: there nothing scrolls, so what is cut cannot be read.
  clippedRows: () => {
    const found = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = texts.nextNode());) {
      const holder = node.parentElement, area = holder.closest(".others, .own > .area, .shelf, .bubble");
      if (!node.textContent.trim() || !area || holder.closest("svg, .unseen, .pictures") || !holder.checkVisibility()) continue;
      const heard = e => e && (getComputedStyle(e).clipPath === "inset(50%)" || heard(e.parentElement));
      if (heard(holder)) continue; // for the ear only
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        let { top, bottom } = box;
        for (let e = holder; e && e !== document.body; e = e.parentElement) {
          if (getComputedStyle(e).overflowY === "visible" || getComputedStyle(e).display === "contents") continue;
          const frame = e.getBoundingClientRect();
          top = Math.max(top, frame.top);
          bottom = Math.min(bottom, frame.bottom);
        }
        if (box.height && bottom - top < box.height * 0.7) found.add(node.textContent.trim().slice(0, 30));
      }
    }
    return [...found];
  },

  // Animals on the path of points that do not stand where the numbers say: [seat, where it stands, what it has].
  wrongMarks: scores => {
    const numbers = [...document.querySelectorAll("#stones text.stone")].map(e => [Number(e.getAttribute("x")), Number(e.textContent)]);
    const [[x0, n0], [x1, n1]] = [numbers[0], numbers.at(-1)];
    const wrong = [];
    scores.forEach((score, seat) => {
      const circle = document.querySelector(`#pawn-${seat} circle`);
      const shared = scores.slice(0, seat).filter(other => other === score).length;
      const x = circle.getCTM().a * Number(circle.getAttribute("cx")) / circle.ownerSVGElement.getCTM().a
        + (circle.getCTM().e - circle.ownerSVGElement.getCTM().e) / circle.ownerSVGElement.getCTM().a - shared * circle.r.baseVal.value * 0.9;
      const stands = n0 + (x - x0) / (x1 - x0) * (n1 - n0);
      if (Math.abs(stands - score) > 0.6) wrong.push([seat, Math.round(stands * 10) / 10, score]);
    });
    return wrong;
  },

  // Buttons without an edge where the reader's own colours hold, so that nobody sees them.
  edgeless: () => [...document.querySelectorAll("a.button, button.button, .round")].filter(e => {
    const style = getComputedStyle(e);
    return e.checkVisibility() && e.getBoundingClientRect().width
      && parseFloat(style.borderTopWidth) + (style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth)) < 1;
  }).map(e => e.className + " " + e.textContent.trim().slice(0, 20)),
})
