// @ts-check
// A still picture of a table: what its board refers to is fetched once and kept by the browser.
import { byId } from "./dom.js";

const holder = byId("pictures");
if (holder.dataset.from) {
  const answer = await fetch(holder.dataset.from);
  holder.innerHTML = await answer.text();
}
