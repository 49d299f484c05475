"""Log configuration: errors and, on request, an access log, as text or JSON, without secrets."""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Collection

ACCESS = logging.getLogger("domik.access")
UVICORN = "uvicorn.error"  # warns of every malformed request; a client that sends many would fill the disk
LOGGERS = ("domik.server", "domik.access", UVICORN)
REPEAT_SECONDS = 10.0  # seconds before the same warning is logged again
MAX_REMEMBERED = 100  # distinct warnings that are remembered
UNMASKED_LETTERS = 4  # letters of a path segment that may be a secret
FORMATS = ("text", "json")


class JsonLogFormatter(logging.Formatter):
    """One JSON document per line; a record's `facts` become members of it."""

    def format(self, record: logging.LogRecord) -> str:
        found: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        found |= getattr(record, "facts", {})
        if record.exc_info:
            found["error"] = self.formatException(record.exc_info)
        return json.dumps(found, ensure_ascii=False)


class RepeatedWarningFilter(logging.Filter):
    """Drop a warning that was logged within REPEAT_SECONDS; the next one says how many were dropped."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[str, tuple[float, int]] = {}  # time of the last logged one, and how many were dropped since

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno > logging.WARNING or record.exc_info:
            return True
        at, since = self._seen.get(str(record.msg), (-REPEAT_SECONDS, 0))
        if record.created - at < REPEAT_SECONDS:
            self._seen[str(record.msg)] = at, since + 1
            return False
        if len(self._seen) >= MAX_REMEMBERED:
            self._seen.clear()
        self._seen[str(record.msg)] = record.created, 0
        if since:
            record.msg, record.args = f"{record.getMessage()} ({since} more since the last one)", ()
        return True


def configure_logging(format: str, access: bool) -> None:
    """Send all logs to standard error in one of FORMATS; calling it again is harmless."""
    handler = logging.StreamHandler()
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLogFormatter() if format == "json" else plain)
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(logging.WARNING)
    logging.getLogger(UVICORN).filters[:] = [RepeatedWarningFilter()]
    ACCESS.setLevel(logging.INFO if access else logging.WARNING)


def mask_path(path: str, known: Collection[str]) -> str:
    """A path for the log: segments that are not part of a known route may be secrets and are truncated."""
    parts = [re.sub(r"[^\w.-]", "?", part, flags=re.ASCII)[:80] for part in path.split("/")]
    return "/".join(
        part if part in known or len(part) <= UNMASKED_LETTERS else f"{part[:UNMASKED_LETTERS]}..." for part in parts
    )


def log_request(address: str, method: str, path: str, status: int, seconds: float) -> None:
    if ACCESS.isEnabledFor(logging.INFO):
        facts = {"address": address, "method": method, "path": path, "status": status, "ms": round(1000 * seconds, 1)}
        ACCESS.info("%s %s %s %d %.1fms", *facts.values(), extra={"facts": facts})
