"""Responses to requests that a stopping server cannot complete."""

from __future__ import annotations

import asyncio

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from domik.kernel.phrase import Phrase
from domik.server.rendering.responses import error_response


def is_stopping(app: Starlette) -> bool:
    """Whether the server is stopping, so that cancelled tasks are expected."""
    return bool(getattr(app.state, "is_stopping", False))


class ShutdownMiddleware:
    """Answer 503 to requests that uvicorn cancels when its time to stop is up."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_begun = False

        async def send_noted(message: Message) -> None:
            nonlocal is_begun
            is_begun = True
            await send(message)

        try:
            await self.app(scope, receive, send_noted if scope["type"] == "http" else send)
        except asyncio.CancelledError:
            if not is_stopping(scope["app"]):
                raise
            if scope["type"] == "http" and not is_begun:
                await error_response(Request(scope), 503, Phrase("data.closing"))(scope, receive, send)
