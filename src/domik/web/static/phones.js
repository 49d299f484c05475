// @ts-check
// Everybody's own phone: the page asks who is how far, and goes to the result when it is shown.
import { byId, findId } from "./dom.js";

const EVERY = 2500; // milliseconds

async function ask() {
  const part = byId("phones");
  const answer = await fetch(part.dataset.news || "").catch(() => null);
  if (answer?.status === 404) {
    location.reload(); // the table is gone: its page says so
    return;
  }
  if (!answer?.ok || part.contains(document.activeElement)) return; // nobody's finger is taken from a button
  const holder = document.createElement("template");
  holder.innerHTML = await answer.text();
  const next = holder.content.firstElementChild;
  if (!(next instanceof HTMLElement)) return;
  if ("shown" in next.dataset) location.reload();
  else if (next.outerHTML !== part.outerHTML) part.replaceWith(next);
}

setInterval(() => {
  if (!document.hidden && findId("phones")) ask();
}, EVERY);
