"""Furniture of all kinds of room: one picture for each card, 136 x 92, standing on y = 86."""

from __future__ import annotations

from collections.abc import Callable

from domik.games.dream_home.page.picture_layout import (
    CREAM,
    DARK,
    LIGHT,
    STEEL,
    WOOD,
    books,
    box,
    disc,
    lamp,
    line,
    path,
    plant,
    window,
)

# ruff: noqa: E501  outlines read better unbroken


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


# ruff: noqa: E501  outlines read better unbroken


def living(card: int) -> str:
    if card == 0:
        sofa = (
            box(36, 50, 70, 28, "#c4513d", 9)
            + box(30, 60, 14, 24, "#a8402f", 6)
            + box(98, 60, 14, 24, "#a8402f", 6)
            + box(43, 63, 56, 14, "#d96a54", 5)
        )
        return (
            window(18, 16) + box(62, 16, 34, 24, DARK, 2) + box(65, 19, 28, 18, "#bfe0ea") + path("M65 37l9-10 6 5 6-8 7 9v4z", "#6fa368")
            + sofa + box(48, 56, 14, 12, "#f2c14e", 3, 'transform="rotate(-10 55 62)"') + box(42, 80, 4, 6, DARK) + box(96, 80, 4, 6, DARK)
        )  # fmt: skip
    if card == 1:
        return (
            lamp(20) + box(34, 60, 34, 22, "#4f7f8f", 8) + box(39, 46, 24, 24, "#5f93a4", 8) + box(30, 64, 9, 20, "#436d7b", 4) + box(63, 64, 9, 20, "#436d7b", 4)
            + window(92, 16) + plant(118)
        )  # fmt: skip
    return (
        box(36, 34, 62, 52, "#b3806a", 3)
        + box(30, 28, 74, 8, DARK, 2)
        + path("M48 86V62q19-16 38 0v24z", "#3d2c26")
        + path("M58 86q-4-12 9-22 13 10 9 22z", "#f29b38")
    )


def kitchen(card: int) -> str:
    if card == 0:
        return (
            path("M22 10h28l8 20H14z", STEEL) + box(30, 6, 12, 6, STEEL) + box(14, 50, 44, 36, "#f4efe6", 3) + box(20, 62, 32, 18, "#4a4f57", 3) + box(14, 48, 44, 4, "#5b626c", 1)
            + "".join(disc(x, 57, 1.8, "#4a4f57") for x in (22, 30, 42, 50)) + box(22, 36, 20, 12, "#cf5a43", 3) + line("M20 39h24", "#8c2f20", 2.5)
            + box(58, 48, 62, 38, "#8fb3a0", 2) + box(58, 46, 62, 5, LIGHT, 1.5) + line("M79 54v30M100 54v30", "#6f9683", 1.5)
            + box(66, 30, 52, 3, WOOD) + "".join(box(70 + i * 12, 20, 8, 10, tint, 2) for i, tint in enumerate(("#d9a441", "#b5503f", "#5d8a54", "#45739f")))
            + box(88, 38, 10, 8, CREAM, 2) + disc(108, 42, 4, "#d9503f")
        )  # fmt: skip
    return (
        box(88, 22, 34, 64, "#f2f4f3", 5)
        + line("M88 44h34M94 32v6M94 50v10", "#a9b4b5", 2)
        + window(18, 14)
        + box(14, 60, 62, 5, WOOD, 2)
        + line("M22 64v22M68 64v22", WOOD, 4)
    )


def bathroom(card: int) -> str:
    bubbles = "".join(
        disc(x, y, r, "#ffffff", 'opacity=".85"')
        for x, y, r in ((42, 54, 6), (52, 51, 7), (63, 54, 6), (74, 52, 7), (58, 40, 3), (70, 34, 2.4))
    )
    return (
        box(16, 16, 28, 30, LIGHT, 14) + box(19, 19, 22, 24, "#eaf6fb", 11) + line("M24 36l9-11", "#ffffff", 3)
        + line("M112 58V26q0-8-9-8t-9 8", STEEL, 3) + path("M88 26h12l3 6H85z", STEEL) + bubbles
        + path("M24 56h88q0 26-20 26H44q-20 0-20-26z", "#ffffff") + box(20, 54, 96, 6, "#e6eef1", 3) + line("M42 82l-4 5M94 82l4 5", "#b9a06a", 4)
        + disc(84, 50, 5, "#f2c14e") + disc(89, 46, 3.4, "#f2c14e") + path("M92 46l4 1-4 2z", "#e07b2e")
    )  # fmt: skip


