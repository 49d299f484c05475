"""Domik's build backend: setuptools, which asks for the compiler's tools only where something is to be compiled."""

from __future__ import annotations

import os
import tomllib
from typing import Any

from setuptools.build_meta import *  # noqa: F403
from setuptools.build_meta import get_requires_for_build_wheel as _plain

# The compiler's own versions, and types that only a server among several needs.
COMPILER = ("mypy==2.4.1", "librt==0.16.0", "httpx>=0.27")
# The page's typeface is cut to the letters that it needs, and its scripts lose their comments.
FONTS = ("font-manrope>=0.0.2", "fonttools>=4.50", "brotli>=1.1", "rjsmin>=1.2.2")


def compiler_requirements() -> list[str]:
    """The compiler, and whatever Domik depends on: it reads the types of all that the compiled modules import."""
    with open("pyproject.toml", "rb") as file:
        needed: list[str] = tomllib.load(file)["project"]["dependencies"]
    return [*COMPILER, *needed]


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """A pure wheel needs no compiler, and with DOMIK_FONTS=0 nothing at all: so a first start waits for nothing."""
    compiler = compiler_requirements() if os.environ.get("DOMIK_COMPILE", "1") != "0" else ()
    fonts = FONTS if os.environ.get("DOMIK_FONTS", "1") != "0" else ()
    return [*_plain(config_settings), *compiler, *fonts]
