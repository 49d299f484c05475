// @ts-check
// The result of a deal: a line to share, and a look now and then whether the rest of it has come.
import { all, byId, closest } from "./dom.js";

const FIRST_LOOK = 4000; // milliseconds
const LOOK = 5000;
const MANY_BOTS = 4; // so many new ones are worth a new page, though the deal is not judged
const DAY = /\d{4}-\d\d-\d\d\//;

/** @param {HTMLElement} button */
async function share(button) {
  const line = byId("share");
  const text = `${line.dataset.text}\n${location.origin}${location.pathname.replace(DAY, "")}`;
  try {
    if ("share" in navigator && matchMedia("(pointer: coarse)").matches) await navigator.share({ text });
    else {
      await navigator.clipboard.writeText(text);
      if (button.lastElementChild) button.lastElementChild.textContent = button.dataset.said || "";
    }
  } catch {
    getSelection()?.selectAllChildren(line);
  }
}

/**
 * Whether there is more to show than the page shows.
 * @param {{ judged: boolean, bots: number }} news
 * @param {DOMStringMap} shown
 */
function hasNews(news, shown) {
  const more = news.bots - Number(shown.bots);
  return String(news.judged) !== shown.judged || more > MANY_BOTS || (more > 0 && news.judged);
}

/** @param {HTMLElement} place */
async function look(place) {
  try {
    const answer = await fetch(place.dataset.news || "");
    if (hasNews(await answer.json(), place.dataset)) {
      location.reload();
      return;
    }
  } catch {
    // next time
  }
  setTimeout(() => look(place), LOOK);
}

document.addEventListener("click", (event) => {
  const button = closest(event, "[data-share]");
  if (button) share(button);
});
for (const place of all("[data-news]")) setTimeout(() => look(place), FIRST_LOOK);
