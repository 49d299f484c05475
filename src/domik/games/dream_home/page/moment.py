"""One moment of a game as a drawing needs it: the view's numbers by name, read once."""

from __future__ import annotations

from functools import lru_cache

from domik.games.dream_home.page.picture_cell import Laid
from domik.games.dream_home.rules.game import DreamHome
from domik.games.dream_home.rules.naming import card_phrase, place_phrase
from domik.games.dream_home.rules.parts import KIND_IDS, Parts
from domik.games.dream_home.rules.reading import PLACES, Place, cell_of
from domik.games.dream_home.rules.state import *
from domik.kernel import moment
from domik.kernel.drawing import Pen, Player
from domik.kernel.moment import Boxes
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.title import Match

Key = tuple[int, ...]
CELLS_OF = {place: cell_of(place) for place in PLACES}


class Box:
    """One component set for the leaf caches: the same object for the same parts."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.roofs = sum(1 << n for n, card in enumerate(parts.resources) if card.sort == "roof")
        self.masks = {card.id: parts.mask(card.id) for card in parts.resources}

    def has(self, block: Key, id: str) -> bool:
        """Whether a tool or helper lies beside a house."""
        return bool(block[HELD] & self.masks.get(id, 0))


box_of = Boxes(Box)


class Moment(moment.Moment):
    """A view with what every part of the drawing asks for."""

    def __init__(self, match: Match, view: View, pen: Pen, players: tuple[Player, ...]) -> None:
        super().__init__(match, view, pen, players)
        numbers = self.numbers
        game = match.game
        assert isinstance(game, DreamHome)
        self.cards = game.cards
        self.box = box_of(match.parts)
        self.phase = int(numbers[PHASE])
        self.actor = self.awaited.bit_length() - 1
        self.room = int(numbers[ROOM])
        self.resource = int(numbers[RESOURCE])
        self.chosen = int(numbers[CHOSEN])
        self.market: Key = tuple(int(number) for number in numbers[MARKET_ROOMS:SEAT])
        self.blocks: list[Key] = [self.block(seat) for seat in range(self.seats)]

    def block(self, seat: int) -> Key:
        """Everything open about a seat."""
        at = SEAT + SEAT_SIZE * seat
        return tuple(self.numbers[at : at + SEAT_SIZE])

    @property
    def own(self) -> Key:
        """The block of the seat that looks."""
        return self.blocks[self.me]

    def deciding(self) -> tuple[object, ...]:
        """All that decides what can be laid where, and why not."""
        return (
            id(self.box), self.seats, self.match.options["car"], self.phase, self.room, self.resource, self.chosen,
            self.own, self.market, self.numbers[ROOM_DISCARDS], self.numbers[RESOURCE_DISCARDS],
        )  # fmt: skip


@lru_cache(maxsize=4096)
def laid_in(pen: Pen, box: Box, block: Key) -> dict[Place, Laid]:
    """Every card of a house with all that its picture shows."""
    found: dict[Place, Laid] = {}
    architect = box.parts.score["architect_empty"] if box.has(block, "architect") else 0
    designer = box.parts.score["designer"] if box.has(block, "designer") else 0
    kinds = {place: kind_in(box, block[HOUSE + cell]) for place, cell in CELLS_OF.items()}
    for place, cell in CELLS_OF.items():
        number = block[HOUSE + cell]
        if not number:
            continue
        place_words = pen.say(place_phrase(place))
        if number & FACE_DOWN:
            words = f"{pen.say(Phrase('empty_room'))}; {place_words}"
            found[place] = Laid("empty", 0, 1, 0, 0, architect, 1, False, "", "", 0, "", words)
            continue
        card = (number & CARD) - 1
        run = run_of(kinds, place)
        kind = box.parts.kinds[kinds[place]]
        floor = place[0]
        ends = (kinds.get((floor, run[0] - 1), -1), kinds.get((floor, run[-1] + 1), -1))
        worth = kind.beside_points if kind.beside >= 0 and kind.beside in ends else kind.points[len(run) - 1]
        tokens = any(block[HOUSE + CELLS_OF[floor, column]] >> TOKEN_SHIFT for column in run)
        token = (number >> TOKEN_SHIFT) - 1
        furnishing = box.parts.token(token) if token >= 0 else None
        room = box.parts.rooms[card]
        found[place] = Laid(
            kind.id,
            place[1] - run[0],
            len(run),
            room.children,
            card,
            worth,
            kind.most,
            kind.most > 1 and (len(run) == kind.most or (tokens and not designer)),
            f"room-{room.id}",
            furnishing.id if furnishing else "",
            furnishing.points + designer if furnishing else 0,
            f"resource-{token}" if token >= 0 else "",
            f"{pen.say(card_phrase(box.parts, card))}; {place_words}",
        )
    return found


def kind_in(box: Box, number: int) -> int:
    """The kind of the face-up card in a cell, -1 for none."""
    return -1 if not number or number & FACE_DOWN else box.parts.rooms[(number & CARD) - 1].kind


def run_of(kinds: dict[Place, int], place: Place) -> list[int]:
    """The columns of the room that a face-up card belongs to (DH-23)."""
    floor, column = place
    kind = kinds[place]
    first = last = column
    while kinds.get((floor, first - 1), -1) == kind:
        first -= 1
    while kinds.get((floor, last + 1), -1) == kind:
        last += 1
    return list(range(first, last + 1))


def kind_id(box: Box, room: int) -> str:
    """The kind of a room card by name."""
    return KIND_IDS[box.parts.rooms[room].kind]
