"""Advance widths straight from the font file: only as much of TrueType as that takes."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from struct import unpack_from


@cache
def advances(file: str = "Manrope-ExtraBold.ttf") -> dict[str, float]:
    data = files("font_manrope").joinpath(f"files/{file}").read_bytes()
    tables = {}
    for k in range(unpack_from(">H", data, 4)[0]):
        tag, _, offset, _ = unpack_from(">4sIII", data, 12 + 16 * k)
        tables[tag.decode()] = offset
    em = unpack_from(">H", data, tables["head"] + 18)[0]
    metrics = unpack_from(">H", data, tables["hhea"] + 34)[0]
    widths = [unpack_from(">H", data, tables["hmtx"] + 4 * k)[0] / em for k in range(metrics)]
    return {chr(code): widths[min(glyph, metrics - 1)] for code, glyph in characters(data, tables["cmap"]).items()}


def characters(data: bytes, cmap: int) -> dict[int, int]:
    """The font's format 4 map from characters to glyphs."""
    for k in range(unpack_from(">H", data, cmap + 2)[0]):
        at = cmap + unpack_from(">I", data, cmap + 4 + 8 * k + 4)[0]
        if unpack_from(">H", data, at)[0] == 4:
            break
    n = unpack_from(">H", data, at + 6)[0] // 2
    ends = unpack_from(f">{n}H", data, at + 14)
    starts = unpack_from(f">{n}H", data, at + 16 + 2 * n)
    deltas = unpack_from(f">{n}H", data, at + 16 + 4 * n)
    offsets_at = at + 16 + 6 * n
    offsets = unpack_from(f">{n}H", data, offsets_at)
    found = {}
    for k in range(n):
        for code in range(starts[k], min(ends[k], 0xFFFE) + 1):
            glyph = code
            if offsets[k]:
                glyph = unpack_from(">H", data, offsets_at + 2 * k + offsets[k] + 2 * (code - starts[k]))[0]
            found[code] = (glyph + deltas[k]) & 0xFFFF
    return found
