// @ts-check
// In the worker with Python: the host's end of friends' lines (offline/friend.py), and codes for cameras.

/**
 * @param {() => any} python
 * @param {() => any} application
 * @param {(given: any) => any} copied
 * @returns {Record<string, (data: any) => void>}
 */
export function friendHandlers(python, application, copied) {
  /** @type {any} */
  let made;
  const lines = {
    send: (/** @type {number} */ number, /** @type {any} */ frame) =>
      self.postMessage({ kind: "friend-send", number, data: copied(frame) }),
    end: (/** @type {number} */ number) => self.postMessage({ kind: "friend-end", number }),
  };
  const friends = () => (made ||= python().pyimport("domik.offline.friend").Friends(application(), lines));
  return {
    "friend-open": ({ number, table, edition }) => friends().open(number, table, edition),
    "friend-hear": ({ number, data }) => friends().hear(number, data),
    "friend-close": ({ number }) => friends().close(number),
    "friend-draw": ({ text, port }) => port.postMessage(python().pyimport("domik.web.qr").qr_svg(text)),
  };
}
