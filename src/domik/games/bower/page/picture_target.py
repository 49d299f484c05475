"""Targets in the nests: seams where a tile fits, cells, possible branches; and refused cells."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, degrees, hypot

from domik.games.bower.page.picture_layout import LARGE, LAYOUTS, BoardLayout, Place
from domik.games.bower.page.picture_ornament import use_symbol
from domik.kernel.drawing import Pen
from domik.kernel.phrase import Phrase

# A change by a placement: a picture (an ornament, a gem, or a surface), the number before, the number after
Change = tuple[str, int, int]
Preview = tuple[bool, tuple[Change, ...]]  # whether the placement earns a bonus tile, and the changes
CHANGE = 50  # width of one change in the preview label


@lru_cache(maxsize=256)
def slot(w: int, h: int, kind: str) -> str:
    return f'<use href="#b-pit-{w}-{h}" class="pit{kind}"/>'


def pits() -> str:
    """Symbols of free cells for every layout, by size."""
    sizes = {stage.cell(mine) for stage in (*LAYOUTS.values(), *LARGE.values()) for mine in (True, False)}
    return "".join(
        f'<rect id="b-pit-{w}-{h}" x="2" y="2" width="{w - 4}" height="{h - 4}" rx="{min(w, h) * 0.15:.0f}"/>'
        for w, h in sorted(sizes)
    )


@lru_cache(maxsize=256)
def lay(
    pen: Pen, stage: BoardLayout, place: Place, words: str, turn: int, ends: tuple[bool, bool], preview: Preview
) -> str:
    """A seam where the chosen tile fits; the whole tile appears on hover.

    A tile is grabbed at its middle: the button reaches from the middle of one cell to the middle of the other, and to
    the outer edge (`ends`: at half a, at half b) where no other seam needs the space.
    """
    bonus, changes = preview
    dx, dy = stage.step(True, turn)
    size, pitch = stage.size, stage.pitch
    lying = dy == 0
    forward = dx + dy > 0
    first, last = ends if forward else ends[::-1]
    start = min(0, dx + dy) + (0 if first else size / 2)
    stop = max(0, dx + dy) + (size if last else size / 2)
    hit = (
        f'x="{start:g}" width="{stop - start:g}" height="{size}"'
        if lying
        else f'y="{start:g}" width="{size}" height="{stop - start:g}"'
    )
    cx, cy = size / 2 + dx / 2, size / 2 + dy / 2
    r = stage.size * 0.165
    mark = (
        use_symbol("gem", cx, cy, r * 1.25)
        if bonus
        else pen.glyph("plus", cx - r * 0.62, cy - r * 0.62, r * 1.24, "var(--accent-ink)", 3.2)
    )
    x0, y0 = min(0, dx) - 2, min(0, dy) - 2
    aim = (
        f'<rect x="{x0}" y="{y0}" width="{abs(dx) + size + 4}" height="{abs(dy) + size + 4}"'
        f' rx="{size * 0.16:.0f}" class="aim"/>'
    )
    return (
        f'<g id="lay-{place[0]}-{place[1]}" class="lay{" bonus" if bonus else ""}" data-lit=""'
        f' aria-label="{words}"><rect {hit} class="hit"/>'
        f'<g class="plus"><circle cx="{cx:g}" cy="{cy:g}" r="{r:.1f}"/>{mark}</g><g class="ghost">'
        f'<use href="#ghost"/>{aim}{preview_label(pen, stage, place, cx, max(dy, 0) + pitch, bonus, changes)}</g>'
        "</g>"
    )


def preview_label(
    pen: Pen, stage: BoardLayout, place: Place, x: float, y: float, bonus: bool, changes: tuple[Change, ...]
) -> str:
    """The preview of a placement as a label below the tile, kept inside the picture."""
    wide = CHANGE * len(changes) + (64 if bonus else 0) + 10
    if wide == 10:
        return ""
    left, top = stage.corner(True, place)
    x0 = min(max(left + x - wide / 2, 4), stage.width - wide - 4) - left
    y0 = min(top + y - 8, stage.height - 25) - top
    out = [
        f'<rect x="{x0:.1f}" y="{y0:.1f}" width="{wide}" height="23" rx="11.5" class="tag{" bonus" if bonus else ""}"/>'
    ]
    for k, (name, now, then) in enumerate(changes):
        cx, cy = x0 + 16 + CHANGE * k, y0 + 11.5
        if name in ("straw", "moss", "gravel"):
            out.append(
                f'<rect x="{cx - 8:.1f}" y="{cy - 8:.1f}" width="16" height="16" rx="4" fill="url(#b-{name})"'
                ' class="swatch"/>'
            )
        else:
            out.append(use_symbol(name, cx, cy, 17))
        out.append(f'<text x="{cx + 10:.1f}" y="{cy + 4:.1f}" class="then">{now}→{then}</text>')
    if bonus:
        out.append(pen.label(pen.say(Phrase("draw.bonus")), x0 + wide - 36, y0 + 11.5, 58, 12, "var(--accent-ink)"))
    return "".join(out)


@lru_cache(maxsize=256)
def target(id: str, words: str, w: int, h: int, kind: str = "") -> str:
    """A cell that can be chosen."""
    return (
        f'<g id="{id}" class="spot can{kind}" role="button" tabindex="0" aria-label="{words}">'
        f'<rect x="-1" y="-1" width="{w + 2}" height="{h + 2}" rx="{min(w, h) * 0.17:.0f}"/></g>'
    )


@lru_cache(maxsize=256)
def refused_cell(pen: Pen, id: str, words: str, w: int, h: int) -> str:
    """A refused cell; its reason is shown on demand."""
    s = min(w, h) * 0.3
    return (
        f'<g id="{id}" class="spot no" data-lit="" aria-label="{words}"><use href="#b-pit-{w}-{h}"/>'
        f"{pen.glyph('x', w / 2 - s / 2, h / 2 - s / 2, s, 'currentColor', 2.6)}</g>"
    )


@lru_cache(maxsize=256)
def branch(w: float, h: float, dx: float, dy: float) -> str:
    """The branch from the cell at 0, 0 to the cell at dx, dy: its ends rest on the two cells it joins (BW-35)."""
    flat = dy == 0
    if flat:
        x0, y0, x1, y1 = w * 0.88, h * 0.16, dx + w * 0.12, h * 0.16
    else:
        x0 = x1 = w * 0.86
        y0, y1 = (h * 0.88, dy + h * 0.12) if dy > 0 else (h * 0.12, dy + h * 0.88)
    long, thick = hypot(x1 - x0, y1 - y0), min(w, h) * (0.12 if h == w else 0.17)
    path = f"M0 0C{long * 0.3:.1f} {thick * 0.9:.1f} {long * 0.65:.1f} {-thick * 0.9:.1f} {long:.1f} 0"
    leaves = ""
    for at, way_up in ((0.34, 1), (0.62, -1)):
        up = -thick * 1.3 * way_up
        leaves += (
            f'<path transform="translate({long * at:.1f} 0)" fill="#86b55c" stroke="#2d4c1a" stroke-width="1.4"'
            f' d="M0 0q{thick * 0.5:.1f} {up:.1f} {thick * 2:.1f} {up:.1f}'
            f'q{-thick * 0.1:.1f} {-up:.1f} {-thick * 2:.1f} {-up:.1f}Z"/>'
        )
    knobs = "".join(
        f'<circle cx="{x:.1f}" r="{thick * 0.62:.1f}" fill="#c99a66" stroke="#3f2610" stroke-width="1.6"/>'
        for x in (0, long)
    )
    return (
        f'<g transform="translate({x0:.1f} {y0:.1f}) rotate({degrees(atan2(y1 - y0, x1 - x0)):.1f})"'
        ' fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f'<path d="{path}" stroke="#3f2610" stroke-width="{thick:.1f}"/>'
        f'<path d="{path}" stroke="#a1713f" stroke-width="{thick * 0.62:.1f}"/>{leaves}{knobs}</g>'
    )


@lru_cache(maxsize=256)
def way(pen: Pen, stage: BoardLayout, id: str, words: str, reach: int, stands: bool, joined: str, size: int) -> str:
    """A possible branch as a button between its ends, the first at 0, 0, labelled with the size of the joined group."""
    long = stage.pitch * reach
    dx, dy = (0, long) if stands else (long, 0)
    s = stage.size
    aside = 0.2 * s if reach % 2 == 0 else 0  # offset, because lying and standing branches cross in the middle cell
    cx, cy = (s / 2 + aside, long / 2 + s / 2 + aside) if stands else (long / 2 + s / 2 - aside, s / 2 - aside)
    r = s * 0.17
    sign: str = pen.glyph(
        "move-vertical" if stands else "move-horizontal", cx - r * 0.7, cy - r * 0.7, r * 1.4, "currentColor", 2.8
    )
    much = ""
    if joined:
        sign = (
            f'<circle cx="{cx:g}" cy="{cy:g}" r="{r - 2:.1f}" fill="url(#b-{joined})"/>'
            f'<text x="{cx:g}" y="{cy + 5:g}" class="grows">{size}</text>'
        )
        much = " much"
    ends = "".join(
        f'<rect x="{x - 1}" y="{y - 1}" width="{s + 2}" height="{s + 2}" rx="{s * 0.16:.0f}" class="aim"/>'
        for x, y in ((0, 0), (dx, dy))
    )
    return (
        f'<g id="{id}" class="way can{much}" role="button" tabindex="0" aria-label="{words}">'
        f'<circle cx="{cx:g}" cy="{cy:g}" r="{r:.1f}" class="hit"/>{sign}'
        f'<g class="ghost">{branch(s, s, dx, dy)}{ends}</g></g>'
    )
