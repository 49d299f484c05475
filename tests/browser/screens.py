"""The eight screens that every table is looked at on, and what people do there: play, ask, open the menu, wait, end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, product
from typing import Any, Final, NamedTuple

from domik.games import game_package
from domik.language import LANGUAGES
from tests.browser.games import NAMES

FINGER: Final = 40  # pixels
SCREENS: Final = (
    (360, 640), (390, 844), (844, 390), (820, 1180), (1024, 768), (1180, 820), (1366, 768), (1920, 1080),
)  # fmt: skip
PHASES: Final = ("early", "late", "over", "gathering", "hint", "menu")
MOVES: Final = {"early": 1, "late": 30, "over": 10_000, "hint": 8, "menu": 12}


class Sight(NamedTuple):
    """One table on one screen."""

    game: str
    screen: tuple[int, int]
    phase: str
    language: str
    seats: int

    @property
    def finger(self) -> int:
        """How large a target has to be: on a desk there is a mouse."""
        return 0 if self.screen[0] > 1250 else FINGER

    @property
    def settings(self) -> dict[str, Any]:
        """Of the browser."""
        width, height = self.screen
        return {"viewport": {"width": width, "height": height}, "locale": self.language, "has_touch": self.finger > 0}


def every(game: str) -> list[Sight]:
    """Everything that `make looks` looks at."""
    title = game_package(game)
    seats = range(title.least_seats, title.most_seats + 1)
    sights = [Sight(game, *rest) for rest in product(SCREENS, PHASES, LANGUAGES, seats)]
    return [sight for sight in sights if sight.seats > 1 or sight.phase != "gathering"]  # nobody waits for oneself


def sample(game: str) -> Iterator[Sight]:
    """Every phase on every second screen and the other way round; languages and seats take turns."""
    title = game_package(game)
    seats = list(range(title.least_seats, title.most_seats + 1))
    turn = count(NAMES.index(game))
    for row, screen in enumerate(SCREENS):
        for column, phase in enumerate(PHASES):
            if (row + column) % 3 == NAMES.index(game) % 3:
                number = next(turn)
                many = max(seats[(number // 3 + row) % len(seats)], 2 if phase == "gathering" else 1)
                yield Sight(game, screen, phase, LANGUAGES[number % 3], many)
