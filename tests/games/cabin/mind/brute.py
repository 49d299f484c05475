"""The best plan of a late position by trying everything, with nothing but the rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from domik.games.cabin.mind.solver.plan import PlanGoal
from domik.kernel.state import State

NONE = -1


class TooMany(Exception):
    """The position is not late enough."""


@dataclass
class Brute:
    """Every line of play of one seat from a position; positions met again are remembered."""

    goal: PlanGoal
    most: int  # positions that may be looked at
    known: dict[tuple[int, ...], tuple[int, int]] = field(default_factory=dict)

    def best(self, state: State) -> tuple[int, int]:
        """The most points of a plan whose cabin fits, and of any plan; NONE when there is none."""
        if not int(state.awaited_seats()) >> self.goal.seat & 1:
            points = self.goal.points(state)
            return points if self.goal.fits(state) else NONE, points
        key = tuple(state.numbers)
        if key not in self.known:
            if len(self.known) >= self.most:
                raise TooMany
            self.known[key] = NONE, NONE  # no line of play comes back
            fitting, any_plan = NONE, NONE
            legal = int(state.legal(self.goal.seat))
            while legal:
                after = state.copy()
                after.play(self.goal.seat, legal & -legal)
                fits, points = self.best(after)
                fitting, any_plan = max(fitting, fits), max(any_plan, points)
                legal &= legal - 1
            self.known[key] = fitting, any_plan
        return self.known[key]
