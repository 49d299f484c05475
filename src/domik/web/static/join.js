// The invitation: who is there by now, which animals are taken, and a name that goes with the animal until one types another.
import { $, all } from "./page.js";

const form = $("sit"), name = form.elements.name;
let typed = !("suggested" in name.dataset);
name.addEventListener("input", () => { typed = true; });
name.addEventListener("focus", () => { if (!typed) name.select(); });
const word = beast => beast.querySelector("span[data-word]");
const suggest = () => { const on = form.querySelector(".beast:has(:checked)"); if (!typed && on) { const text = word(on).dataset.word; name.value = text[0].toUpperCase() + text.slice(1); } };
form.addEventListener("change", suggest);
const look = async () => {
  const answer = await fetch(form.dataset.news).catch(() => null);
  if (!answer || !answer.ok) return;
  const { there, taken, open } = await answer.json();
  if (!open) return location.reload();
  $("there").innerHTML = there;
  for (const beast of all(".beast", form)) {
    const field = beast.querySelector("input"), owner = taken[field.value];
    field.disabled = !!owner;
    word(beast).textContent = owner || word(beast).dataset.word;
    if (owner && field.checked) { field.checked = false; const free = form.querySelector(".beast input:enabled"); if (free) free.checked = true; suggest(); }
  }
};
setInterval(() => { if (!document.hidden) look(); }, 4000);
