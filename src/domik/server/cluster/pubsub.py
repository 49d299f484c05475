"""Between the servers of one house: short words that all of them hear, by what they are about."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from domik.server.store.leases import Leases

CHANNEL = "domik_house"
MAX_MESSAGE = 6000  # bytes: PostgreSQL carries 8000
TopicHandler = Callable[[str], None]


class PubSub:
    """Tell everybody, and hear what others tell; whoever tells hears it first."""

    def __init__(self, leases: Leases) -> None:
        self._leases = leases
        self._handlers: dict[str, TopicHandler] = {}

    def start(self) -> None:
        """From now on, in this event loop."""
        self._leases.subscribe(CHANNEL, self._receive)

    def subscribe(self, about: str, handler: TopicHandler) -> None:
        """Who hears of it."""
        self._handlers[about] = handler

    def publish(self, about: str, text: str) -> None:
        """Here and on all other servers."""
        message = msgspec.json.encode([about, text]).decode()
        self._receive("", message)
        if len(message.encode()) <= MAX_MESSAGE:
            self._leases.publish(CHANNEL, message)

    def _receive(self, _node: str, message: str) -> None:
        about, text = msgspec.json.decode(message, type=tuple[str, str])
        handler = self._handlers.get(about)
        if handler is not None:
            handler(text)
