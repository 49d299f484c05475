"""Things that stand in more than one room: a window, a plant, a lamp, books, a child."""

# ruff: noqa: E501  outlines read better unbroken

from __future__ import annotations

from domik.games.dream_home.page.picture_shape import CREAM, DARK, box, disc, line, path


def window(x: float, y: float, w: float = 26, h: float = 30) -> str:
    """A window; at night its panes are dark."""
    return (
        box(x - 2, y - 2, w + 4, h + 4, CREAM, 3) + box(x, y, w, h, "var(--pane)", 1.5)
        + line(f"M{x + w / 2} {y}v{h}M{x} {y + h / 2}h{w}", CREAM, 2) + box(x - 5, y + h + 2, w + 10, 3, CREAM, 1.5)
    )  # fmt: skip


def plant(x: float) -> str:
    """A pot plant."""
    leaves = "".join(
        path(f"M{x} 70q{dx} {dy} {dx * 1.5} {dy * 2}q{-dx * 1.6} {-dy * 0.3} {-dx * 1.5} {-dy * 2}", "#5f9a55")
        for dx, dy in ((-6, -8), (0.1, -12), (6, -8))
    )
    return leaves + path(f"M{x - 6} 70h12l-2 16h-8z", "#c8693f")


def child(x: float, shirt: str, hair: str) -> str:
    """A child: the cards' children are counted when points are tied (DH-64)."""
    return (
        box(x - 4, 76, 3, 10, "#54483c", 1) + box(x + 1, 76, 3, 10, "#54483c", 1) + path(f"M{x - 6} 78l2-13h8l2 13z", shirt)
        + disc(x, 60, 6, "#f3cfae") + path(f"M{x - 6.4} 60a6.4 6.4 0 0 1 12.8 0q-6-4-12.8 0", hair)
    )  # fmt: skip


def books(x: float, y: float, count: int) -> str:
    """A row of books."""
    tints = ("#b5503f", "#45739f", "#d9a441", "#5d8a54", "#7f5aa6")
    return "".join(box(x + i * 5, y - 12 - (i * 7) % 4, 4, 12 + (i * 7) % 4, tints[i % 5], 0.8) for i in range(count))


def lamp(x: float) -> str:
    """A standing lamp."""
    return (
        disc(x, 38, 26, "url(#glow)")
        + box(x - 1, 40, 2, 46, DARK)
        + box(x - 7, 84, 14, 3, DARK, 1.5)
        + path(f"M{x - 6} 26h12l5 15h-22z", "#f7d98b")
    )
