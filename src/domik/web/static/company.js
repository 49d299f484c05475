// @ts-check
// Company for a table before its deal: people to ask again, and the switch that lists it for anybody.
import { closest, findId, url } from "./dom.js";
import { facts, id } from "./state.js";

const holder = findId("company");
let isAsked = false;

/** @param {RequestInit} how */
async function refresh(how = {}) {
  const answer = await fetch(url(`/t/${id}/company`), how);
  if (holder && answer.ok) holder.innerHTML = await answer.text();
}

/** Once the host's page knows that the game was not dealt yet. */
export function offerCompany() {
  if (!holder) return;
  holder.hidden = facts.dealt !== false;
  if (holder.dataset.host !== "1" || facts.dealt !== false || isAsked) return;
  isAsked = true;
  refresh().catch(() => {});
}

holder?.addEventListener("click", (event) => {
  const chosen = closest(event, "[data-company]");
  if (!chosen) return;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  refresh({ method: "POST", headers, body: chosen.dataset.company }).catch(() => {});
});
