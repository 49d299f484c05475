"""A sitting: one game at this terminal, with its record and a stream of luck for every bot."""

from __future__ import annotations

import time
from typing import Any

from domik.cli.screen import Entry
from domik.kernel.luck import luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.record import Move, Record, action_of, number_of, numbers_in
from domik.kernel.sketch import Say
from domik.kernel.state import View
from domik.kernel.tally import Event
from domik.kernel.title import Match
from domik.table.course import Course
from domik.table.log import lines_of
from domik.table.undo import last_chosen, objection


class Sitting:
    """Who plays, and how the game goes."""

    def __init__(self, match: Match, seed: str, players: list[str]) -> None:
        self.match = match
        self.seed = seed
        self.players = players
        self.extra: dict[str, Any] = {}  # what the record says besides
        luck = luck_of(seed).stream(0)
        self.course = Course(match)
        self.course.start([int(item) for item in match.game.deal(luck)])
        self.lucks = [luck.split() for _ in range(match.seats)]  # a stream a seat, for its bot
        self.began = time.monotonic()

    @property
    def moves(self) -> int:
        """How many were made."""
        return len(self.course.moves)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.course.is_over

    def view(self, seat: int) -> View:
        """What a seat may know."""
        return self.course.view(seat)

    def onlooker(self) -> View:
        """What everybody may know."""
        return self.course.view()

    def awaited(self) -> list[int]:
        """The seats that may act now."""
        return [seat for seat in range(self.match.seats) if self.course.awaits(seat)]

    def record(self) -> Record:
        """The game so far."""
        course = self.course
        return Record(self.match, course.deal, self.players, list(course.moves), self.seed, self.extra)

    def play(self, seat: int, action: int) -> None:
        """Do one action; the only one there is counts as nobody's choice, whoever typed it."""
        legal = self.course.legal(seat)
        at = int(1000 * (time.monotonic() - self.began))
        self.course.happen(Move(seat, number_of(action), at), auto=not legal & (legal - 1))

    def events(self, since: int = 0) -> list[Event]:
        """What everybody saw from a move on."""
        return [told.event for told in lines_of(self.course, self.course.log.lines_up_to(since))]

    def take_back(self, seat: int) -> Phrase | None:
        """Take back the seat's last choice and what was forced after it, or say why not and change nothing."""
        why = objection(self.course, seat)
        number = last_chosen(self.course, seat)
        if why is not None or number is None:
            return why
        self.course.go_back(number)
        return None


def actions_in(legal: int) -> list[int]:
    """The one-bit actions of a mask, lowest first."""
    return [action_of(number) for number in numbers_in(legal)]


def written(match: Match, view: View) -> dict[str, int]:
    """The legal moves by notation; those that name no place or card (putting aside, passing) come last."""
    pairs = [(match.write(view, action), action) for action in actions_in(int(view.legal()))]
    return dict(sorted(pairs, key=lambda pair: not any(letter.isdigit() for letter in pair[0])))


def entries(match: Match, view: View, say: Say) -> list[Entry]:
    """The same moves numbered, with their words."""
    return [
        (str(number), notation, say(match.describe(view, action)))
        for number, (notation, action) in enumerate(written(match, view).items(), 1)
    ]
