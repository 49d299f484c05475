// @ts-check
// A page of Domik without a server, shown in the shell's frame: its socket is a line to the Python beside it.
// Not a module, so that it runs before all modules.
{
  const shell = /** @type {{ DomikSocket?: typeof WebSocket }} */ (/** @type {unknown} */ (window.parent));
  const { DomikSocket } = window.parent === window ? {} : shell;
  if (DomikSocket && !(WebSocket.prototype instanceof DomikSocket)) window.WebSocket = DomikSocket;
}
