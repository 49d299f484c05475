"""A real tree entered on a page: six colours are the whole picker, and only places with something under them ask."""

from __future__ import annotations

from domik.games.treehouse.page.entry_setup import SETUP
from domik.games.treehouse.page.layout import PHONE, TREE_CARDS
from domik.games.treehouse.page.rooms import card
from domik.games.treehouse.rules.entering import (
    BIRDHOUSE,
    change_names,
    entered_rooms,
    key_of_place,
    place_of_key,
)
from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.parts import COLOUR_NAMES, KIND_NAMES, LETTERS
from domik.games.treehouse.rules.phrases import kind_phrase, place_phrase, theme_phrase
from domik.games.treehouse.rules.reading import LEVELS, PLACES, places_below
from domik.games.treehouse.rules.state import COPIES, TASKS
from domik.kernel.drawing import NO_MARKUP, Markup, Pen
from domik.kernel.entering import EMPTY, TABLE, EnteredTable
from domik.kernel.entry_board import EntryChoice, EntryStep, GameEntryBoard, PlacesOnBoard, next_open
from domik.kernel.phrase import Phrase
from domik.web.board.element import tag

TREE = EntryStep(
    "tree",
    Phrase("entered.step_tree"),
    tuple(tuple(key_of_place(place) for place in PLACES if place[0] == level) for level in range(LEVELS, 1, -1)),
)
FROM_BELOW = tuple(key_of_place(place) for place in PLACES)
CARDS = EntryStep("cards", Phrase("entered.step_cards"), (COLOUR_NAMES, ("round",)), True, ("before",))
THEME_ICONS = ("dumbbell", "book-open", "flower-2", "sailboat", "clapperboard", "cookie")
TASK = EntryStep("task", Phrase("entered.step_task"), (("task",),))


def steps(match: TreehouseMatch) -> tuple[EntryStep, ...]:
    return (TREE, *((TASK,) if match.options["secret_tasks"] else ()), CARDS)


def ring(match: TreehouseMatch, table: EnteredTable, seat: int, step: EntryStep, after: str) -> str:
    """From below, left to right, only places with something under them (TH-31)."""
    if step is not TREE:
        return next_open(step.place_keys(), table.of(seat), after)
    entries = table.of(seat)
    keys = tuple(
        key
        for key, place in zip(FROM_BELOW, PLACES, strict=True)
        if all(below == (1, 0) or entries.get(key_of_place(below), EMPTY) != EMPTY for below in places_below(place))
    )
    start = FROM_BELOW.index(after) if after in FROM_BELOW else -1
    open_keys = [key for key in keys if key not in entries]
    return next((key for key in open_keys if FROM_BELOW.index(key) > start), open_keys[0] if open_keys else "")


def place_name(match: TreehouseMatch, key: str) -> Phrase:
    place = place_of_key(key)
    if place is not None:
        return place_phrase(place)
    return theme_phrase(COLOUR_NAMES.index(key)) if key in COLOUR_NAMES else Phrase(f"entered.place_{key}")


def lies_there(match: TreehouseMatch, table: EnteredTable, seat: int, key: str) -> Phrase | None:
    value = table.of(seat).get(key, EMPTY)
    if value in LETTERS:
        return theme_phrase(LETTERS.index(value))
    if value == BIRDHOUSE:
        return Phrase("birdhouse")
    if value in KIND_NAMES:
        return kind_phrase(KIND_NAMES.index(value))
    return None if value == EMPTY else Phrase("entered.plain", {"text": value})


def colour_picture(pen: Pen, colour: int, size: float) -> Markup:
    return tag("span", pen.mark_icon(COLOUR_NAMES[colour], size), class_=f"cp-hue c-{COLOUR_NAMES[colour]}")


