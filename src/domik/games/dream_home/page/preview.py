"""Previews of a click's gain: the rules are applied to a copy and the house is scored."""

from __future__ import annotations

from domik.games.dream_home.page.context import BoardContext, kinds_in, room_columns
from domik.games.dream_home.rules.house import exchange, lay_down, lay_up, put_token, swap
from domik.games.dream_home.rules.parts import KIND_IDS
from domik.games.dream_home.rules.points import HouseChange, house_gain
from domik.games.dream_home.rules.reading import Place
from domik.games.dream_home.rules.state import CAR, HANDYMAN, PARK

MOST_REMEMBERED = 1024
Ghost = tuple[str, int, int]
_PREVIEWS: dict[tuple[object, ...], Previews] = {}


class Previews:
    """Points that the choices of one decision would add, each computed once."""

    def __init__(self, context: BoardContext) -> None:
        self.view, self.seat = context.view, context.me
        self.config = context.config
        self.parts = context.cached_parts.parts
        self.kinds = kinds_in(context.cached_parts, context.own.cells)
        self.phase = context.phase
        self.room = -1 if context.room is None else context.room
        self.chosen = context.chosen
        self.known: dict[tuple[str, int], int] = {}

    def text(self, gain: int) -> str:
        """A gain with its sign."""
        return f"−{-gain}" if gain < 0 else f"+{gain}"

    def gain(self, what: str, which: int, change: HouseChange) -> int:
        """Points gained by a change; cached by `what` and `which`."""
        if (what, which) not in self.known:
            self.known[what, which] = int(house_gain(self.view, self.seat, self.config, change))
        return self.known[what, which]

    def face_up_gain(self, cell: int) -> int:
        """The room in hand face up in this cell."""
        return self.gain("up", cell, lambda numbers, base: lay_up(numbers, base, self.room, cell, self.config))

    def face_down_gain(self, cell: int) -> int:
        """The room in hand face down in this cell."""
        return self.gain("down", cell, lambda numbers, base: lay_down(numbers, base, self.room, cell, self.config))

    def furnish_gain(self, cell: int, resource: int) -> int:
        """The furnishing in hand on this card."""
        return self.gain("furnished", cell, lambda numbers, base: put_token(numbers, base, cell, resource))

    def delivery_gain(self, cell: int, down: bool) -> int:
        """The courier's room in place of this card."""
        return self.gain(
            "down" if down else "up",
            cell,
            lambda numbers, base: exchange(numbers, base, cell, self.chosen, down, self.config),
        )

    def drill_gain(self, column: int, room: int, down: bool) -> int:
        """The market's room in place of the card that is drilled out."""
        return self.gain(
            "drilled down" if down else "drilled",
            column,
            lambda numbers, base: exchange(numbers, base, self.chosen, room, down, self.config),
        )

    def choice_gain(self, cell: int) -> int | None:
        """The car on this card, or this card as the second of a swap; None for the first of a swap."""
        if self.phase == HANDYMAN:
            return None
        if self.phase == PARK:
            return self.furnish_gain(cell, CAR)
        return self.gain("swap", cell, lambda numbers, base: swap(numbers, base, self.chosen, cell, self.config))

    def extension(self, place: Place) -> tuple[str, Ghost]:
        """How the room in hand would extend its neighbours: points before and after, and its part of the room."""
        kinds = self.kinds.copy()
        floor, column = place
        number = self.parts.rooms[self.room].kind
        kind = self.parts.kinds[number]
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
