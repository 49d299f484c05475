"""Goals of Cozy Cabin's lessons: predicates on the learner's own view before and after."""

from __future__ import annotations

from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.parts import RESOURCE_NAMES
from domik.games.cabin.rules.reading import CabinSeat, seat_of
from domik.games.cabin.rules.state import LIVES
from domik.kernel.package import LessonAttempt


def seats(attempt: LessonAttempt[CabinMatch]) -> tuple[CabinSeat, CabinSeat]:
    """Return the learner's seat at the start of the task, and now."""
    own = int(attempt.view.seat)
    return seat_of(attempt.before, own), seat_of(attempt.view, own)


def resource_gained(attempt: LessonAttempt[CabinMatch], resource: str) -> bool:
    """A die shows more than before (CC-12)."""
    before, now = seats(attempt)
    die = RESOURCE_NAMES.index(resource)
    return now.dice[die] > before.dice[die]


def built(attempt: LessonAttempt[CabinMatch]) -> bool:
    """A card was built beside the cabin (CC-11)."""
    before, now = seats(attempt)
    return sum(map(bool, now.places)) > sum(map(bool, before.places))


def planned(attempt: LessonAttempt[CabinMatch]) -> bool:
    """Planning is over and life in the forest begins (CC-19, CC-20)."""
    return attempt.view.is_over() or seats(attempt)[1].stage >= LIVES


GOALS = {goal.__name__: goal for goal in (resource_gained, built, planned)}
