"""The root path (`--root-path /domik`), stripped from requests so that routes need not know it.

Nothing is put back here: pages, redirects and messages write their URLs with it (docs/decisions/0034).
"""

from __future__ import annotations

from collections.abc import Awaitable

from starlette.types import ASGIApp, Receive, Scope, Send


class RootPath:
    """Middleware that strips the root path, unless a proxy has done so."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self.app = app
        self.root_path = root_path

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if self.root_path and scope["type"] in ("http", "websocket"):
            self.strip(scope)
        return self.app(scope, receive, send)

    def strip(self, scope: Scope) -> None:
        path, root = scope["path"], self.root_path
        if path != root and not path.startswith(f"{root}/"):
            return
        scope["path"] = path.removeprefix(root) or "/"
        raw: bytes = scope.get("raw_path") or b""
        if raw.startswith(root.encode()):
            scope["raw_path"] = raw.removeprefix(root.encode()) or b"/"
