"""Goals of Dream Home's lessons: predicates on the learner's own view."""

from __future__ import annotations

from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.reading import House, house_of, round_of
from domik.kernel.package import LessonAttempt


def houses(attempt: LessonAttempt[DreamHomeMatch]) -> tuple[House, House]:
    """The learner's house when the task began, and now."""
    seat, parts = int(attempt.view.seat), attempt.match.parts
    return house_of(parts, attempt.before, seat), house_of(parts, attempt.view, seat)


def face_up(house: House) -> int:
    """Number of face-up rooms."""
    return sum(not card.is_empty for card in house.cards.values())


def room_laid(attempt: LessonAttempt[DreamHomeMatch]) -> bool:
    """A room was laid face up (DH-20)."""
    before, now = houses(attempt)
    return face_up(now) > face_up(before)


def furnished(attempt: LessonAttempt[DreamHomeMatch]) -> bool:
    """A furnishing was placed in a room (DH-31)."""
    before, now = houses(attempt)
    return len(now.tokens()) > len(before.tokens())


def roof_taken(attempt: LessonAttempt[DreamHomeMatch]) -> bool:
    """A roof was added to the stack (DH-30)."""
    before, now = houses(attempt)
    return len(now.roofs()) > len(before.roofs())


def tool_used(attempt: LessonAttempt[DreamHomeMatch], tool: str) -> bool:
    """A tool from beside the house was used (DH-40, DH-43)."""
    before, now = houses(attempt)
    return now.count(tool) < before.count(tool)


def round_begins(attempt: LessonAttempt[DreamHomeMatch], number: int) -> bool:
    """The round of that number, counted from 1, has begun."""
    return round_of(attempt.view) >= number


GOALS = {goal.__name__: goal for goal in (room_laid, furnished, roof_taken, tool_used, round_begins)}
