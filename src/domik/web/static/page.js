// @ts-check
// Every page: the theme, links to copy, the host's message to all.
import { all, allInputs, byId, closest, get, readStored, setCookie, store, url } from "./dom.js";

const root = document.documentElement;

/** Whether the page is shown in its dark theme, chosen here or by the system. */
function isDark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function switchTheme() {
  const theme = isDark() ? "light" : "dark";
  root.dataset.theme = theme;
  setCookie("theme", theme);
  const night = /** @type {HTMLLinkElement} */ (byId("night"));
  night.media = theme === "dark" ? "all" : "not all";
}

/** @param {HTMLElement} button */
function copyLink(button) {
  const holder = /** @type {HTMLElement} */ (button.parentNode);
  allInputs(".link", holder)[0]?.select();
  navigator.clipboard?.writeText(button.dataset.copy || "");
  get("span", button).textContent = button.dataset.done || "";
}

/**
 * By what the device offers for sharing; where it offers nothing, the link is copied.
 * @param {HTMLElement} button
 */
async function sendLink(button) {
  const link = button.dataset.send || "";
  try {
    if (typeof navigator.share === "function") await navigator.share({ url: link });
    else {
      await navigator.clipboard.writeText(link);
      get("span", button).textContent = button.dataset.done || "";
    }
  } catch {
    // they thought better of it
  }
}

/** Times of the server as the reader's own clock shows them. */
function showLocalTimes() {
  for (const place of all("time[data-local]")) {
    const at = new Date(/** @type {HTMLTimeElement} */ (place).dateTime);
    const date = place.dataset.local === "day" ? { day: "numeric", month: "long" } : {};
    const form = /** @type {Intl.DateTimeFormatOptions} */ ({ hour: "2-digit", minute: "2-digit", ...date });
    place.textContent = at.toLocaleString(root.lang, form);
  }
}

/** The host's message to all, until the reader has closed it; another message is shown again. */
function closeReadNotice() {
  const [notice] = all("[data-notice]");
  if (notice && notice.dataset.notice === readStored("notice")) notice.remove();
}

/** @param {HTMLElement} notice */
function closeNotice(notice) {
  store("notice", notice.dataset.notice || "");
  notice.remove();
}

/** At a server: pages open without a connection, and Domik can be installed. */
function startWorker() {
  if (!isSecureContext || !("serviceWorker" in navigator) || "alone" in root.dataset) return;
  navigator.serviceWorker.register(url("/worker.js")).catch(() => {}); // a browser that will not have it does without
}

document.addEventListener("click", (event) => {
  if (closest(event, "[data-theme-switch]")) switchTheme();
  const button = closest(event, "[data-copy]");
  if (button) copyLink(button);
  const sending = closest(event, "[data-send]");
  if (sending) sendLink(sending);
  if (closest(event, "[data-close-notice]")) all("[data-notice]").forEach(closeNotice);
});
closeReadNotice();
showLocalTimes();
addEventListener("load", startWorker);
