"""Themes: what a puzzle is about, as facts that hold on its position and can be checked there.

A theme compares the answer with the tempting move, which the game's own advice would play first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from domik.judge.thresholds import THOUSAND
from domik.judge.value import DecisionPoint, position_luck
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.record import action_of
from domik.kernel.state import View, imagine_state
from domik.puzzles.proof import puzzle_decision
from domik.puzzles.puzzle import PAR, Puzzle, PuzzleOption
from domik.reviews.report import ClausePoints
from domik.reviews.seat_history import NO_REASON, speaks_as_well

DENYING = "denying"  # takes more from a rival than it gives to the seat
PATIENCE = "patience"  # fewer points now
FORESIGHT = "foresight"  # none of the others: it shows only later
DENYING_POINTS = THOUSAND
# A reason for the answer of which nothing of the kind can be said of the tempting move
THEME_BY_REASON = {
    "reason.third_gem": "gems",
    "reason.one_to_none": "one",
    "reason.column_lead": "column",
    "reason.largest": "group",
    "reason.group": "group",
    "reason.wanted": "goals",
    "reason.gems": "gems",
    "reason.balance": "balance",
    "reason.opens": "room",
    "reason.beside": "beside",
    "reason.lead": "lead",
    "reason.level": "level",
    "reason.gain": "cards",
    "reason.gain_two": "cards",
    "reason.first": "first",
    "reason.roof": "roof",
    "reason.furnishes": "furnish",
    "reason.kept": "tools",
    "reason.room": "now",
    "reason.pass": "nothing",
}


@dataclass(frozen=True)
class ThemeFacts:
    """What themes look at: the position, and the proof's figures of the tempting move."""

    match: Match
    question: DecisionPoint  # `played` is the tempting move
    answer: int
    tempting: PuzzleOption | None

    @cached_property
    def reason_keys(self) -> tuple[set[str], set[str]]:
        """The kinds of reasons for the answer and for the tempting move."""
        view, groups = self.question.view, self.question.move_groups
        moves = self.answer, groups[self.question.played][0]
        best, tempting = ({one.key for one in self.match.reasons(view, action_of(move))} for move in moves)
        return best - {NO_REASON}, tempting

    @property
    def denied_points(self) -> int:
        """How much more the answer takes from a rival than it gives, in thousandths of a point."""
        searched = self.tempting.searched if self.tempting is not None else None
        return searched.denied - max(0, searched.lost_points) if searched is not None else 0

    def points_at_once(self) -> tuple[int, int]:
        """The seat's score right after the answer, and right after the tempting move."""
        view = self.question.view
        state = imagine_state(view, position_luck(view, "theme"))
        found = []
        for move in (self.answer, self.question.move_groups[self.question.played][0]):
            after = state.copy()
            after.play(view.seat, action_of(move))
            found.append(int(after.score(view.seat)))
        return found[0], found[1]

    @property
    def clause(self) -> str:
        """The clause that brings the answer most, where it brings more than anything else takes away; else ""."""
        rows: tuple[ClausePoints, ...] = self.tempting.clauses if self.tempting is not None else ()
        first = next((one for one in rows if one.clause), None)
        return first.clause if first is not None and first.points > 0 else ""


def facts_of(puzzle: Puzzle) -> ThemeFacts:
    """The facts of a puzzle of the kind CHOICE."""
    question = puzzle_decision(puzzle.state(), puzzle.seat, len(puzzle.moves))
    assert question is not None, puzzle.id
    tempting = puzzle.option(question.move_groups[question.played][0])
    return ThemeFacts(puzzle.record().match, question, puzzle.answer[0], tempting)


def is_denying(facts: ThemeFacts) -> bool:
    return facts.denied_points >= DENYING_POINTS


def is_patient(facts: ThemeFacts) -> bool:
    now, tempting = facts.points_at_once()
    return now < tempting


def reason_theme(theme: str) -> Callable[[ThemeFacts], bool]:
    keys = {key for key, named in THEME_BY_REASON.items() if named == theme}

    def holds(facts: ThemeFacts) -> bool:
        best, tempting = facts.reason_keys
        return bool(keys & best) and not keys & tempting

    return holds


THEMES: dict[str, Callable[[ThemeFacts], bool]] = {
    DENYING: is_denying,
    PATIENCE: is_patient,
    **{theme: reason_theme(theme) for theme in THEME_BY_REASON.values()},
}


def themes_in(facts: ThemeFacts) -> Iterator[str]:
    """All themes that hold, the most telling first."""
    found = False
    for theme, holds in THEMES.items():
        if holds(facts):
            found = True
            yield theme
    if facts.clause:
        found = True
        yield facts.clause
    if not found:
        yield FORESIGHT


def theme_of(puzzle: Puzzle) -> str:
    return PAR if puzzle.kind == PAR else next(themes_in(facts_of(puzzle)))


def theme_holds(puzzle: Puzzle) -> bool:
    """Whether the stored theme is true on the position."""
    return puzzle.theme == PAR if puzzle.kind == PAR else puzzle.theme in themes_in(facts_of(puzzle))


def differing_reason(puzzle: Puzzle) -> Phrase | None:
    """The first fact that speaks for the answer and less or not at all for the tempting move; None if there is none.

    Where the theme is such a fact, it comes first.
    """
    facts = facts_of(puzzle)
    question = facts.question
    told = differing_reasons(facts.match, question.view, facts.answer, question.move_groups[question.played][0])
    return min(told, key=lambda one: THEME_BY_REASON.get(one.key) != puzzle.theme, default=None)


def differing_reasons(match: Match, view: View, move: int, other: int) -> list[Phrase]:
    """The facts that speak for a move and less or not at all for another one."""
    said, against = (match.reasons(view, action_of(one)) for one in (move, other))
    return [one for one in said if one.key not in UNTOLD and not any(speaks_as_well(fact, one) for fact in against)]


UNTOLD = {NO_REASON, "reason.harm", "reason.pass"}  # nothing to be seen on the board
