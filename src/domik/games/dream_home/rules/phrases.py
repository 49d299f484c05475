"""Phrases for cards, resources and places."""

from __future__ import annotations

from domik.games.dream_home.rules.parts import Parts
from domik.games.dream_home.rules.reading import House, Place, market_resources, market_rooms
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View


def kind_phrase(id: str) -> Phrase:
    return Phrase(f"kind.{id}")


def name_phrase(parts: Parts, room: int) -> Phrase:
    card = parts.rooms[room]
    return Phrase(f"room.{card.id}", texts=card.names)


def card_phrase(parts: Parts, room: int) -> Phrase:
    """A room card: its kind and its own name."""
    return Phrase("card", {"kind": kind_phrase(parts.kind_of(room).id), "name": name_phrase(parts, room)})


def resource_phrase(parts: Parts, resource: int) -> Phrase:
    card = parts.resources[resource]
    if card.sort == "roof":
        return Phrase(f"roof_window.{card.id}" if card.window else f"roof.{card.id}")
    return Phrase(f"resource.{card.id}")


def cards_phrase(parts: Parts, room: int, resource: int | None) -> Phrase:
    """A column's two cards; the leftmost has the marker instead of a resource (DH-3)."""
    beside = Phrase("marker") if resource is None else resource_phrase(parts, resource)
    return Phrase("cards", {"card": card_phrase(parts, room), "resource": beside})


def column_args(parts: Parts, view: View, column: int) -> dict[str, Argument]:
    """Phrase arguments for a market column that still has its room."""
    room, resource = market_rooms(view)[column], market_resources(view)[column]
    assert room is not None
    return {"column": column + 1, "cards": cards_phrase(parts, room, resource)}


def card_at_phrase(house: House, place: Place) -> Phrase:
    """The card at a place of a house; a face-down one is not named (DH-25)."""
    card = house.cards[place]
    return Phrase("empty_room") if card.is_empty else card_phrase(house.parts, card.room)


def place_phrase(place: Place) -> Phrase:
    return Phrase(f"place.floor{place[0]}", {"column": place[1]})
