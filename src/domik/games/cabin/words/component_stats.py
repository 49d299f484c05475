"""Component statistics: cards by the side that was built."""

from __future__ import annotations

from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.phrases import face_phrase
from domik.games.cabin.rules.reading import seat_of
from domik.games.cabin.rules.state import EVERY_PLACE, HOME, KIND_SHIFT, NEIGHBOUR, PLANS
from domik.kernel.state import View
from domik.kernel.summaries import NOBODY, ComponentLabel


def key_of(match: CabinMatch, face: int) -> str:
    """Key of a card and side; upgrades are not distinguished."""
    return f"card.{match.parts.id(face)}.{'home' if face & HOME else 'natural'}"


def component(match: CabinMatch, key: str) -> ComponentLabel:
    sort, name, side = key.split(".")
    kind = NEIGHBOUR if name == "neighbour" else match.parts.kind(name)
    return ComponentLabel(sort, face_phrase(match, kind << KIND_SHIFT | (HOME if side == "home" else 0)))


def taken_components(match: CabinMatch, view: View, action: int) -> tuple[str, ...]:
    """The card in hand if the action builds it, nothing if it is put aside (CC-11)."""
    seat = seat_of(view, view.seat)
    if seat.stage != PLANS or not action & EVERY_PLACE or not seat.hand:
        return ()
    return (key_of(match, seat.hand),)


def owned_components(match: CabinMatch, view: View, seat: int) -> set[str]:
    """The faces in the clearing at the end."""
    return {key_of(match, face) for face in seat_of(view, seat).places if face}


def starting_seat(match: CabinMatch, view: View) -> int:
    """NOBODY: all seats plan at once (CC-10)."""
    return NOBODY