def bedroom(card: int) -> str:
    if card == 0:
        return (
            box(20, 36, 8, 50, DARK, 3) + box(24, 42, 6, 34, WOOD) + box(28, 64, 76, 16, "#8d6bc0", 5) + path("M50 62h50q6 0 6 8v8H44z", "#7a56b1") + box(30, 54, 26, 13, CREAM, 6)
            + box(102, 58, 6, 28, DARK, 2) + box(28, 78, 78, 5, WOOD) + window(58, 14, 30, 28) + path("M52 12h8q0 20-8 30zM94 12h-8q0 20 8 30z", "#b79bdc")
            + box(112, 66, 16, 20, WOOD, 2) + path("M115 56h10l3 8h-16z", "#f7d98b") + disc(120, 60, 16, "url(#glow)")
        )  # fmt: skip
    return (
        box(18, 50, 46, 36, WOOD, 3) + line("M18 62h46M18 74h46", DARK, 1.5) + "".join(disc(41, y, 1.8, DARK) for y in (56, 68, 80)) + box(26, 14, 30, 32, DARK, 15) + box(29, 17, 24, 26, "#eaf3f8", 12)
        + box(80, 64, 44, 16, "#8d6bc0", 5) + box(96, 54, 26, 13, CREAM, 6) + box(120, 40, 8, 46, DARK, 3) + box(78, 78, 44, 5, WOOD) + box(76, 60, 5, 26, DARK, 2)
    )  # fmt: skip


def kids(card: int) -> str:
    if card == 1:
        tent = (
            path("M18 86L48 30l30 56z", "#f2c14e")
            + path("M48 30L36 86h24z", "#8a5a2c")
            + line("M44 24l8 12M52 24l-8 12", DARK, 2.5)
            + path("M48 24l12-4-12-5z", "#e2574c")
        )
        return (
            tent
            + window(86, 14)
            + box(88, 66, 34, 20, LIGHT, 2)
            + disc(98, 58, 8, "#79b5a5")
            + disc(112, 59, 7, "#e2748a")
            + line("M88 76h34", WOOD, 1.5)
        )
    blocks = "".join(
        box(x, y, 13, 13, tint, 2) for x, y, tint in ((88, 73, "#45739f"), (102, 73, "#d9503f"), (95, 60, "#e6b93d"))
    )
    return (
        line("M40 40q6 14 1 26", "#8a6a4a", 1) + path("M40 12q14 0 12 15-4 11-12 13-8-2-12-13-2-15 12-15z", "#e2574c") + window(84, 14)
        + box(14, 62, 56, 14, "#79b5a5", 4) + box(14, 52, 22, 12, CREAM, 5) + box(10, 46, 6, 40, LIGHT, 3) + box(68, 56, 6, 30, LIGHT, 3) + box(14, 74, 56, 5, LIGHT)
        + blocks
    )  # fmt: skip


def study(card: int) -> str:
    return (
        box(16, 34, 44, 3, WOOD) + books(20, 34, 7) + window(84, 12) + box(40, 58, 80, 5, DARK, 2) + line("M46 62v24M114 62v24", DARK, 4) + box(88, 62, 24, 18, WOOD, 2)
        + line("M60 58l-4-14 12-8", "#3f6b3a", 3) + path("M64 30l14 8-6 6-12-8z", "#3f6b3a") + disc(70, 46, 14, "url(#glow)") + disc(100, 46, 9, "#6fa9cf") + path("M94 44q6-6 9-1-2 6-7 6z", "#7fb46f") + line("M92 57h16", DARK, 2)
    )  # fmt: skip


def pantry(card: int) -> str:
    shelves = "".join(box(16, y, 104, 4, WOOD, 1) for y in (32, 56, 80))
    tints = ("#d9503f", "#e6b93d", "#6a9a4f", "#a65f8d", "#e08a3c")
    jars = "".join(
        box(22 + i * 16, y - 15, 11, 15, tints[(i + y) % 5], 3) + box(23 + i * 16, y - 18, 9, 4, CREAM, 1)
        for y in (32, 56)
        for i in range(6)
    )
    return (
        shelves
        + jars
        + path("M22 80q0-18 15-18t15 18z", "#d8c19a")
        + box(62, 64, 26, 16, LIGHT, 2)
        + disc(98, 74, 6, "#d9803f")
        + disc(108, 74, 6, "#d9803f")
        + disc(103, 66, 6, "#d9803f")
    )


