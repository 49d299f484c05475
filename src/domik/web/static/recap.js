// @ts-check
// What a round brought: a sheet over the board that the next click elsewhere closes.
import { byId, closest, url } from "./dom.js";
import { commands, id } from "./state.js";

const sheet = byId("recap");

export function hideRecap() {
  sheet.hidden = true;
}

/** @param {string} round */
export async function showRecap(round) {
  const answer = await fetch(url(`/t/${id}/recap/${round}`));
  if (!answer.ok) return;
  sheet.innerHTML = await answer.text();
  sheet.hidden = false;
}

commands.recap = (button) => showRecap(button.dataset.round || "");
commands["recap-close"] = hideRecap;
document.addEventListener("click", (event) => {
  if (!closest(event, "#recap, [data-do=recap]")) hideRecap();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideRecap();
});
