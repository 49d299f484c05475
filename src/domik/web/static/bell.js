// @ts-check
// The settings behind the bell: this device is switched here, everything else is a form.
import { allInputs, byId, get } from "./dom.js";
import { canPush, subscribe, timeOffset, unsubscribe } from "./push.js";

const box = /** @type {HTMLInputElement | null} */ (document.getElementById("this-device"));
const note = byId("device-note");

/** Why the switch is pale, if it is. */
function reason() {
  if (!canPush()) return note.dataset.insecure || "";
  return Notification.permission === "denied" ? note.dataset.denied || "" : "";
}

/** @param {HTMLInputElement} switched */
async function change(switched) {
  try {
    if (switched.checked) switched.checked = await subscribe(switched.dataset.key || "");
    else await unsubscribe();
  } catch {
    switched.checked = !switched.checked;
    note.textContent = note.dataset.failed || "";
    return;
  }
  note.textContent = reason();
}

if (box) {
  note.textContent = reason();
  box.disabled = Boolean(reason());
  box.addEventListener("change", () => change(box));
}
for (const field of allInputs("[name=offset]")) field.value = String(timeOffset());
const form = /** @type {HTMLFormElement} */ (get("#notice-form"));
form.addEventListener("change", (event) => {
  if (event.target !== box && /** @type {HTMLElement} */ (event.target).getAttribute("name") !== "mail") {
    form.requestSubmit();
  }
});
