"""Build backend: setuptools, requiring the compiler and font tools only for builds that use them."""

from __future__ import annotations

import os
import tomllib
from typing import Any

from setuptools.build_meta import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)
from setuptools.build_meta import get_requires_for_build_wheel as _plain

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

# Pinned compiler versions; httpx and cryptography for their types: only servers with nodes or notices need them.
COMPILER = ("mypy==2.4.1", "librt==0.16.0", "httpx>=0.27", "cryptography>=44.0")
# To subset the font to the characters in use and to minify the scripts.
FONTS = ("font-manrope>=0.0.2", "fonttools>=4.50", "brotli>=1.1", "rjsmin>=1.2.2")


def compiler_requirements() -> list[str]:
    """The compiler and all dependencies of Domik: it reads the types of what the compiled modules import."""
    with open("pyproject.toml", "rb") as file:
        needed: list[str] = tomllib.load(file)["tool"]["domik"]["dependencies"]
    return [*COMPILER, *needed]


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Build requirements; none for a pure build with DOMIK_FONTS=0, so that a first start is quick."""
    compiler = compiler_requirements() if os.environ.get("DOMIK_COMPILE", "1") != "0" else ()
    fonts = FONTS if os.environ.get("DOMIK_FONTS", "1") != "0" else ()
    return [*_plain(config_settings), *compiler, *fonts]
