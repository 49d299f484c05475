"""The typeface: woff2 subsets built with the wheel (tools/fonts.py), or the whole packaged font."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files

WHOLE = "font/Manrope-VariableFont_wght.ttf"
# Unicode ranges of the files; a browser loads a file when it needs one of its characters. Where ranges overlap, the
# later file wins.
BASIC = (
    "U+20-7E, U+A0, U+AB, U+B1, U+B7, U+BB, U+BD, U+D7, U+2013-2014, U+2018-2019, U+201C-201E, U+2022, U+2026, U+2190,"
    " U+2192, U+2212"
)
POLISH = "U+D3, U+F3, U+104-107, U+118-119, U+141-144, U+15A-15B, U+179-17C"
CYRILLIC = "U+401, U+410-44F, U+451"
RANGES = {
    "font/latin.woff2": "U+A1-17F, U+2010-203A, U+20AC, U+2116, U+2122, U+2190-2193",
    "font/basic.woff2": BASIC,
    "font/polish.woff2": POLISH,
    "font/cyrillic.woff2": CYRILLIC,
}
# All that a language needs in one file, which is smaller than two. Other characters come from the files above.
WHOLE_LANGUAGES = {"pl": ("font/pl.woff2", f"{BASIC}, {POLISH}"), "ru": ("font/ru.woff2", f"{BASIC}, {CYRILLIC}")}
THIN, FAT = 500, 800  # weights used by the pages
FACE = "@font-face {{ font-family: {}; font-weight: {} 800; font-display: swap; src: url({}) format({}){} }}"
FIRST = ":root:lang({0}) {{ --face: Manrope-{0}, Manrope }}"


def font_file(name: str) -> bytes:
    """A font file's bytes; raises FileNotFoundError."""
    name = name.removeprefix("font/")
    if name.endswith(".woff2"):
        return files("domik.web").joinpath("static", "font", name).read_bytes()
    return files("font_manrope").joinpath("files", name).read_bytes()


@cache
def are_small() -> bool:
    """Whether the subsets were built."""
    return all(
        files("domik.web").joinpath("static", name).is_file()
        for name in (*RANGES, *(name for name, _ in WHOLE_LANGUAGES.values()))
    )


def faces(address: Callable[[str], str]) -> str:
    """The @font-face rules; `address` maps a file name to its URL."""
    if not are_small():
        return FACE.format("Manrope", 200, address(WHOLE), '"truetype"', "")
    found = [face("Manrope", address(name), letters) for name, letters in RANGES.items()]
    for language, (name, letters) in WHOLE_LANGUAGES.items():
        found += [face(f"Manrope-{language}", address(name), letters), FIRST.format(language)]
    return "\n".join(found)


def face(family: str, address: str, letters: str) -> str:
    return FACE.format(family, THIN, address, '"woff2"', f"; unicode-range: {letters}")


def first_font_files(language: str) -> list[str]:
    """The font files that a page in this language should preload."""
    if not are_small():
        return [WHOLE]
    return [WHOLE_LANGUAGES[language][0] if language in WHOLE_LANGUAGES else "font/basic.woff2"]
