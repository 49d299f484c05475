"""An attempt: what a learner did since a task began, as the goal of a lesson judges it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domik.kernel.state import View
    from domik.kernel.title import Match


@dataclass(frozen=True)
class Attempt:
    """Both views are the learner's own, so that no goal can give away what the learner may not know."""

    match: Match
    before: View  # when the task began
    view: View  # now
    played: tuple[str, ...] = ()  # the learner's moves in between, as they are written
