// @ts-check
// A bell beside "the others are playing" in a slow game. Whoever touches it is asked, once; the browser's own question
// comes only after a yes.
import { byId, get, loadStyle, url } from "./dom.js";
import { toast } from "./notices.js";
import { canPush, declineNotices, subscribe } from "./push.js";
import { commands } from "./state.js";

const dialog = /** @type {HTMLDialogElement} */ (byId("asking"));

async function ask() {
  const [answer] = await Promise.all([fetch(url("/notices/question")), loadStyle(dialog.dataset.style)]);
  if (!answer.ok) return;
  dialog.innerHTML = await answer.text();
  dialog.showModal();
}

function close() {
  dialog.close();
  byId("call-me").hidden = true;
}

async function accept() {
  const key = byId("call-me").dataset.key || "";
  const said = get("footer", dialog).dataset;
  const isOn = await subscribe(key).catch(() => false);
  close();
  toast((isOn ? said.yes : said.no) || "");
}

function decline() {
  declineNotices().catch(() => {});
  close();
}

/** Show the bell where this browser can be called. */
export function offerToCall() {
  if (!canPush() || Notification.permission === "denied") return;
  Object.assign(commands, { "call-me": ask, "call-yes": accept, "call-no": decline });
  byId("call-me").hidden = false;
}