def draw_place(match: TreehouseMatch, pen: Pen, table: EnteredTable, seat: int, key: str) -> Markup:
    value = table.of(seat).get(key, EMPTY)
    if key in COLOUR_NAMES:
        shown = {"nothing": "×0", "double": "×2", "most": "↑", "fewest": "↓", "plain": "✓"}.get(value, "×1")
        return tag(
            "span", colour_picture(pen, COLOUR_NAMES.index(key), 22), tag("b", pen.escape(shown)), class_="cp-pair"
        )
    if value in LETTERS:
        return colour_picture(pen, LETTERS.index(value), 24)
    if value == BIRDHOUSE:
        return pen.icon("birdhouse", 24)
    return tag("b", pen.escape(value)) if value != EMPTY else NO_MARKUP


def draw_on_board(match: TreehouseMatch, pen: Pen, table: EnteredTable, seat: int, key: str) -> Markup:
    """A room with the picture of its theme: which of the theme's rooms it is was not asked."""
    value = table.of(seat).get(key, EMPTY)
    if value not in LETTERS:
        return NO_MARKUP
    colour = LETTERS.index(value)
    return card(pen, colour, THEME_ICONS[colour], pen.say(theme_phrase(colour)), TREE_CARDS[PHONE])


ON_BOARD = PlacesOnBoard[TreehouseMatch]("at-", (PHONE.card_w, PHONE.card_h), draw_on_board)


def choices(
    match: TreehouseMatch, pen: Pen, table: EnteredTable, seat: int, step: EntryStep, key: str, narrowed: str
) -> tuple[EntryChoice, ...]:
    if not key:
        return ()
    if key == "round":
        return tuple(EntryChoice(Phrase("entered.plain", {"text": str(n)}), str(n)) for n in (1, 2, 3))
    if key == "task":
        return tuple(
            EntryChoice(Phrase("entered.task", {"task": n}), str(n), task_picture(match, pen, n - 1))
            for n in range(1, TASKS + 1)
        )
    if key in COLOUR_NAMES:
        kinds = tuple(EntryChoice(kind_phrase(KIND_NAMES.index(name)), name) for name in change_names(match))
        return (EntryChoice(Phrase("entered.no_change"), key=key), *kinds)
    used = [list(entered_rooms(one).values()) for one in table.seats]
    found = [
        EntryChoice(
            theme_phrase(colour),
            letter,
            colour_picture(pen, colour, 26),
            left=COPIES - sum(rooms.count(colour) for rooms in used),
        )
        for colour, letter in enumerate(LETTERS)
    ]
    if match.options["birdhouse"] and seat != TABLE and BIRDHOUSE not in table.of(seat).values():
        found.append(EntryChoice(Phrase("birdhouse"), BIRDHOUSE, pen.icon("birdhouse", 26)))
    return tuple(found)


def task_picture(match: TreehouseMatch, pen: Pen, number: int) -> Markup:
    """The colours of a task: its row, and the triangle with its top first."""
    task = match.parts.tasks[number]
    marks = [[colour_picture(pen, colour, 16) for colour in shown.colours] for shown in (task.row, task.triangle)]
    return tag("span", *[tag("span", *row, class_="cp-task") for row in marks], class_="cp-tasks")


def held_choices(
    match: TreehouseMatch, pen: Pen, table: EnteredTable, seat: int, narrowed: str
) -> tuple[EntryChoice, ...]:
    """The colours of the rooms in a hand."""
    return tuple(
        EntryChoice(theme_phrase(colour), letter, colour_picture(pen, colour, 26))
        for colour, letter in enumerate(LETTERS)
    )


def held_card(match: TreehouseMatch, pen: Pen, value: str) -> tuple[Phrase, Markup]:
    colour = LETTERS.index(value)
    return theme_phrase(colour), colour_picture(pen, colour, 22)


def number_picture(match: TreehouseMatch, pen: Pen, key: str) -> Markup:
    return colour_picture(pen, LETTERS.index(key), 22) if key in LETTERS else NO_MARKUP


BOARD = GameEntryBoard[TreehouseMatch](
    steps,
    ring,
    place_name,
    lies_there,
    draw_place,
    choices,
    held_choices=held_choices,
    held_card=held_card,
    secret_keys=("task", "row", "triangle"),  # TH-62
    setup=SETUP,
    on_board=ON_BOARD,
    number_picture=number_picture,
    long_numbers=("before",),
)
