"""What a seat may expect of a position, and a position that is to be judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from domik.bots.search import LEVELS
from domik.kernel.game import Game
from domik.kernel.luck import Luck, luck_of
from domik.kernel.mind import SearchConfig
from domik.kernel.record import number_of
from domik.kernel.state import State, View

ROLLOUT_PLAYER = "master"  # the bot whose style the seats of an imagined game have
ROLLOUT_GUIDE = 4  # moves sampled per rollout decision, where the game sets no other number


@dataclass(frozen=True)
class Value:
    """A seat's expectation: win chance, margin over the best other seat (solo: its points), and points."""

    chance: int = 0  # millionths
    margin: int = 0  # thousandths of a point
    points: int = 0  # thousandths of a point

    def __add__(self, other: Value) -> Value:
        return Value(self.chance + other.chance, self.margin + other.margin, self.points + other.points)

    def __sub__(self, other: Value) -> Value:
        return Value(self.chance - other.chance, self.margin - other.margin, self.points - other.points)

    def judged_value(self, by_points: bool) -> int:
        """The number by which decisions are judged: points in a solo game, else the win chance."""
        return self.points if by_points else self.chance


ZERO_VALUE = Value()


@dataclass
class DecisionPoint:
    """An unforced decision: what the seat knew, and what it could do."""

    number: int
    view: View
    true_state: State  # for hindsight only
    move_groups: list[list[int]]  # equivalent action numbers; in the played group, the played one first
    played: int  # index into move_groups


def view_numbers(view: View) -> list[int]:
    return [int(number) for number in view.numbers]


def position_luck(view: View, seed: str) -> Luck:
    """Random numbers for a position, derived only from the seed and from what the seat knows."""
    return luck_of(f"review {seed} {view.seat} {view_numbers(view)}")


def rollout_style(game: Game) -> SearchConfig:
    """How the seats of an imagined game play: as the master bot, with a cheap guide if it has none."""
    style = LEVELS[ROLLOUT_PLAYER].config_for(game)
    if not style.reflex and style.guide < 2:
        style.guide = ROLLOUT_GUIDE
    return style


def actions_in(mask: int) -> list[int]:
    """The actions of a mask, one bit each."""
    return [1 << number for number in range(mask.bit_length()) if mask >> number & 1]


def equivalent_moves(view: View) -> list[list[int]]:
    """The numbers of the legal actions, equivalent ones together."""
    groups: dict[int, list[int]] = {}
    for action in actions_in(int(view.legal())):
        groups.setdefault(int(view.equivalence(action)), []).append(number_of(action))
    return list(groups.values())


def group_of(groups: list[list[int]], number: int) -> int:
    """The index of the group that holds an action number; -1 if none does."""
    return next((at for at, group in enumerate(groups) if number in group), -1)


def iterate_to_end(work: Iterator[None]) -> None:
    """Do all of a piece of work that yields between its portions."""
    for _ in work:
        pass
