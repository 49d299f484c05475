"""How tests wait for what threads, processes and machines do in their own time.

A test waits for an event or for a condition, never for a while; and the only limit is one that no busy machine reaches.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import httpx

PATIENCE = 120.0  # seconds, of everything that has to have a limit: only a true failure takes so long
GLANCE = 0.02  # seconds between two looks at a condition
IDLE = 1.0  # seconds after which a client opens a new connection; the server closes idle ones after five


def eventually(test: Callable[[], object], what: str = "it never happened") -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not test():
        assert time.monotonic() < end, what
        time.sleep(GLANCE)


async def eventually_async(test: Callable[[], object], what: str = "it never happened") -> None:
    """Wait until something holds, while the other tasks of the loop go on."""
    end = time.monotonic() + PATIENCE
    while not test():
        assert time.monotonic() < end, what
        await asyncio.sleep(GLANCE)


def answers(address: str) -> bool:
    """Whether a server listens there by now."""
    try:
        patient_get(address)
    except httpx.TransportError:
        return False
    return True


def patient_client(**options: Any) -> httpx.Client:
    """A client that waits as long as a test does; without TLS to set up, which costs more than most requests."""
    return httpx.Client(timeout=PATIENCE, limits=httpx.Limits(keepalive_expiry=IDLE), verify=False, **options)


def patient_get(address: str, **headers: str) -> httpx.Response:
    return httpx.get(address, headers=headers, timeout=PATIENCE, verify=False)


def patient_post(address: str, document: object) -> httpx.Response:
    return httpx.post(address, json=document, timeout=PATIENCE, verify=False)
