"""The site: all pages and layers as one application."""

from __future__ import annotations

import asyncio

from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

THEN = "domik.then"  # in a socket's scope: what it does from its greeting on


class Site(Starlette):
    """The application: a socket is greeted through all layers and lives on outside of them."""

    # Thousands may only listen, and every layer that waited with them would cost each 0.3 KB.

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or lead a socket to its end."""
        await super().__call__(scope, receive, send)
        if THEN in scope:
            living = scope[THEN]()
            scope.clear()
            try:
                await living
            except asyncio.CancelledError:
                if not self.is_stopping:
                    raise

    @property
    def is_stopping(self) -> bool:
        """Whether the server is being shut: then it is no fault that a request is not seen to its end."""
        return bool(getattr(self.state, "is_stopping", False))
