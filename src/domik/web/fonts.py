"""The typeface: small woff2 files made with the wheel (tools/fonts.py), or the packaged font as it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files

WHOLE = "font/Manrope-VariableFont_wght.ttf"
# Which letters each file has, as style sheets say it: a browser loads a file when it meets one of its letters.
RANGES = {
    "font/basic.woff2": "U+0-BF, U+D7, U+F7, U+2000-2BFF",
    "font/latin.woff2": "U+C0-D6, U+D8-F6, U+F8-24F",
    "font/cyrillic.woff2": "U+400-4FF",
}
ALSO = {"pl": ["font/latin.woff2"], "ru": ["font/cyrillic.woff2"]}
FACE = "@font-face {{ font-family: Manrope; font-weight: 200 800; font-display: swap; src: url({}) format({}){} }}"


def font_file(name: str) -> bytes:
    """A file by its name, or FileNotFoundError."""
    name = name.removeprefix("font/")
    if name.endswith(".woff2"):
        return files("domik.web").joinpath("static", "font", name).read_bytes()
    return files("font_manrope").joinpath("files", name).read_bytes()


@cache
def are_small() -> bool:
    """Whether the small files were made."""
    return all(files("domik.web").joinpath("static", name).is_file() for name in RANGES)


def faces(address: Callable[[str], str]) -> str:
    """The typeface for a style sheet; `address` says where a file is."""
    if not are_small():
        return FACE.format(address(WHOLE), '"truetype"', "")
    return "\n".join(
        FACE.format(address(name), '"woff2"', f"; unicode-range: {letters}") for name, letters in RANGES.items()
    )


def wanted(language: str) -> list[str]:
    """The files that a page in this language needs at once."""
    if not are_small():
        return [WHOLE]
    return ["font/basic.woff2", *ALSO.get(language, ())]
