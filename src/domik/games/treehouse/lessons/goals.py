"""Goals of Treehouse's lessons: predicates on the learner's own view."""

from __future__ import annotations

from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.parts import COLOUR_NAMES
from domik.games.treehouse.rules.reading import Tree, adjacent_places, colour_of, phase_of, round_of, task_of, tree_of
from domik.games.treehouse.rules.scoring import has_row, has_triangle
from domik.games.treehouse.rules.state import CHOOSE, LAY, TAKE
from domik.kernel.package import LessonAttempt


def own_tree(attempt: LessonAttempt[TreehouseMatch]) -> Tree:
    return tree_of(attempt.view, int(attempt.view.seat))


def built(attempt: LessonAttempt[TreehouseMatch]) -> bool:
    """A room was built since the task began (TH-22)."""
    before = tree_of(attempt.before, int(attempt.before.seat))
    return len(own_tree(attempt).rooms()) > len(before.rooms())


def straight(attempt: LessonAttempt[TreehouseMatch]) -> bool:
    """The balance marker is in the middle after building (TH-33)."""
    return built(attempt) and own_tree(attempt).balance() == 0


def together(attempt: LessonAttempt[TreehouseMatch], colour: str, rooms: int) -> bool:
    """At least `rooms` rooms of a colour, each touching another of them (TH-32)."""
    wanted = COLOUR_NAMES.index(colour)
    places = {place for place, room in own_tree(attempt).rooms().items() if colour_of(room) == wanted}
    return len(places) >= rooms and all(places & set(adjacent_places(place)) for place in places)


def scoring(attempt: LessonAttempt[TreehouseMatch]) -> bool:
    """The round is being scored and the learner is to act (TH-40, TH-43)."""
    return attempt.view.is_awaited() and phase_of(attempt.view) in (TAKE, LAY, CHOOSE)


def round_begins(attempt: LessonAttempt[TreehouseMatch], number: int) -> bool:
    """The round of that number, counted from 1, has begun."""
    return round_of(attempt.view) + 1 >= number


def birdhouse_up(attempt: LessonAttempt[TreehouseMatch]) -> bool:
    """The birdhouse is built (TH-61)."""
    return own_tree(attempt).birdhouse is not None


def task_stands(attempt: LessonAttempt[TreehouseMatch]) -> bool:
    """The tree shows a pattern of the secret task (TH-62)."""
    task = task_of(attempt.view, int(attempt.view.seat))
    if task is None:
        return False
    card, tree = attempt.match.parts.tasks[task], own_tree(attempt)
    return has_row(tree, card.row) or has_triangle(tree, card.triangle)


GOALS = {goal.__name__: goal for goal in (built, straight, together, scoring, round_begins, birdhouse_up, task_stands)}
