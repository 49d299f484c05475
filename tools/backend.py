"""Domik's build backend: setuptools, which asks for the compiler's tools only where something is to be compiled."""

from __future__ import annotations

import os
from typing import Any

from setuptools.build_meta import *  # noqa: F403
from setuptools.build_meta import get_requires_for_build_wheel as _plain

# The compiler reads the types of whatever the compiled modules import.
COMPILING = (
    "mypy==2.4.1",
    "librt==0.16.0",
    "babel>=2.16",
    "starlette>=0.45",
    "uvicorn>=0.32",
    "websockets>=13",
    "httpx>=0.27",
    "msgspec>=0.19",
    "jinja2>=3.1",
    "lucide>=1.1.4",
)
# The page's typeface is cut to the letters that it needs.
FONTS = ("font-manrope>=0.0.2", "fonttools>=4.50", "brotli>=1.1")


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """A pure wheel needs no compiler, and with DOMIK_FONTS=0 nothing at all: so a first start waits for nothing."""
    compiling = COMPILING if os.environ.get("DOMIK_COMPILE", "1") != "0" else ()
    fonts = FONTS if os.environ.get("DOMIK_FONTS", "1") != "0" else ()
    return [*_plain(config_settings), *compiling, *fonts]
