// @ts-check
// A page with a board: clicks on anything, and what the buttons of all such pages do.
import { startChoosing, touch } from "./choose.js";
import { all, allInputs, closest, targetOf } from "./dom.js";
import { endsDrag, startDragging } from "./drag.js";
import { startNotices, toast } from "./notices.js";
import { commands, hooks, words } from "./state.js";
import { showTab, startTabs } from "./tabs.js";
import { enlarge, enlarged, hideWhy, showWhy } from "./why.js";
/** @typedef {import("./types").Hooks} Hooks */

/** @param {HTMLElement} button */
function copyLink(button) {
  const field = allInputs(".link", /** @type {HTMLElement} */ (button.parentNode))[0];
  field.select();
  navigator.clipboard?.writeText(field.value);
  toast(words.copied);
}

/** @param {HTMLElement} button */
function shareLink(button) {
  const link = button.dataset.url || location.href;
  if (navigator.share) navigator.share({ url: link }).catch(() => {});
  else navigator.clipboard?.writeText(link).then(() => toast(words.copied));
}

/** @param {HTMLElement} button */
function runCommand(button) {
  const name = button.dataset.do || "";
  if (commands[name]) commands[name](button);
  else hooks.send({ do: name, seat: Number(button.dataset.seat ?? -1) });
}

/**
 * What a click means by the attributes of what was clicked; the first that is there counts.
 * @type {[selector: string, act: (found: HTMLElement, event: Event) => void][]}
 */
const CLICKS = [
  [
    "[data-clause]",
    (found, event) => {
      event.preventDefault();
      hideWhy();
      enlarged().close();
      hooks.openClause(found.dataset.clause || "");
    },
  ],
  ["[data-do]", runCommand],
  ["[data-tab]", (found) => showTab(found.dataset.tab || "")],
  ["[data-look]", (found) => hooks.send({ do: "look", seat: Number(found.dataset.look) })],
  ["#enlarged", () => enlarged().close()],
  ["#why", () => {}],
];

/** @param {MouseEvent} event */
function onClick(event) {
  const element = targetOf(event);
  for (const menu of all(".menu[open]")) {
    if (!menu.contains(element)) /** @type {HTMLDetailsElement} */ (menu).open = false;
  }
  if (endsDrag()) return;
  for (const [selector, act] of CLICKS) {
    const found = closest(event, selector);
    if (found) {
      act(found, event);
      return;
    }
  }
  if (touch(element)) return;
  hideWhy();
  enlarge(element);
}

/**
 * Begin to listen; each page hands over what it does in its own way.
 * @param {Partial<Hooks>} own
 */
export function startTable(own) {
  Object.assign(
    hooks,
    { openClause: (/** @type {string} */ clause) => showTab("rules", clause), tellWhy: showWhy },
    own,
  );
  Object.assign(commands, { copy: copyLink, share: shareLink });
  startChoosing();
  startDragging();
  startTabs();
  startNotices();
  document.addEventListener("click", onClick);
}
