"""Publish/subscribe by topic among all nodes of one database."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from domik.server.store.store import Leases

CHANNEL = "domik_house"
MAX_MESSAGE = 6000  # bytes; PostgreSQL's limit is 8000
TopicHandler = Callable[[str], None]


class PubSub:
    """Short messages by topic; the publishing node receives its own at once."""

    def __init__(self, leases: Leases) -> None:
        self._leases = leases
        self._handlers: dict[str, TopicHandler] = {}

    def start(self) -> None:
        """Receive messages of other nodes in this event loop."""
        self._leases.subscribe(CHANNEL, self._receive)

    def subscribe(self, about: str, handler: TopicHandler) -> None:
        """Set the handler of a topic; there is one per topic."""
        self._handlers[about] = handler

    def publish(self, about: str, text: str) -> None:
        """Deliver a text here and to all other nodes; texts beyond MAX_MESSAGE stay on this node."""
        message = msgspec.json.encode([about, text]).decode()
        self._receive("", message)
        if len(message.encode()) <= MAX_MESSAGE:
            self._leases.publish(CHANNEL, message)

    def _receive(self, _node: str, message: str) -> None:
        about, text = msgspec.json.decode(message, type=tuple[str, str])
        handler = self._handlers.get(about)
        if handler is not None:
            handler(text)
