"""Font subsets for the pages: woff2 with only the characters that Domik's languages need, one file per script.

Generated while a wheel is built, from the packaged font; without the tools the server serves that font itself.
"""

from __future__ import annotations

import io
import re
import runpy
from importlib.resources import files
from pathlib import Path

SOURCE = "Manrope-VariableFont_wght.ttf"
SERVED = runpy.run_path(str(Path(__file__).parents[1] / "src/domik/web/fonts.py"))  # unicode ranges by file
FEATURES = ["kern", "tnum"]
UNITS_PER_EM = 1000  # half of the packaged font's resolution, for smaller files
UNUSED_TABLES = ("STAT", "gasp")  # tables that browsers do not need


def letters_of(name: str) -> set[int]:
    """Code points of a subset: those of its range that no later subset contains."""
    ranges: dict[str, str] = SERVED["RANGES"]
    found = {one: numbers_in(text) for one, text in ranges.items()}
    later = list(ranges)[list(ranges).index(name) + 1 :]
    return found[name].difference(*(found[one] for one in later))


def numbers_in(text: str) -> set[int]:
    """Code points of a CSS unicode-range such as "U+41-43, U+61"."""
    ends = (re.fullmatch(r"U\+(\w+)(?:-(\w+))?", part) for part in text.split(", "))
    return {number for end in ends if end for number in range(int(end[1], 16), int(end[2] or end[1], 16) + 1)}


def subset_of(letters: set[int]) -> bytes:
    """The variable font as woff2 with only these code points and the weights used by pages."""
    from fontTools import subset  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from fontTools.ttLib import TTFont  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from fontTools.ttLib.scaleUpem import scale_upem  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from fontTools.varLib import instancer  # type: ignore[import-not-found,import-untyped,unused-ignore]

    options = subset.Options()
    options.layout_features = FEATURES
    options.hinting = False
    options.notdef_outline = False
    font = TTFont(io.BytesIO(files("font_manrope").joinpath("files", SOURCE).read_bytes()))
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    instancer.instantiateVariableFont(font, {"wght": (SERVED["THIN"], SERVED["FAT"], SERVED["FAT"])}, inplace=True)
    scale_upem(font, UNITS_PER_EM)
    for table in UNUSED_TABLES:
        if table in font:
            del font[table]
    font["name"].names = [name for name in font["name"].names if name.nameID in KEPT_NAME_IDS]
    font.flavor = "woff2"
    made = io.BytesIO()
    font.save(made)
    return made.getvalue()


KEPT_NAME_IDS = (0, 1, 13)  # copyright, family, licence


def make_fonts(folder: Path) -> bool:
    """Write the font files and their licence; False if the tools are missing."""
    try:
        import brotli  # type: ignore[import-not-found,import-untyped,unused-ignore]  # noqa: F401
        import fontTools  # type: ignore[import-not-found,import-untyped,unused-ignore]  # noqa: F401

        licence = files("font_manrope").joinpath("files", "OFL.txt").read_bytes()
    except ImportError:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "OFL.txt").write_bytes(licence)
    parts = {name: letters_of(name) for name in SERVED["RANGES"]}
    wholes = {name: numbers_in(letters) for name, letters in SERVED["WHOLE_LANGUAGES"].values()}
    for name, letters in (parts | wholes).items():
        (folder / Path(name).name).write_bytes(subset_of(letters))
    return True
