// @ts-check
// A page of Domik without a server, shown in the shell's frame: its socket is a line to the Python beside it, or to
// that of a friend whose table this is. Not a module, so that it runs before all modules.
/**
 * What the shell has for its pages.
 * @typedef {object} Shell
 * @property {typeof WebSocket} [DomikSocket]
 * @property {{ invite(table: string): void, join(): void, isAway(url: string): boolean }} [domikFriends]
 */
{
  const shell = /** @type {Shell} */ (/** @type {unknown} */ (window.parent));
  const { DomikSocket, domikFriends } = window.parent === window ? {} : shell;
  if (DomikSocket && !(WebSocket.prototype instanceof DomikSocket)) window.WebSocket = DomikSocket;
  if (domikFriends) {
    document.documentElement.dataset.friends = domikFriends.isAway(location.href) ? "guest" : "host";
    document.addEventListener("click", ({ target }) => {
      const pressed = target instanceof Element && target.closest("[data-invite], [data-visit]");
      if (!(pressed instanceof HTMLElement)) return;
      if (pressed.dataset.invite) domikFriends.invite(pressed.dataset.invite);
      else domikFriends.join();
    });
  }
}
