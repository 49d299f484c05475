"""Previews of a click's gain: the rules are applied to a copy and the house is scored."""

from __future__ import annotations

from collections.abc import Callable

import mypy_extensions
from librt.vecs import vec

from domik.games.dream_home.page.context import BoardContext, kinds_in, room_columns
from domik.games.dream_home.rules.house import lay_down, lay_up, put_token, swap, take_away
from domik.games.dream_home.rules.parts import KIND_IDS
from domik.games.dream_home.rules.points import house_points
from domik.games.dream_home.rules.reading import Place
from domik.games.dream_home.rules.state import CAR, CHOSEN, HANDYMAN, MARKET_ROOMS, PARK, RESOURCE, SEAT, SEAT_SIZE

MOST_REMEMBERED = 1024
Ghost = tuple[str, int, int]
Numbers = vec[mypy_extensions.i64]
_PREVIEWS: dict[tuple[object, ...], Previews] = {}


class Previews:
    """Points that the choices of one decision would add, each computed once."""

    def __init__(self, context: BoardContext) -> None:
        self.numbers = context.numbers[:]
        self.config = context.config
        self.box = context.cached_parts
        self.kinds = kinds_in(context.cached_parts, context.house_key(context.me))
        self.at = SEAT + SEAT_SIZE * context.me
        self.phase = context.phase
        self.room = context.room - 1
        self.now = int(house_points(self.numbers, self.at, self.config))
        self.known: dict[tuple[str, int], int] = {}

    def text(self, gain: int) -> str:
        """A gain with its sign."""
        return f"−{-gain}" if gain < 0 else f"+{gain}"

    def gain(self, what: str, which: int, do: Callable[[Numbers], None]) -> int:
        """Points gained by applying `do` to a copy; cached by `what` and `which`."""
        if (what, which) not in self.known:
            numbers = self.numbers[:]
            do(numbers)
            self.known[what, which] = int(house_points(numbers, self.at, self.config)) - self.now
        return self.known[what, which]

    def face_up_gain(self, cell: int) -> int:
        """The room in hand face up in this cell."""
        return self.gain("up", cell, lambda numbers: lay_up(numbers, self.at, self.room, cell, self.config))

    def face_down_gain(self, cell: int) -> int:
        """The room in hand face down in this cell."""
        return self.gain("down", cell, lambda numbers: lay_down(numbers, self.at, self.room, cell, self.config))

    def furnish_gain(self, cell: int) -> int:
        """The furnishing in hand on this card."""
        resource = int(self.numbers[RESOURCE]) - 1
        return self.gain("furnished", cell, lambda numbers: put_token(numbers, self.at, cell, resource))

    def delivery_gain(self, cell: int, face_down: bool) -> int:
        """The courier's room in place of this card."""

        def do(numbers: Numbers) -> None:
            take_away(numbers, self.at, cell, self.config)
            lay = lay_down if face_down else lay_up
            lay(numbers, self.at, int(numbers[CHOSEN]), cell, self.config)

        return self.gain("down" if face_down else "up", cell, do)

    def drill_gain(self, column: int, face_down: bool) -> int:
        """The market's room in place of the card that is drilled out."""

        def do(numbers: Numbers) -> None:
            cell = int(numbers[CHOSEN])
            take_away(numbers, self.at, cell, self.config)
            lay = lay_down if face_down else lay_up
            lay(numbers, self.at, int(numbers[MARKET_ROOMS + column]) - 1, cell, self.config)

        return self.gain("drilled down" if face_down else "drilled", column, do)

    def choice_gain(self, cell: int) -> int | None:
        """The car on this card, or this card as the second of a swap; None for the first of a swap."""
        if self.phase == HANDYMAN:
            return None
        if self.phase == PARK:
            return self.gain("park", cell, lambda numbers: put_token(numbers, self.at, cell, CAR))
        return self.gain("swap", cell, lambda numbers: swap(numbers, self.at, int(numbers[CHOSEN]), cell, self.config))

    def extension(self, place: Place) -> tuple[str, Ghost]:
        """How the room in hand would extend its neighbours: points before and after, and its part of the room."""
        kinds = self.kinds.copy()
        floor, column = place
        number = self.box.parts.rooms[self.room].kind
        kind = self.box.parts.kinds[number]
        before = sum(
            [
                kind.points[len(room_columns(kinds, beside)) - 1]
                for beside in ((floor, column - 1), (floor, column + 1))
                if kinds.get(beside, -1) == number
            ]
        )
        kinds[place] = number
        run = room_columns(kinds, place)
        ghost = (KIND_IDS[number], column - run[0], len(run))
        return (f"{before} → {kind.points[len(run) - 1]}" if len(run) > 1 else ""), ghost


def previews(context: BoardContext) -> Previews:
    """Cached by the inputs of the decision (BoardContext.refusal_key)."""
    key = context.refusal_key()
    found = _PREVIEWS.get(key)
    if found is None:
        if len(_PREVIEWS) >= MOST_REMEMBERED:
            _PREVIEWS.clear()
        found = _PREVIEWS[key] = Previews(context)
    return found
