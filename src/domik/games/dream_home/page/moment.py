"""One moment of a game as a drawing needs it: the view's numbers by name, read once."""

from __future__ import annotations

from domik.games.dream_home.rules.gate import kit_in
from domik.games.dream_home.rules.parts import KIND_IDS, Parts
from domik.games.dream_home.rules.state import *
from domik.kernel import moment
from domik.kernel.drawing import Pen, Player, Refusal
from domik.kernel.moment import MOST_REMEMBERED, Boxes
from domik.kernel.state import View
from domik.kernel.title import Match

Key = tuple[int, ...]


class Box:
    """One component set for the leaf caches: the same object for the same parts."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.roofs = sum(1 << n for n, card in enumerate(parts.resources) if card.sort == "roof")
        self.masks: dict[str, int] = {card.id: parts.mask(card.id) for card in parts.resources}
        self.kinds = {  # the room cards of each kind, and the resources of each look, in their order
            id: sum(1 << n for n, room in enumerate(parts.rooms) if KIND_IDS[room.kind] == id) for id in KIND_IDS
        }
        self.looks = {
            card: sum(1 << n for n, other in enumerate(parts.resources) if other == card) for card in parts.resources
        }
        self.shaping = self.masks.get("architect", 0) | self.masks.get("designer", 0)  # what changes a card's points

    def has(self, held: int, id: str) -> bool:
        """Whether a tool or helper is among the cards beside a house."""
        return bool(held & self.masks.get(id, 0))


box_of = Boxes(Box)
_NEARBY: dict[tuple[object, ...], Refusal | None] = {}


class Moment(moment.Moment):
    """A view with what every part of the drawing asks for."""

    def __init__(self, match: Match, view: View, pen: Pen, players: tuple[Player, ...]) -> None:
        super().__init__(match, view, pen, players)
        numbers = self.numbers
        self.kit = kit_in(match)
        self.box = box_of(match.parts)
        self.phase = int(numbers[PHASE])
        self.actor = self.awaited.bit_length() - 1
        self.room = int(numbers[ROOM])
        self.resource = int(numbers[RESOURCE])
        self.chosen = int(numbers[CHOSEN])
        self.market: Key = tuple(numbers[MARKET_ROOMS:SEAT])
        self.blocks: list[Key] = [self.block(seat) for seat in range(self.seats)]
        self.own: Key = self.blocks[self.me]  # of the seat that looks

    def block(self, seat: int) -> Key:
        """Everything open about a seat."""
        at = SEAT + SEAT_SIZE * seat
        return tuple(self.numbers[at : at + SEAT_SIZE])

    def built(self, seat: int) -> Key:
        """All that decides how the cards of a house look: its cells, and who among the helpers changes their points."""
        block = self.blocks[seat]
        return (*block[HOUSE : HOUSE + CELLS], block[HELD] & self.box.shaping)

    def deciding(self) -> tuple[object, ...]:
        """All that decides what can be laid where, and why not."""
        return (
            self.box, self.seats, self.match.options["car"], self.phase, self.room, self.resource, self.chosen,
            self.own, self.market, self.numbers[ROOM_DISCARDS], self.numbers[RESOURCE_DISCARDS],
        )  # fmt: skip

    def refusal(self, action: int) -> Refusal | None:
        """Why not: of a room face up in a cell what is around it decides, which recurs; the whole house does not."""
        if self.phase != LAY or not self.acts or not self.room or not 0 < action < 1 << CELLS:
            return super().refusal(action)
        key = self.around(action.bit_length() - 1)
        if key not in _NEARBY:
            if len(_NEARBY) >= MOST_REMEMBERED:
                _NEARBY.clear()
            _NEARBY[key] = super().refusal(action)
        return _NEARBY[key]

    def around(self, cell: int) -> tuple[object, ...]:
        """All that decides whether the room in hand may lie face up in a cell (DH-20 to DH-23, DH-32)."""
        rooms, own = self.box.parts.rooms, self.own
        kind = rooms[self.room - 1].kind
        row = 0  # of the same floor: where its kind lies, finished or not
        for at in range(cell - cell % LEVEL, min(cell - cell % LEVEL + LEVEL, CELLS)):
            number = own[HOUSE + at]
            row *= 3
            if number and not number & FACE_DOWN and rooms[(number & CARD) - 1].kind == kind:
                row += 2 if number >> TOKEN_SHIFT else 1
        stands = cell >= LEVEL and bool((own[FILLED] | own[SCAFFOLD]) >> (cell - LEVEL) & 1)
        designer = self.box.has(own[HELD], "designer")
        return self.box, cell, kind, row, stands, bool(own[FILLED] >> cell & 1), designer


def kind_id(box: Box, room: int) -> str:
    """The kind of a room card by name."""
    return KIND_IDS[box.parts.rooms[room].kind]
