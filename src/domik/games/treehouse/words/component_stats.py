"""Component keys for play statistics: room colours, scoring changes and secret tasks."""

from __future__ import annotations

from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.parts import COLOUR_NAMES, KIND_NAMES
from domik.games.treehouse.rules.phrases import colour_phrase, kind_phrase
from domik.games.treehouse.rules.reading import colour_of, hand_of, phase_of, task_of, tree_of
from domik.games.treehouse.rules.state import PICK, TAKE
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.summaries import NOBODY, ComponentLabel


def component(match: TreehouseMatch, key: str) -> ComponentLabel:
    sort, _, name = key.partition(".")
    if sort == "colour":
        return ComponentLabel(sort, colour_phrase(COLOUR_NAMES.index(name)))
    if sort == "change":
        return ComponentLabel(sort, kind_phrase(KIND_NAMES.index(name)))
    return ComponentLabel(sort, Phrase("balance.task", {"number": int(name)}))


def taken_components(match: TreehouseMatch, view: View, action: int) -> tuple[str, ...]:
    """The colour of a room picked from the hand (TH-21), or a scoring change that is taken (TH-40)."""
    phase = phase_of(view)
    number = action.bit_length() - 1
    if phase == PICK:
        return (f"colour.{COLOUR_NAMES[colour_of(hand_of(view)[number])]}",)
    return (f"change.{KIND_NAMES[number]}",) if phase == TAKE else ()


def owned_components(match: TreehouseMatch, view: View, seat: int) -> set[str]:
    """The colours of which the seat has strictly the most rooms, and its revealed secret task (TH-62)."""
    found = set()
    trees = [tree_of(view, other) for other in range(match.seats)]
    for colour, name in enumerate(COLOUR_NAMES):
        rooms = [tree.count(colour) for tree in trees]
        if rooms[seat] > max(rooms[:seat] + rooms[seat + 1 :]):
            found.add(f"colour.{name}")
    task = task_of(view, seat)
    return found if task is None else found | {f"task.{task + 1}"}


def starting_seat(match: TreehouseMatch, view: View) -> int:
    """No seat starts: all choose at the same time (TH-21)."""
    return NOBODY
