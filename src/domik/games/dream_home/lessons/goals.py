"""Goals of Dream Home's lessons, each a question about the learner's own view."""

from __future__ import annotations

from domik.games.dream_home.rules.reading import House, house_of
from domik.games.dream_home.rules.state import ROUND
from domik.kernel.package import LessonAttempt


def houses(attempt: LessonAttempt) -> tuple[House, House]:
    """The learner's house when the task began, and now."""
    seat, parts = int(attempt.view.seat), attempt.match.parts
    return house_of(parts, attempt.before, seat), house_of(parts, attempt.view, seat)


def face_up(house: House) -> int:
    """How many rooms lie face up."""
    return sum(not card.is_empty for card in house.cards.values())


def room_laid(attempt: LessonAttempt) -> bool:
    """A room was laid face up (DH-20)."""
    before, now = houses(attempt)
    return face_up(now) > face_up(before)


def furnished(attempt: LessonAttempt) -> bool:
    """A furnishing found its room (DH-31)."""
    before, now = houses(attempt)
    return len(now.tokens()) > len(before.tokens())


def roof_taken(attempt: LessonAttempt) -> bool:
    """A roof went on the stack (DH-30)."""
    before, now = houses(attempt)
    return len(now.roofs()) > len(before.roofs())


def tool_used(attempt: LessonAttempt, tool: str) -> bool:
    """A tool that lay beside the house has done its work (DH-40, DH-43)."""
    before, now = houses(attempt)
    return now.count(tool) < before.count(tool)


def round_begins(attempt: LessonAttempt, number: int) -> bool:
    """A round has begun, counted from 1."""
    return int(attempt.view.numbers[ROUND]) >= number


GOALS = {goal.__name__: goal for goal in (room_laid, furnished, roof_taken, tool_used, round_begins)}
