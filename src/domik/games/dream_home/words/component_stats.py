"""Component keys for play statistics: kinds of room, roofs, tools, helpers and furnishings."""

from __future__ import annotations

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.parts import Parts
from domik.games.dream_home.rules.phrases import resource_phrase
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.summaries import ComponentLabel


def component(match: Match, key: str) -> ComponentLabel:
    sort, _, name = key.partition(".")
    if sort == "room":
        return ComponentLabel(sort, Phrase(f"kind.{name}"))
    number = next(k for k, card in enumerate(match.parts.resources) if (card.sort, card.id) == (sort, name))
    return ComponentLabel(sort, resource_phrase(match.parts, number))


def room_key(parts: Parts, room: int) -> str:
    return f"room.{parts.kind_of(room).id}"


def resource_key(parts: Parts, resource: int) -> str:
    card = parts.resources[resource]
    return f"{card.sort}.{card.id}"


def taken_components(match: Match, view: View, action: int) -> tuple[str, ...]:
    """The room and the resource of a column (DH-13)."""
    column = action.bit_length() - 1
    if int(view.numbers[at.PHASE]) != at.TURN or column >= at.COLUMNS:
        return ()
    room, resource = int(view.numbers[at.MARKET_ROOMS + column]), int(view.numbers[at.MARKET_RESOURCES + column])
    found = (room_key(match.parts, room - 1),) if room else ()
    return (*found, resource_key(match.parts, resource - 1)) if resource else found


def owned_components(match: Match, view: View, seat: int) -> set[str]:
    """The kinds of the face-up rooms, and all resources in or beside the house."""
    base = at.SEAT + at.SEAT_SIZE * seat
    numbers = view.numbers
    found = {f"room.{kind.id}" for k, kind in enumerate(match.parts.kinds) if numbers[base + at.SAME + k]}
    beside = int(numbers[base + at.HELD]) | int(numbers[base + at.GARDEN])
    found |= {resource_key(match.parts, k) for k in range(at.RESOURCES) if beside >> k & 1}
    tokens = (int(numbers[base + at.HOUSE + cell]) >> at.TOKEN_SHIFT for cell in range(at.CELLS))
    return found | {resource_key(match.parts, token - 1) for token in tokens if 0 < token <= at.RESOURCES}


def starting_seat(match: Match, view: View) -> int:
    """The seat that has the marker in the first round (DH-11)."""
    return int(view.numbers[at.FIRST])
