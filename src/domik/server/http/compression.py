"""Compression of responses: Brotli where the browser and this installation support it, gzip elsewhere."""

from __future__ import annotations

import gzip
import re
from functools import cache
from importlib import import_module
from types import ModuleType

BEST = {"br": 11, "gzip": 9}  # for files that are compressed once
NEVER = re.compile(r"q=0(\.0*)?")
QUICK = {"br": 5, "gzip": 6}  # for pages that are compressed for one request


@cache
def brotli() -> ModuleType | None:
    """The brotli module, or None where it is not installed."""
    try:
        return import_module("brotli")
    except ImportError:
        return None


def way_for(accepted: str) -> str:
    """The best encoding for an Accept-Encoding header; empty for none."""
    wishes = (one.replace(" ", "").partition(";") for one in accepted.split(","))
    known = {name for name, _, command in wishes if not NEVER.fullmatch(command)}
    return "br" if "br" in known and brotli() else "gzip" if "gzip" in known else ""


def compress(data: bytes, way: str, levels: dict[str, int]) -> bytes:
    """Compress data with an encoding from `way_for` at its level in `levels`."""
    found = brotli() if way == "br" else None
    if found is not None:
        small: bytes = found.compress(data, quality=levels[way])
        return small
    return gzip.compress(data, levels["gzip"], mtime=0)
