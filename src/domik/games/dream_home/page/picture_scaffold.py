"""Scaffolding: what stands in a pit until somebody builds there."""

from __future__ import annotations

from functools import lru_cache

from domik.games.dream_home.page.picture_shape import (
    CELL_H,
    CELL_W,
    DARK,
    PICTURE,
    PLATE,
    STEEL,
    WOOD,
    box,
    line,
    named,
)
from domik.kernel.drawing import Pen


def scaffold() -> str:
    """Poles, boards and a bucket in a pit (DH-45)."""
    poles = "".join(box(x, 4, 5, PICTURE - 4, "#d9a53c") for x in (12, 66, 119))
    return (
        box(0, 0, CELL_W, CELL_H, "var(--pit)")
        + line(
            f"M15 8L68 {PICTURE - 6}M68 8L15 {PICTURE - 6}M70 8l52 {PICTURE - 14}M122 8L70 {PICTURE - 6}",
            "#b9832a",
            2.6,
        )
        + poles
        + box(4, 30, 128, 7, WOOD, 2)
        + box(4, 66, 128, 7, WOOD, 2)
        + line("M6 33h124M6 69h124", DARK, 0.8)
        + box(84, 20, 14, 10, "#c4513d", 2)
        + line("M84 21q7-8 14 0", "#6d7680", 1.5)
        + "".join(box(x, PICTURE - 5, 12, 5, STEEL, 1) for x in (8, 62, 115))
    )


@lru_cache(maxsize=64)
def scaffolding(pen: Pen) -> str:
    """Scaffolding in a cell, with its name."""
    name = named(pen, "resource.scaffolding")
    size, left = (20, 6) if pen.phone else (12.5, 27)
    sign = "" if pen.phone else pen.glyph("construction", 6, PICTURE + 5, 16, "var(--ink)", 2.2)
    width = CELL_W - left - 6
    return (
        '<use href="#scaffold"/>'
        + box(0, PICTURE, CELL_W, PLATE, "var(--plate)")
        + sign
        + pen.label(name, left + width / 2, PICTURE + PLATE / 2 + 0.5, width, size, "var(--ink)")
    )


@lru_cache(maxsize=64)
def brief_scaffolding(pen: Pen) -> str:
    """Scaffolding in a small house."""
    return box(0, 0, CELL_W, CELL_H, "var(--pit)") + pen.glyph("construction", 32, 20, 72, "#d9a53c", 2.2)
