"""The trail of stones on the learning page: where each lesson lies, on a wide screen and on a tall one."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sin

MOST, TALL = 4, 2  # stones in a row of a wide screen at most, and in a row of a tall one
Point = tuple[float, float]


def wide_places(count: int) -> list[Point]:
    """From the bottom left upwards, in percent of the ground: an odd number of rows, so that the last leads right."""
    rows = 1
    while rows * MOST < count or (rows == 1 and count > MOST):
        rows += 2
    least, longer = divmod(count, rows)
    found: list[Point] = []
    for row in range(rows):
        length = least + (row < longer)
        y = 82 - 55 * row / max(rows - 1, 1)
        for column in range(length):
            across = (column + 0.5) / length if length > 1 else 0.5
            x = 3 + 70 * (across if row % 2 == 0 else 1 - across)
            found.append((x, y + 3.2 * sin(len(found) * 2.1)))
    return found


def tall_places(count: int) -> list[Point]:
    """From the top downwards, two in a row that turn at every end."""
    rows = ceil(count / TALL)
    found = []
    for number in range(count):
        row, column = divmod(number, TALL)
        found.append((25.0 if (column + row) % 2 == 0 else 75.0, (row + 0.42 + 0.12 * column) * 100 / rows))
    return found


def road(points: list[Point], width: float, height: float) -> str:
    """A soft line through all stones."""
    p = [(x * width / 100, y * height / 100) for x, y in points]
    line = f"M{p[0][0]:.0f} {p[0][1]:.0f}"
    for k in range(len(p) - 1):
        a, b, c, e = p[max(0, k - 1)], p[k], p[k + 1], p[min(len(p) - 1, k + 2)]
        first = f"{b[0] + (c[0] - a[0]) / 5:.0f} {b[1] + (c[1] - a[1]) / 5:.0f}"
        second = f"{c[0] - (e[0] - b[0]) / 5:.0f} {c[1] - (e[1] - b[1]) / 5:.0f}"
        line += f"C{first} {second} {c[0]:.0f} {c[1]:.0f}"
    return line


@dataclass
class Trail:
    """The stones of one game."""

    count: int

    @property
    def rows(self) -> int:
        """How many rows a tall screen needs."""
        return ceil(self.count / TALL)

    @property
    def style(self) -> list[str]:
        """Each stone's two places for the style sheet."""
        both = zip(wide_places(self.count), tall_places(self.count), strict=True)
        return [f"--x:{x:.1f}%;--y:{y:.1f}%;--tx:{tx:.1f}%;--ty:{ty:.1f}%" for (x, y), (tx, ty) in both]

    @property
    def wide(self) -> str:
        """The road on a wide screen, ending at the picture of the game."""
        return road([*wide_places(self.count), (88, 24)], 996, 560)

    @property
    def tall(self) -> str:
        """The road on a tall screen."""
        return road(tall_places(self.count), 352, self.rows * 128)
