// What a round brought: a sheet over the board that the next thing one plays closes.
import { $, doc, dressed } from "./page.js";
import { deeds, id } from "./table.js";

const sheet = $("recap");
export const recap = async round => {
  const [answer] = await Promise.all([fetch(`/t/${id}/recap/${round}`), dressed()]);
  if (!answer.ok) return;
  sheet.innerHTML = await answer.text();
  sheet.hidden = false;
};
deeds.recap = button => recap(button.dataset.round);
deeds["recap-close"] = () => { sheet.hidden = true; };
doc.addEventListener("click", event => { if (!event.target.closest("#recap, [data-do=recap]")) sheet.hidden = true; });
doc.addEventListener("keydown", event => { if (event.key === "Escape") sheet.hidden = true; });
