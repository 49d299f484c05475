"""A path before every address of ours (`--root-path /domik`): taken off requests, so that routes need not know it.

Nothing is put back here: pages, redirects and messages write their addresses with it (docs/decisions/0034).
"""

from __future__ import annotations

from collections.abc import Awaitable

from starlette.types import ASGIApp, Receive, Scope, Send


class RootPath:
    """Middleware that takes the root path off; a proxy may have taken it off before us."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self.app = app
        self.root_path = root_path

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Route a request as if we lived at the root."""
        if self.root_path and scope["type"] in ("http", "websocket"):
            self.strip(scope)
        return self.app(scope, receive, send)

    def strip(self, scope: Scope) -> None:
        """Take the root path off the path of a request."""
        path, root = scope["path"], self.root_path
        if path != root and not path.startswith(f"{root}/"):
            return
        scope["path"] = path.removeprefix(root) or "/"
        raw: bytes = scope.get("raw_path") or b""
        if raw.startswith(root.encode()):
            scope["raw_path"] = raw.removeprefix(root.encode()) or b"/"
