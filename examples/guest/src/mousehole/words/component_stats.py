"""Component statistics: the 36 rooms, each by its kind and crumbs."""

from __future__ import annotations

from domik.kernel.state import View
from domik.kernel.summaries import ComponentLabel
from mousehole.rules import state as at
from mousehole.rules.game import MouseholeMatch
from mousehole.words.prompts import room_phrase


def component(match: MouseholeMatch, key: str) -> ComponentLabel:
    """Rooms of the same kind and crumbs are one component; its key is the first of them."""
    return ComponentLabel("room", room_phrase(match.parts, int(key)))


def key_of(match: MouseholeMatch, card: int) -> str:
    """The key of a card, which is counted from 1."""
    parts = match.parts
    alike = (parts.kinds[card - 1], parts.crumbs[card - 1])
    return str([*zip(parts.kinds, parts.crumbs, strict=True)].index(alike))


def taken_components(match: MouseholeMatch, view: View, action: int) -> tuple[str, ...]:
    """A room of the shelf (MH-12); what comes from the pile nobody chose."""
    place = action.bit_length() - 1 - at.FROM_SHELF
    if view.numbers[at.PHASE] != at.TAKE or not 0 <= place < at.SHELVES:
        return ()
    return (key_of(match, int(view.numbers[at.SHELF + place])),)


def owned_components(match: MouseholeMatch, view: View, seat: int) -> set[str]:
    """The rooms of the burrow."""
    burrow = at.SEAT + at.SEAT_SIZE * seat + at.BURROW
    return {key_of(match, int(view.numbers[burrow + k])) for k in range(at.ROOMS) if view.numbers[burrow + k]}


def starting_seat(match: MouseholeMatch, view: View) -> int:
    """The first seat begins (MH-2)."""
    return 0
