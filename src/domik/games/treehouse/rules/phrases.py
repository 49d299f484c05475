"""Phrases for rooms, colours, change cards and places, and their element ids in drawings."""

from __future__ import annotations

from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.parts import COLOUR_NAMES, KIND_NAMES, Room
from domik.games.treehouse.rules.reading import Place
from domik.kernel.phrase import Phrase

PHASE_NAMES = ("pick", "place", "take", "lay", "choose", "over")
SIDE_NAMES = {-1: "left", 0: "middle", 1: "right"}


def colour_phrase(colour: int) -> Phrase:
    return Phrase(f"colour.{COLOUR_NAMES[colour]}")


def theme_phrase(colour: int) -> Phrase:
    """What the rooms of a colour are about, as its card says."""
    return Phrase(f"theme.{COLOUR_NAMES[colour]}")


def colour_words(colour: int) -> dict[str, Phrase]:
    """A colour's theme and its plain name, for screen readers."""
    return {"theme": theme_phrase(colour), "colour": colour_phrase(colour)}


def card_phrase(card: Room) -> Phrase:
    return Phrase(f"room.{card.id}", texts=card.names)


def room_phrase(match: TreehouseMatch, room: int) -> Phrase:
    return card_phrase(match.parts.rooms[room])


def kind_phrase(kind: int) -> Phrase:
    return Phrase(f"change.{KIND_NAMES[kind]}")


def place_phrase(place: Place) -> Phrase:
    return Phrase("place", {"level": place[0], "slot": place[1] + 1})


def side_phrase(lean: int) -> Phrase:
    """Which of its three spots the balance marker is on (TH-33)."""
    return Phrase(f"side.{SIDE_NAMES[lean]}")


def seat_phrase(seat: int) -> Phrase:
    """A player; the page inserts the name."""
    return Phrase("seat.named", {"seat": seat + 1})


def slot_id(place: Place) -> str:
    return f"slot-{place[0]}-{place[1] + 1}"


def change_id(kind: int) -> str:
    return f"change-{KIND_NAMES[kind]}"


def colour_id(colour: int) -> str:
    return f"colour-{COLOUR_NAMES[colour]}"
