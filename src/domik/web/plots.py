"""Small SVG plots without axes, for use beside the numbers."""

from __future__ import annotations

from collections.abc import Sequence

from domik.kernel.drawing import short_number

COLOURS = ("var(--green)", "var(--red)", "var(--blue)", "var(--purple)", "var(--yellow)", "var(--brown)")


def sparkline(values: Sequence[float], label: str, colour: str, width: int = 150, height: int = 44) -> str:
    """A line through the values, ending in a dot."""
    least, most = min(values), max(values)
    apart = (width - 10) / max(len(values) - 1, 1)
    points = [
        (
            5 + k * apart if len(values) > 1 else width / 2,
            height - 6 - (value - least) / (most - least or 1) * (height - 13),
        )
        for k, value in enumerate(values)
    ]
    line = " ".join(f"{short_number(x)},{short_number(y)}" for x, y in points)
    first, last = points[0], points[-1]
    area = f"{short_number(first[0])},{height - 2} {line} {short_number(last[0])},{height - 2}"
    return (
        f'<svg class="spark" viewBox="0 0 {width} {height}" role="img" aria-label="{label}" style="--c:{colour}">'
        f'<polygon points="{area}"/><polyline points="{line}"/>'
        f'<circle cx="{short_number(last[0])}" cy="{short_number(last[1])}" r="4"/></svg>'
    )


def percent_ring(percent: int, under: str) -> str:
    """A percentage as a ring with its number inside."""
    length = 314.16
    return (
        f'<svg class="ring" viewBox="0 0 120 120" role="img" aria-label="{percent} %, {under}">'
        '<circle class="track" cx="60" cy="60" r="50"/>'
        f'<circle class="share" cx="60" cy="60" r="50"'
        f' stroke-dasharray="{short_number(percent * length / 100)} {length}"'
        f' transform="rotate(-90 60 60)"/><text x="60" y="58" class="rn">{percent} %</text>'
        f'<text x="60" y="77" class="rs">{under}</text></svg>'
    )


def bar_chart(counts: Sequence[tuple[str, int, bool]], posts: Sequence[tuple[float, str]], you: str, label: str) -> str:
    """Bars of (label, count, is the reader's own), and labelled marks (`posts`) at fractional bar positions."""
    width, height, floor = 560, 170, 142
    wide = (width - 20) / max(len(counts), 1)
    tallest = max((many for _, many, _ in counts), default=1) or 1
    parts = []
    for k, (name, many, mine) in enumerate(counts):
        tall = many * 92 / tallest
        x = 10 + k * wide
        parts.append(
            f'<rect class="{"mine" if mine else ""}" x="{short_number(x + 3)}" y="{short_number(floor - tall)}"'
            f' width="{short_number(wide - 6)}" height="{short_number(tall)}" rx="5"/>'
        )
        if len(counts) <= 12 or k % 2 == 0:
            parts.append(f'<text x="{short_number(x + wide / 2)}" y="{height - 10}" class="tk">{name}</text>')
        if mine:
            parts.append(
                f'<text x="{short_number(x + wide / 2)}" y="{short_number(floor - tall - 7)}" class="yo">{you}</text>'
            )
    for number, (place, name) in enumerate(posts):
        x, y = 10 + place * wide, 16 + 13 * (number % 3)
        end = ' text-anchor="end"' if x > width * 0.75 else ""
        parts.append(f'<path class="post" d="M{short_number(x)} {floor}V{y - 8}"/>')
        parts.append(f'<text x="{short_number(x - 5 if end else x + 5)}" y="{y}" class="bt"{end}>{name}</text>')
    return (
        f'<svg class="bars" viewBox="0 0 {width} {height}" role="img" aria-label="{label}">{"".join(parts)}'
        f'<path class="floor" d="M6 {floor + 1}H{width - 6}"/></svg>'
    )
