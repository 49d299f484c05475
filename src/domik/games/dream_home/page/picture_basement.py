"""The furniture of the basement's rooms: garage, storage, laundry, wine; one picture a card, 136 x 92, feet at y = 86."""

# ruff: noqa: E501  outlines read better unbroken

from __future__ import annotations

from domik.games.dream_home.page.picture_shape import CREAM, DARK, LIGHT, STEEL, WOOD, box, disc, line, path


def garage(card: int) -> str:
    """Bicycle, tyres and tools; the gate."""
    if card == 1:
        panels = "".join(box(28 + x, 26 + y, 22, 14, "#dfe3e6", 2) for x in (0, 28, 56) for y in (0, 20, 40))
        return (
            box(20, 18, 94, 68, "#a9b0b8", 4)
            + panels
            + box(14, 14, 106, 6, STEEL, 2)
            + disc(67, 8, 4, "#f7e3a1")
            + disc(67, 10, 16, "url(#glow)")
        )
    tyres = "".join(box(92, y, 30, 10, "#3d434b", 5) for y in (76, 66, 56))
    return (
        box(16, 18, 64, 26, "#b98d5c", 2) + line("M26 24v12M38 24v14M52 24v9M66 24v14", "#4d5560", 3) + tyres + disc(36, 76, 10, "none", 'stroke="#3d434b" stroke-width="3"')
        + disc(70, 76, 10, "none", 'stroke="#3d434b" stroke-width="3"') + line("M36 76l12-18h16l6 18M48 58l8 18h14M44 54h8M62 52h6", "#c4513d", 3)
    )  # fmt: skip


def storage(card: int) -> str:
    """Crates and shelves."""
    crates = "".join(
        box(x, y, w, 22, tint, 2) + line(f"M{x + w / 2} {y}v22", "#00000030", 3)
        for x, y, w, tint in ((14, 64, 32, "#c99a63"), (48, 64, 28, "#b98450"), (24, 42, 30, "#d9b27c"))
    )
    return (
        crates
        + box(84, 20, 40, 4, WOOD)
        + box(84, 46, 40, 4, WOOD)
        + line("M86 20v66M122 20v66", DARK, 3)
        + box(90, 34, 12, 12, "#45739f", 2)
        + box(106, 30, 12, 16, "#c4513d", 2)
        + disc(98, 12, 8, "#d9803f")
        + path("M92 86q0-24 10-24t10 24z", "#6a9a4f")
    )


def laundry(card: int) -> str:
    """Washing machine and line."""
    washing = "".join(
        path(f"M{x} 16h{w}v{h}h-{w}z", tint)
        for x, w, h, tint in ((74, 14, 20, "#e2748a"), (92, 12, 16, "#e6b93d"), (108, 14, 22, "#5f93a4"))
    )
    return (
        box(16, 40, 42, 46, "#f4f6f5", 5)
        + disc(37, 66, 14, "#b5c2c8")
        + disc(37, 66, 11, "#5f93a4")
        + path("M27 66q10-8 20 0a10 10 0 0 1-20 0z", "#cfe9f4")
        + disc(24, 47, 2.5, "#4d5560")
        + box(34, 45, 18, 4, "#b5c2c8", 2)
        + line("M66 14q30 8 62 0", "#6b6256", 1.5)
        + washing
        + path("M76 64h42l-5 22H81z", LIGHT)
        + line("M80 70h34M82 78h30", WOOD, 1.5)
        + disc(88, 62, 7, CREAM)
        + disc(102, 61, 8, "#cfe0f2")
    )


def wine(card: int) -> str:
    """A barrel and a rack."""
    rack = "".join(
        disc(78 + 14 * i + (7 if j % 2 else 0), 26 + 13 * j, 5, "#4d2230")
        + disc(78 + 14 * i + (7 if j % 2 else 0), 26 + 13 * j, 2, "#7c3a4c")
        for j in range(4)
        for i in range(3)
    )
    barrel = (
        path("M18 50q-6 18 0 36h40q6-18 0-36z", "#a86f3d")
        + line("M17 57h42M15 68h46M17 79h42", "#5e4a3a", 3)
        + disc(38, 68, 3, "#3d2c26")
    )
    return (
        barrel
        + box(68, 16, 56, 62, "none", 3, f'stroke="{DARK}" stroke-width="4"')
        + rack
        + line("M38 6v12", "#6b6256", 1.5)
        + disc(38, 24, 16, "url(#glow)")
        + disc(38, 22, 4, "#f7e3a1")
        + line("M70 78v8M122 78v8", DARK, 4)
    )
