"""What owners of the Treehouse can correct: secret tasks, two scoring changes, and the names of rooms."""

from __future__ import annotations

from domik.games.treehouse.page.entry_board import colour_picture
from domik.games.treehouse.rules.parts import COLOUR_NAMES
from domik.kernel.box_form import NAME, WORD, BoxField, BoxSection, Entry, GameBoxForm, named_entry
from domik.kernel.drawing import Markup, Pen
from domik.kernel.phrase import Phrase


def draw_colour(pen: Pen, name: str) -> Markup:
    return colour_picture(pen, COLOUR_NAMES.index(name), 20)


def task_fields(entry: Entry) -> tuple[BoxField, ...]:
    return tuple(
        one
        for shape in ("row", "triangle")
        for one in (
            *(
                BoxField(
                    (shape, "colours", str(place)),
                    Phrase("box.room_of_task", {"number": place}),
                    WORD,
                    COLOUR_NAMES,
                    lambda name: Phrase(f"colour.{name}"),
                    draw_colour,
                    group=Phrase(f"box.{shape}"),
                )
                for place in (1, 2, 3)
            ),
            BoxField((shape, "points"), Phrase("box.points"), most=9, group=Phrase(f"box.{shape}")),
        )
    )


FORM = GameBoxForm(
    (
        BoxSection(
            "tasks",
            Phrase("box.tasks"),
            lambda entry, number: Phrase("box.task", {"number": number}),
            task_fields,
            None,
            True,
        ),
        BoxSection(
            "changes",
            Phrase("box.changes"),
            lambda entry, number: Phrase("box.changes"),
            lambda entry: (
                BoxField(("fewest", "points"), Phrase("box.fewest"), most=9),
                BoxField(("most", "points_a_room"), Phrase("box.most"), most=9),
            ),
            None,
            True,
        ),
        BoxSection(
            "rooms",
            Phrase("box.rooms"),
            named_entry,
            lambda entry: (BoxField(("name",), Phrase("box.name"), NAME),),
            lambda pen, entry: draw_colour(pen, entry["colour"]),
        ),
    )
)
