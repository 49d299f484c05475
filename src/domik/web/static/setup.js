// Setting up: what does not go together is locked with its reason, and what is for one player sends the bots home.
import { $, all } from "./page.js";

const form = $("set-up"), seats = all(".seatbox", form);
const chosen = seat => seat.querySelector(`input[name^="seat"]:checked`);
const alone = n => seats.forEach((seat, k) => { const empty = k >= n && seat.querySelector('input[name^="seat"][value=""]'); if (empty) empty.checked = true; });
const check = async () => {
  const answer = await fetch(form.dataset.check, { method: "POST", body: new URLSearchParams(new FormData(form)) }).catch(() => null);
  if (!answer || !answer.ok) return;
  const found = await answer.json();
  for (const field of all('input[name^="option."]', form)) {
    const lock = found[field.type === "radio" ? `${field.name}=${field.value}` : field.name] || {}, box = field.closest("label"), reason = box.querySelector(".reason"), free = box.querySelector(".free");
    field.disabled = !!lock.why;
    if (lock.why) field.checked = false;
    if (reason) { reason.hidden = !lock.why; reason.lastElementChild.textContent = lock.why || ""; }
    if (free) { free.hidden = !lock.frees; free.dataset.frees = lock.frees || ""; free.textContent = lock.instead || ""; }
    if (lock.seats) box.dataset.seats = lock.seats; else delete box.dataset.seats;
  }
};
form.addEventListener("change", event => {
  const field = event.target, box = field.closest("label");
  if (field.name.startsWith("option.") && box.dataset.seats) alone(Number(box.dataset.seats));
  if (field.name.startsWith("seat") && field.value) for (const one of all("[data-seats] input:checked", form)) { const first = form.querySelector(`input[name="${one.name}"]`); if (first) first.checked = true; }
  if (field.name.startsWith("seat") || field.name.startsWith("option.")) check();
});
// What stands in a locked option's way gives way to it.
form.addEventListener("click", async event => {
  const free = event.target.closest(".free");
  if (!free) return;
  event.preventDefault();
  const wanted = free.closest("label").querySelector("input"), [name, value] = free.dataset.frees.split("=");
  for (const one of all(`input[name="${name}"]`, form)) one.checked = one.value === value;
  await check();
  wanted.checked = !wanted.disabled;
  await check();
  wanted.focus();
});
