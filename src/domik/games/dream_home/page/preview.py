"""What a click would bring: the points of the house afterwards, reckoned by the rules on a copy."""

from __future__ import annotations

from collections.abc import Callable

import mypy_extensions
from librt.vecs import vec

from domik.games.dream_home.page.laid import kinds_in, run_of
from domik.games.dream_home.page.moment import Moment
from domik.games.dream_home.rules.gate import house_points, lay_down, lay_up, put_token, swap, take_away
from domik.games.dream_home.rules.parts import KIND_IDS
from domik.games.dream_home.rules.reading import Place
from domik.games.dream_home.rules.state import *

MOST_REMEMBERED = 1024
Ghost = tuple[str, int, int]
Numbers = vec[mypy_extensions.i64]
_PREVIEWS: dict[tuple[object, ...], Previews] = {}


class Previews:
    """The points that one decision's choices would add, each reckoned once."""

    def __init__(self, moment: Moment) -> None:
        self.numbers = moment.numbers[:]
        self.kit = moment.kit
        self.box = moment.box
        self.kinds = kinds_in(moment.box, moment.built(moment.me))
        self.at = SEAT + SEAT_SIZE * moment.me
        self.phase = moment.phase
        self.room = moment.room - 1
        self.now = int(house_points(self.numbers, self.at, self.kit))
        self.known: dict[tuple[str, int], int] = {}

    def text(self, gain: int) -> str:
        """A gain with its sign."""
        return f"−{-gain}" if gain < 0 else f"+{gain}"

    def gain(self, what: str, which: int, do: Callable[[Numbers], None]) -> int:
        """Points more than now once this is done."""
        if (what, which) not in self.known:
            numbers = self.numbers[:]
            do(numbers)
            self.known[what, which] = int(house_points(numbers, self.at, self.kit)) - self.now
        return self.known[what, which]

    def up(self, cell: int) -> int:
        """The room in hand face up in this cell."""
        return self.gain("up", cell, lambda numbers: lay_up(numbers, self.at, self.room, cell, self.kit))

    def down(self, cell: int) -> int:
        """The room in hand face down in this cell."""
        return self.gain("down", cell, lambda numbers: lay_down(numbers, self.at, self.room, cell, self.kit))

    def furnished(self, cell: int) -> int:
        """The furnishing that waits, on this card."""
        resource = int(self.numbers[RESOURCE]) - 1
        return self.gain("furnished", cell, lambda numbers: put_token(numbers, self.at, cell, resource))

    def delivered(self, cell: int, face_down: bool) -> int:
        """The courier's room in place of this card."""

        def do(numbers: Numbers) -> None:
            take_away(numbers, self.at, cell, self.kit)
            lay = lay_down if face_down else lay_up
            lay(numbers, self.at, int(numbers[CHOSEN]), cell, self.kit)

        return self.gain("down" if face_down else "up", cell, do)

    def drilled(self, column: int, face_down: bool) -> int:
        """The market's room in place of the card that is drilled out."""

        def do(numbers: Numbers) -> None:
            cell = int(numbers[CHOSEN])
            take_away(numbers, self.at, cell, self.kit)
            lay = lay_down if face_down else lay_up
            lay(numbers, self.at, int(numbers[MARKET_ROOMS + column]) - 1, cell, self.kit)

        return self.gain("drilled down" if face_down else "drilled", column, do)

    def choice(self, cell: int) -> int | None:
        """The car on this card, or the second card of a swap; nothing yet for the first."""
        if self.phase == HANDYMAN:
            return None
        if self.phase == PARK:
            return self.gain("park", cell, lambda numbers: put_token(numbers, self.at, cell, CAR))
        return self.gain("swap", cell, lambda numbers: swap(numbers, self.at, int(numbers[CHOSEN]), cell, self.kit))

    def joined(self, place: Place) -> tuple[str, Ghost]:
        """How the room in hand would extend its neighbours: points before and after, and its part of the whole."""
        kinds = self.kinds.copy()
        floor, column = place
        number = self.box.parts.rooms[self.room].kind
        kind = self.box.parts.kinds[number]
        before = sum(
            [
                kind.points[len(run_of(kinds, beside)) - 1]
                for beside in ((floor, column - 1), (floor, column + 1))
                if kinds.get(beside, -1) == number
            ]
        )
        kinds[place] = number
        run = run_of(kinds, place)
        ghost = (KIND_IDS[number], column - run[0], len(run))
        return (f"{before} → {kind.points[len(run) - 1]}" if len(run) > 1 else ""), ghost


def previews(moment: Moment) -> Previews:
    """The same object as long as nothing that matters changed."""
    key = moment.key()
    found = _PREVIEWS.get(key)
    if found is None:
        if len(_PREVIEWS) >= MOST_REMEMBERED:
            _PREVIEWS.clear()
        found = _PREVIEWS[key] = Previews(moment)
    return found
