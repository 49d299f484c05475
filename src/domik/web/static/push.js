// @ts-check
// Push messages for this browser, switched on and off.
import { url } from "./dom.js";

/** Whether this browser can take push messages here: it needs https or this very machine. */
export function canPush() {
  return isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Minutes east of Greenwich, so that quiet hours are this person's own. */
export function timeOffset() {
  return -new Date().getTimezoneOffset();
}

/**
 * @param {ArrayBuffer | null} bytes
 * @returns {string} as URL-safe text
 */
function encoded(bytes) {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * @param {string} address
 * @param {object} body
 */
async function post(address, body = {}) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(String(answer.status));
}

/**
 * Take push messages from now on; false where the reader or the browser says no.
 * @param {string} key the server's public key
 * @returns {Promise<boolean>}
 */
export async function subscribe(key) {
  if (!canPush() || (await Notification.requestPermission()) !== "granted") return false;
  const worker = await navigator.serviceWorker.register(url("/worker.js"));
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await post(url("/notices/subscribe"), {
    endpoint: subscription.endpoint,
    p256dh: encoded(subscription.getKey("p256dh")),
    auth: encoded(subscription.getKey("auth")),
    offset: timeOffset(),
  });
  return true;
}

/** The question was answered with "not now": it is never asked again. */
export function declineNotices() {
  return post(url("/notices/asked"));
}

/** Take none any more. */
export async function unsubscribe() {
  const worker = await navigator.serviceWorker.getRegistration(url("/"));
  const subscription = await worker?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  await post(url("/notices/unsubscribe"));
}
