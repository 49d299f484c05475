"""Goals of Bower's lessons: predicates on the learner's own view before and after."""

from __future__ import annotations

from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.reading import Nest, nest_of, phase_of
from domik.games.bower.rules.state import BONUS
from domik.kernel.package import LessonAttempt


def nests(attempt: LessonAttempt[BowerMatch]) -> tuple[Nest, Nest]:
    """Return the learner's nest at the start of the task, and now."""
    seat = int(attempt.view.seat)
    return nest_of(attempt.match, attempt.before, seat), nest_of(attempt.match, attempt.view, seat)


def laid(attempt: LessonAttempt[BowerMatch]) -> bool:
    """A tile was laid (BW-21)."""
    before, now = nests(attempt)
    return len(now.faces) > len(before.faces)


def group_of(attempt: LessonAttempt[BowerMatch], surface: str, cells: int) -> bool:
    """The largest connected group of a surface has this many cells (BW-51)."""
    return any(len(group) >= cells for group in nests(attempt)[1].groups(surface))


def column_holds(attempt: LessonAttempt[BowerMatch], column: int, ornament: str, number: int) -> bool:
    """A column has this many ornaments of a kind (BW-52)."""
    return nests(attempt)[1].column(column)[ornament] >= number


def bonus_offered(attempt: LessonAttempt[BowerMatch]) -> bool:
    """The learner may choose a bonus tile (BW-23)."""
    return attempt.view.is_awaited() and phase_of(attempt.view) == BONUS


GOALS = {goal.__name__: goal for goal in (laid, group_of, column_holds, bonus_offered)}
