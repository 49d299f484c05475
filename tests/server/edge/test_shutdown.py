"""Shutdown: what a stopping server cancels is answered; what anybody else cancels stays cancelled."""

from __future__ import annotations

import asyncio

import pytest
from starlette.applications import Starlette
from starlette.types import Message, Receive, Scope, Send

from domik.server.edge.limits import ShutdownMiddleware
from tests.server.host import finished


def cancelled(kind: str, is_stopping: bool, is_begun: bool = False) -> list[Message]:
    """What a request or a socket sends that is cancelled while it waits."""
    app, sent, waits = Starlette(), list[Message](), asyncio.Event()
    app.state.is_stopping = is_stopping
    headers = [(b"accept-language", b"ru")]
    scope: Scope = {
        "type": kind, "app": app, "method": "GET", "path": "/api/games", "query_string": b"", "headers": headers,
    }  # fmt: skip

    async def never_ends(scope: Scope, receive: Receive, send: Send) -> None:
        if is_begun:
            await send({"type": f"{kind}.begun"})
        waits.set()
        await asyncio.Event().wait()

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        raise AssertionError("nothing is read any more")

    async def main() -> None:
        task = asyncio.ensure_future(ShutdownMiddleware(never_ends)(scope, receive, send))
        await waits.wait()
        task.cancel()
        await task

    finished(main())
    return sent


def test_a_request_without_an_answer_gets_one() -> None:
    start, body = cancelled("http", is_stopping=True)
    assert start["status"] == 503
    assert "Сервер останавливается" in body["body"].decode()


def test_an_answer_that_was_begun_ends_there() -> None:
    assert cancelled("http", is_stopping=True, is_begun=True) == [{"type": "http.begun"}]


def test_a_socket_just_ends() -> None:
    assert cancelled("websocket", is_stopping=True) == []


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_a_server_that_goes_on_swallows_nothing(kind: str) -> None:
    with pytest.raises(asyncio.CancelledError):
        cancelled(kind, is_stopping=False)
