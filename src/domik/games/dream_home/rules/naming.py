"""What Dream Home's things are called: phrases for cards, resources and places."""

from __future__ import annotations

from domik.games.dream_home.rules.parts import Parts
from domik.games.dream_home.rules.reading import Place
from domik.kernel.phrase import Phrase


def kind_phrase(id: str) -> Phrase:
    """A kind of room."""
    return Phrase(f"kind.{id}")


def name_phrase(parts: Parts, room: int) -> Phrase:
    """A room card's own name."""
    card = parts.rooms[room]
    return Phrase(f"room.{card.id}", texts=card.names)


def card_phrase(parts: Parts, room: int) -> Phrase:
    """A room card: its kind and its own name."""
    return Phrase("card", {"kind": kind_phrase(parts.kind_of(room).id), "name": name_phrase(parts, room)})


def resource_phrase(parts: Parts, resource: int) -> Phrase:
    """A resource card."""
    card = parts.resources[resource]
    if card.sort == "roof":
        return Phrase(f"roof_window.{card.id}" if card.window else f"roof.{card.id}")
    return Phrase(f"resource.{card.id}")


def cards_phrase(parts: Parts, room: int, resource: int | None) -> Phrase:
    """A column's two cards; the leftmost has the marker instead of a resource (DH-3)."""
    beside = Phrase("marker") if resource is None else resource_phrase(parts, resource)
    return Phrase("cards", {"card": card_phrase(parts, room), "resource": beside})


def place_phrase(place: Place) -> Phrase:
    """A cell of the house."""
    return Phrase(f"place.floor{place[0]}", {"column": place[1]})
