"""A socket that only listens costs little: it lives on outside of the layers that let it in."""

from __future__ import annotations

import gc
import inspect
from collections import Counter

from tests.server.host import Host, Page
from tests.server.test_live import opened


def waiting() -> Counter[str]:
    """What waits for something in this process, by name."""
    return Counter(one.__qualname__ for one in gc.get_objects() if inspect.iscoroutine(one))


def test_no_layer_waits_with_a_socket(host: Host) -> None:
    table, people = opened(host, "hh", forced=False)
    page = Page(host.origin, table, people[0])
    page.take()
    page.ask("chat", text="hello")  # answered: it is past its greeting
    found = waiting()
    assert found["Site.__call__"] == 2  # the other one keeps the house open
    assert found["OneByOne.__call__"] == 1  # for its next message
    assert not found["Guard.lead"]
    for layer in ("Starlette.__call__", "ServerErrorMiddleware.__call__"):
        assert found[layer] <= 1
