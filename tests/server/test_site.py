"""A socket that only listens costs little: it lives on outside of the layers that let it in."""

from __future__ import annotations

import gc
from collections import Counter
from types import CoroutineType
from typing import Any

from tests.server.host import Host, Page
from tests.server.test_live import opened


def waiting() -> dict[int, Any]:
    """Every coroutine of this process; who keeps them keeps their ids, too."""
    return {id(one): one for one in gc.get_objects() if type(one) is CoroutineType}


def test_no_layer_waits_with_a_socket(host: Host) -> None:
    table, people = opened(host, "hh", forced=False)
    before = waiting()  # the house itself, and whatever other tests left behind
    page = Page(host.origin, table, people[0])
    page.take()
    page.ask("chat", text="hello")  # answered: it is past its greeting
    more = Counter(one.__qualname__ for key, one in waiting().items() if key not in before)
    assert more["Site.__call__"] == 1  # the socket
    for layer in ("Starlette.__call__", "ServerErrorMiddleware.__call__", "Guard.lead"):
        assert not more[layer]
