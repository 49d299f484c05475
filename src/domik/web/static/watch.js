// @ts-check
// Looking on, a minute late: the page brings itself up to date until the game is over.
import { byId } from "./dom.js";

const EVERY = 5000; // milliseconds

async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("watched");
  const shown = byId("watched");
  if (fresh && fresh.dataset.moves !== shown.dataset.moves) shown.replaceWith(fresh);
}

const timer = setInterval(() => {
  if (byId("watched").dataset.over === "1") clearInterval(timer);
  else refresh().catch(() => {});
}, EVERY);
