"""The cards that lie in a house, with all that their pictures show."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from domik.games.dream_home.page.moment import Box, Key
from domik.games.dream_home.rules.naming import card_phrase, place_phrase
from domik.games.dream_home.rules.reading import CELLS_OF, Place
from domik.games.dream_home.rules.state import *
from domik.kernel.drawing import Pen
from domik.kernel.phrase import Phrase


class Laid(NamedTuple):
    """A card in a house as pictures need it; `part` of `cards` from the left of its room."""

    kind: str  # `empty` when face down
    part: int
    cards: int
    children: int
    look: int  # which card it is, to tell children apart; 0 when face down
    worth: int
    most: int
    finished: bool
    key: str  # what flies; none when face down
    token: str
    token_points: int
    token_key: str
    words: str  # name and place, said


@lru_cache(maxsize=2048)
def laid_in(pen: Pen, box: Box, built: Key) -> dict[Place, Laid]:
    """Every card of a house (`Moment.built`) with all that its picture shows."""
    found: dict[Place, Laid] = {}
    architect = box.parts.score["architect_empty"] if box.has(built[CELLS], "architect") else 0
    designer = box.parts.score["designer"] if box.has(built[CELLS], "designer") else 0
    kinds = kinds_in(box, built)
    for place, cell in CELLS_OF.items():
        number = built[cell]
        if not number:
            continue
        if number & FACE_DOWN:
            words = empty_words(pen, place)
            found[place] = Laid("empty", 0, 1, 0, 0, architect, 1, False, "", "", 0, "", words)
            continue
        card = (number & CARD) - 1
        run = run_of(kinds, place)
        kind = box.parts.kinds[kinds[place]]
        floor = place[0]
        ends = (kinds.get((floor, run[0] - 1), -1), kinds.get((floor, run[-1] + 1), -1))
        worth = kind.beside_points if kind.beside >= 0 and kind.beside in ends else kind.points[len(run) - 1]
        tokens = any(built[CELLS_OF[floor, column]] >> TOKEN_SHIFT for column in run)
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
            card_words(pen, box, card, place),
        )
    return found


@lru_cache(maxsize=256)
def empty_words(pen: Pen, place: Place) -> str:
    """A card that lies face down, for those who hear it."""
    return f"{pen.say(Phrase('empty_room'))}; {pen.say(place_phrase(place))}"


@lru_cache(maxsize=4096)
def card_words(pen: Pen, box: Box, card: int, place: Place) -> str:
    """A card in its place, for those who hear it."""
    return f"{pen.say(card_phrase(box.parts, card))}; {pen.say(place_phrase(place))}"


def kinds_in(box: Box, built: Key) -> dict[Place, int]:
    """The kind of every face-up card."""
    return {place: kind_in(box, built[cell]) for place, cell in CELLS_OF.items()}


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
