// @ts-check
// The service worker of notices: shows what the server pushes, and opens its table at a tap. It keeps nothing.

// Its scope is not the page's that the type checker knows
const serviceWorker = /** @type {any} */ (globalThis);

/** @param {string} path */
async function openPath(path) {
  const address = serviceWorker.registration.scope.replace(/\/notices\/$/, "") + path;
  /** @type {any[]} */
  const open = await serviceWorker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = open.find((one) => one.url.split(/[?#]/)[0] === address);
  return shown ? shown.focus() : serviceWorker.clients.openWindow(address);
}

serviceWorker.addEventListener("push", (/** @type {any} */ event) => {
  const { title, body, path } = event.data.json();
  event.waitUntil(serviceWorker.registration.showNotification(title, { body, tag: path, data: { path } }));
});

serviceWorker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openPath(event.notification.data.path));
});
