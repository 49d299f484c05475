// @ts-check
// My box: kept in this browser only, used by counting and by new tables.
import { byId, findId, get } from "./dom.js";
import { forgetBox, keepBox, ownBox } from "./ownbox.js";

const form = /** @type {HTMLFormElement} */ (byId("my-box"));
const { game = "", token = "", hash = "" } = form.dataset;
const use = /** @type {HTMLButtonElement} */ (byId("use-box"));
const note = byId("box-note");
const kept = ownBox(game);

/** @param {boolean} used */
function keep(used) {
  keepBox(game, { token, hash, complete: "complete" in form.dataset, used });
}

// A link to somebody else's box changes nothing here until it is used; taps on one's own are kept as they come.
if ("keep" in form.dataset) keep(Boolean(kept?.used) && Boolean(hash));
else if (!token && kept?.token) location.replace(`${location.pathname}?b=${encodeURIComponent(kept.token)}`);

use.disabled = !token || !hash;
use.addEventListener("click", () => {
  keep(true);
  note.textContent = use.dataset.used || "";
});
const forget = byId("forget-box");
forget.hidden = !kept;
forget.addEventListener("click", () => {
  forgetBox(game);
  location.replace(location.pathname);
});
findId("share-box")?.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  await navigator.clipboard.writeText(new URL(button.dataset.copyLink || "", location.href).href);
  get("span", button).textContent = button.dataset.done || "";
});
