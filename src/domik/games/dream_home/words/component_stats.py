"""Component keys for play statistics: kinds of room, roofs, tools, helpers and furnishings."""

from __future__ import annotations

from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.parts import Parts
from domik.games.dream_home.rules.phrases import resource_phrase
from domik.games.dream_home.rules.reading import first_seat, house_of, market_resources, market_rooms, phase_name
from domik.games.dream_home.rules.state import CAR, COLUMNS
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.summaries import ComponentLabel


def component(match: DreamHomeMatch, key: str) -> ComponentLabel:
    sort, _, name = key.partition(".")
    if sort == "room":
        return ComponentLabel(sort, Phrase(f"kind.{name}"))
    number = next(k for k, card in enumerate(match.parts.resources) if (card.sort, card.id) == (sort, name))
    return ComponentLabel(sort, resource_phrase(match.parts, number))


def resource_key(parts: Parts, resource: int) -> str:
    card = parts.resources[resource]
    return f"{card.sort}.{card.id}"


def taken_components(match: DreamHomeMatch, view: View, action: int) -> tuple[str, ...]:
    """The room and the resource of a column (DH-13)."""
    column = action.bit_length() - 1
    if phase_name(view) != "turn" or column >= COLUMNS:
        return ()
    room, resource = market_rooms(view)[column], market_resources(view)[column]
    found = () if room is None else (f"room.{match.parts.kind_of(room).id}",)
    return found if resource is None else (*found, resource_key(match.parts, resource))


def owned_components(match: DreamHomeMatch, view: View, seat: int) -> set[str]:
    """The kinds of the face-up rooms, and all resources in or beside the house."""
    parts, house = match.parts, house_of(match.parts, view, seat)
    found = {f"room.{parts.kind_of(card.room).id}" for card in house.cards.values() if not card.is_empty}
    tokens = [card.token for card in house.cards.values() if card.token is not None and card.token != CAR]
    return found | {resource_key(parts, resource) for resource in (*house.held, *house.garden, *tokens)}


def starting_seat(match: DreamHomeMatch, view: View) -> int:
    """The seat that has the marker in the first round (DH-11)."""
    return first_seat(view)
