"""One moment of a game as a drawing needs it: the view's numbers by name, read once."""

from __future__ import annotations

from domik.games.treehouse.parts import Parts, Room
from domik.games.treehouse.picture_shape import Shape, shape_for
from domik.games.treehouse.state import *
from domik.kernel.drawing import Pen, Player, Refusal
from domik.kernel.state import View
from domik.kernel.title import Match

Key = tuple[int, ...]
MOST_REMEMBERED = 2048


class Box:
    """One component set for the leaf caches: the same object for the same parts."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.worth = (parts.most_a_room, parts.fewest_flat)

    def room(self, card: int) -> Room:
        """The room of a card number (room + 1)."""
        return self.parts.rooms[card - 1]


_BOXES: dict[int, Box] = {}
_REFUSED: dict[tuple[object, ...], dict[int, Refusal]] = {}


def box_of(parts: Parts) -> Box:
    """The box of these parts; the box keeps them, so that their id stays theirs."""
    found = _BOXES.get(id(parts))
    if found is None:
        found = _BOXES[id(parts)] = Box(parts)
    return found


class Moment:
    """A view with what every part of the drawing asks for."""

    def __init__(self, match: Match, view: View, pen: Pen, players: tuple[Player, ...]) -> None:
        table = view.table
        self.match = match
        self.view = view
        self.pen = pen
        self.players = players
        self.box = box_of(match.parts)
        self.shape: Shape = shape_for(pen.phone)
        self.table = table
        self.seats = match.seats
        self.seat = int(view.seat)
        self.me = max(0, self.seat)  # an onlooker looks over the first seat's shoulder, and sees no hand
        self.phase = int(table[PHASE])
        self.round = int(table[ROUND])
        self.turn = int(table[TURN])
        self.awaited = int(view.awaited())
        self.acts = view.is_awaited()
        self.legal = int(view.legal())
        self.blocks: list[Key] = [self.block(seat) for seat in range(self.seats)]
        self.scores = tuple(int(table[SEAT + SEAT_SIZE * seat + SCORE]) for seat in range(self.seats))

    def block(self, seat: int) -> Key:
        """Everything open about a seat."""
        at = SEAT + SEAT_SIZE * seat
        return tuple(self.table[at : at + SEAT_SIZE])

    def own(self, offset: int) -> int:
        """A number of the viewer's own compartment; 0 for an onlooker."""
        return int(self.table[OPEN_SIZE + OWN_SIZE * self.seat + offset]) if self.seat >= 0 else 0

    def counts(self, colour: int) -> tuple[int, ...]:
        """Rooms of a colour, seat by seat."""
        return tuple(block[ROOMS + colour].bit_count() for block in self.blocks)

    def all_counts(self) -> tuple[tuple[int, ...], ...]:
        """Rooms of every colour, seat by seat."""
        return tuple(
            zip(
                *([rooms.bit_count() for rooms in block[ROOMS : ROOMS + COLOURS]] for block in self.blocks), strict=True
            )
        )

    def refusals(self, actions: list[int]) -> dict[int, Refusal]:
        """Why each of these actions is refused; the rules are asked once for every tree and room."""
        key = (
            id(self.box),
            *self.match.options.values(),
            self.seats,
            self.phase,
            self.table[LAID],
            self.table[POOL],
            self.blocks[self.me],
        )
        found = _REFUSED.get(key)
        if found is None:
            if len(_REFUSED) >= MOST_REMEMBERED:
                _REFUSED.clear()
            found = _REFUSED[key] = {}
            for action in actions:
                objections = self.match.objections(self.view, action)
                if objections:
                    found[action] = Refusal(objections[0].clause, objections[0].reason)
        return found