def sauna(card: int) -> str:
    steam = line("M96 40q-5-6 0-12t0-12M108 42q-5-6 0-12t0-12", "#ffffff", 2.5)
    stones = "".join(disc(x, y, 4, "#6d6660") for x, y in ((92, 52), (99, 50), (106, 50), (112, 52)))
    return (
        box(14, 60, 58, 6, WOOD, 2)
        + box(26, 44, 46, 6, WOOD, 2)
        + line("M20 64v22M66 64v22M40 50v10M66 50v10", DARK, 4)
        + box(86, 54, 32, 32, "#3d3a38", 4)
        + path("M95 82q-3-9 7-16 10 7 7 16z", "#f29b38")
        + stones
        + steam
        + path("M28 60l3-12h14l3 12z", LIGHT)
        + window(20, 12, 22, 20)
    )


def wardrobe(card: int) -> str:
    clothes = "".join(
        line(f"M{x} 22v6", "#6b6256", 1.5) + path(f"M{x - 9} 32l9-6 9 6-2 {drop}h-14z", tint)
        for x, tint, drop in ((34, "#c4513d", 26), (54, "#45739f", 32), (74, "#e6b93d", 24), (94, "#5d8a54", 36))
    )
    return (
        box(18, 10, 94, 5, DARK, 2)
        + line("M20 22h90", STEEL, 3)
        + box(16, 10, 5, 76, DARK, 2)
        + box(109, 10, 5, 76, DARK, 2)
        + clothes
        + box(24, 76, 16, 8, "#7c3f2b", 3)
        + box(44, 76, 16, 8, "#7c3f2b", 3)
        + box(76, 72, 28, 14, LIGHT, 3)
    )


def library(card: int) -> str:
    shelves = "".join(box(14, y, 84, 4, DARK, 1) + books(18, y, 15) for y in (30, 54, 78))
    return (
        box(12, 8, 88, 78, WOOD, 2)
        + box(16, 12, 80, 70, "#5e3b20")
        + shelves
        + line("M92 86l14-74M108 86l8-74M97 62h14M100 46h13M104 30h10", LIGHT, 3)
    )


def games(card: int) -> str:
    return (
        disc(40, 26, 15, "#3d2c26") + disc(40, 26, 12, CREAM) + disc(40, 26, 8, "#c4513d") + disc(40, 26, 3.5, "#f2c14e") + line("M41 25l14-9", DARK, 2) + box(84, 8, 28, 3, WOOD)
        + path("M86 26h24l5 9H81z", "#3f7d4e") + line("M98 11v15", "#6b6256", 1.5) + disc(98, 44, 22, "url(#glow)") + box(24, 58, 92, 12, DARK, 4) + box(28, 56, 84, 6, "#3f8a5a", 3) + line("M34 70l-4 16M106 70l4 16", DARK, 6)
        + "".join(disc(x, 53, 3.4, tint) for x, tint in ((56, "#d9503f"), (66, "#fffaf0"), (86, "#e6b93d")))
    )  # fmt: skip


def empty(card: int) -> str:
    """A room laid face down: bare plaster, a bulb, a ladder and a dust sheet."""
    return (
        line("M68 6v16", "#6b6256", 1.6) + disc(68, 27, 5, "#f7e3a1") + disc(68, 27, 18, "url(#glow)") + line("M24 86l10-58M46 86L36 28M28 66h16M30 52h12M32 40h7", LIGHT, 3)
        + path("M66 86q2-26 16-26 6-10 18-6 16 0 18 32z", "#cfc6b6") + line("M82 62q-4 12-3 22M100 56q4 14 2 28", "#b5ab99", 1.5) + box(52, 76, 12, 10, "#8f99a6", 2) + line("M52 76q6-8 12 0", "#6d7680", 1.5)
    )  # fmt: skip


FURNITURE: dict[str, Callable[[int], str]] = {
    "living": living, "kitchen": kitchen, "bathroom": bathroom, "bedroom": bedroom, "kids": kids, "study": study, "pantry": pantry, "sauna": sauna, "wardrobe": wardrobe,
    "library": library, "games": games, "garage": garage, "storage": storage, "laundry": laundry, "wine": wine, "empty": empty,
}  # fmt: skip
