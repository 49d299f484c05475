"""The page's typeface as browsers like it best: woff2, only the letters that Domik's languages need, one file a script.

Made while a wheel is built, out of the packaged font; where the tools for it are missing, the server serves that font.
"""

from __future__ import annotations

import io
from importlib.resources import files
from pathlib import Path

SOURCE = "Manrope-VariableFont_wght.ttf"
POLISH = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"
SIGNS = (*range(0x2010, 0x2028), 0x2030, 0x2032, 0x2039, 0x203A, 0x20AC, 0x2116, 0x2122, *range(0x2190, 0x2194), 0x2212)
LETTERS = {
    "basic": (*range(0x20, 0x7F), *range(0xA0, 0xC0), 0xD7, 0xF7, *SIGNS),
    "latin": (*range(0xC0, 0xD7), *range(0xD8, 0xF7), *range(0xF8, 0x100), *map(ord, POLISH)),
    "cyrillic": (0x401, *range(0x410, 0x450), 0x451),
}
FEATURES = ["kern", "tnum"]


def subset_of(letters: tuple[int, ...]) -> bytes:
    """The variable font with these letters alone."""
    from fontTools import subset  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from fontTools.ttLib import TTFont  # type: ignore[import-not-found,import-untyped,unused-ignore]

    options = subset.Options()
    options.layout_features = FEATURES
    options.hinting = False
    font = TTFont(io.BytesIO(files("font_manrope").joinpath("files", SOURCE).read_bytes()))
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    font.flavor = "woff2"
    made = io.BytesIO()
    font.save(made)
    return made.getvalue()


def make_fonts(folder: Path) -> bool:
    """Write the files, and the licence beside them; False where the tools are missing."""
    try:
        import brotli  # type: ignore[import-not-found,import-untyped,unused-ignore]  # noqa: F401
        import fontTools  # type: ignore[import-not-found,import-untyped,unused-ignore]  # noqa: F401

        licence = files("font_manrope").joinpath("files", "OFL.txt").read_bytes()
    except ImportError:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "OFL.txt").write_bytes(licence)
    for script, letters in LETTERS.items():
        (folder / f"{script}.woff2").write_bytes(subset_of(letters))
    return True
