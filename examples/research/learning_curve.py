"""Draw how a network learned: `python learning_curve.py net.npz curve.svg`, an SVG that any browser opens."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 40, 52
STEP = 20  # per cent between two lines


def drawn(curve: NDArray[np.float32]) -> str:
    """The share of games won against normal over CPU seconds of learning, with 50 % as a dashed line."""
    seconds = float(curve[-1, 1]) or 1.0

    def x(at: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * at / seconds

    def y(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        "<style>text { font-size: 13px; fill: #33291c }</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf8"/>',
        f'<text x="{LEFT}" y="24" font-weight="bold">Games won against normal</text>',
    ]
    for per_cent in range(0, 101, STEP):
        at = y(per_cent / 100)
        parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="#ddd5c8"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{per_cent} %</text>')
    parts.append(f'<path d="M{LEFT} {y(0.5):.1f}H{WIDTH - RIGHT}" stroke="#7a6a55" stroke-dasharray="6 5"/>')
    for part in range(5):
        at = seconds * part / 4
        parts.append(f'<text x="{x(at):.1f}" y="{HEIGHT - 28}" text-anchor="middle">{at:.0f}</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">CPU seconds of learning</text>')
    line = " ".join(f"{x(at):.1f},{y(share):.1f}" for _, at, share in curve)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#2f6f4f" stroke-width="2.5"/>')
    for games, at, share in curve:
        told = f"{games:,.0f} games: {share:.1%}"
        parts.append(
            f'<circle cx="{x(at):.1f}" cy="{y(share):.1f}" r="4" fill="#2f6f4f"><title>{told}</title></circle>'
        )
    return "\n".join([*parts, "</svg>\n"])


def main() -> None:
    """From a file of treehouse_net.py to a picture."""
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    with np.load(sys.argv[1]) as kept:
        curve = kept["curve"]
    Path(sys.argv[2]).write_text(drawn(curve), encoding="utf-8")
    print(f"drawn in {sys.argv[2]}")


if __name__ == "__main__":
    main()
