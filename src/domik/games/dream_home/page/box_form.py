"""What owners of Dream Home can correct: points and copies of rooms, furnishings, roofs, and the names of cards."""

from __future__ import annotations

from typing import Any

from domik.games.dream_home.page.entry_board import room_picture
from domik.kernel.box_form import NAME, BoxField, BoxSection, Entry, GameBoxForm, named_entry
from domik.kernel.drawing import Markup, Pen
from domik.kernel.phrase import Phrase

SCORES = ("one_colour", "mixed", "window", "comfort", "architect_comfort", "architect_empty", "designer")


def number(name: str, label: str, least: int = 0, most: int = 30) -> BoxField:
    return BoxField(tuple(name.split(".")), Phrase(f"box.{label}"), least=least, most=most)


def kind_fields(entry: Entry) -> tuple[BoxField, ...]:
    sizes = tuple(number(f"points.{n}", f"cards_{n}") for n in range(1, len(entry["points"]) + 1))
    beside = (number("beside_points", "beside_points"),) if "beside_points" in entry else ()
    return (*sizes, number("copies", "copies", 0, 60), *beside)


def draw_kind(pen: Pen, entry: Entry) -> Markup:
    return room_picture(entry["id"])


def draw_room(pen: Pen, entry: Entry) -> Markup:
    return room_picture(entry["kind"])


def fit(document: dict[str, Any]) -> None:
    """As many room cards of a kind as its copies: those that are missing are like the last of their kind."""
    rooms = document["rooms"]
    for kind in document["kinds"]:
        own = [place for place, room in enumerate(rooms) if room["kind"] == kind["id"]]
        for place in reversed(own[kind["copies"] :]):
            del rooms[place]
        taken = {room["id"] for room in rooms}
        free = (name for n in range(1, 200) if (name := f"{kind['id']}{n}") not in taken)
        for _ in range(kind["copies"] - len(own)):
            like = (
                dict(rooms[own[-1]].unwrap())
                if own
                else {"children": 0, "name": dict.fromkeys(("en", "ru", "pl"), kind["id"])}
            )
            rooms.append(like | {"id": next(free), "kind": kind["id"], "mark": "ours"})


FORM = GameBoxForm(
    (
        BoxSection(
            "kinds",
            Phrase("box.kinds"),
            lambda entry, number: Phrase(f"kind.{entry['id']}"),
            kind_fields,
            draw_kind,
            True,
        ),
        BoxSection(
            "furnishings",
            Phrase("box.furnishings"),
            lambda entry, _: Phrase(f"resource.{entry['id']}"),
            lambda entry: (number("points", "points"),),
        ),
        BoxSection(
            "roofs",
            Phrase("box.roofs"),
            lambda entry, _: Phrase(f"roof.{entry['colour']}"),
            lambda entry: (number("copies", "copies"), number("windows", "windows")),
        ),
        *(
            BoxSection(
                name,
                Phrase(f"box.{name}"),
                lambda entry, _: Phrase(f"resource.{entry['id']}"),
                lambda entry: (number("copies", "copies"),),
            )
            for name in ("tools", "helpers")
        ),
        BoxSection(
            "score",
            Phrase("box.score"),
            lambda entry, _: Phrase("box.score"),
            lambda entry: tuple(number(name, f"score_{name}") for name in SCORES),
        ),
        BoxSection(
            "rooms",
            Phrase("box.rooms"),
            named_entry,
            lambda entry: (BoxField(("name",), Phrase("box.name"), NAME), number("children", "children", 0, 2)),
            draw_room,
        ),
    ),
    fit,
)
