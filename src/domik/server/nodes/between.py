"""Between the servers of one house: short words that all of them hear, by what they are about."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from domik.server.store.leases import Leases

CHANNEL = "domik_house"
LONGEST = 6000  # bytes: PostgreSQL carries 8000
Handler = Callable[[str], None]


class Between:
    """Tell everybody, and hear what others tell; whoever tells hears it first."""

    def __init__(self, leases: Leases) -> None:
        self._leases = leases
        self._handlers: dict[str, Handler] = {}

    def start(self) -> None:
        """From now on, in this event loop."""
        self._leases.listen(CHANNEL, self._hear)

    def on(self, about: str, handler: Handler) -> None:
        """Who hears of it."""
        self._handlers[about] = handler

    def tell(self, about: str, text: str) -> None:
        """Here and on all other servers."""
        message = msgspec.json.encode([about, text]).decode()
        self._hear("", message)
        if len(message.encode()) <= LONGEST:
            self._leases.tell(CHANNEL, message)

    def _hear(self, _node: str, message: str) -> None:
        about, text = msgspec.json.decode(message, type=tuple[str, str])
        handler = self._handlers.get(about)
        if handler is not None:
            handler(text)
