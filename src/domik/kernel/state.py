"""A whole state and the views it gives: the safe way to play, for everything but the fastest loops.

Interpreted code works with State and View and never hands bare numbers to a compiled function: mypyc's entry from
interpreted code forgets to release a vec argument, so every such call would leak them. Numbers that must come in
from outside come in as `object` (docs/decisions/0008).
"""

from __future__ import annotations

from typing import cast, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.errors import IllegalMove
from domik.kernel.game import AWAITED, SPECTATOR, Game, view_of
from domik.kernel.luck import Luck
from domik.kernel.mind import best_moves


@final
class View:
    """What one seat may know; `seat` is ONLOOKER for those who see the open compartment only."""

    def __init__(self, game: Game, seat: i64, numbers: object) -> None:
        self.game: Game = game
        self.seat: i64 = seat
        self.numbers: vec[i64] = cast("vec[i64]", numbers)

    def awaited_seats(self) -> i64:
        """A mask of the seats that may act now."""
        return self.numbers[AWAITED]

    def is_awaited(self) -> bool:
        """Whether it is this seat's turn."""
        return self.seat >= 0 and (self.numbers[AWAITED] >> self.seat) & 1 == 1

    def legal(self) -> i64:
        """A mask of this seat's actions, 0 when it is not awaited."""
        if not self.is_awaited():
            return 0
        return self.game.legal(self.numbers, self.seat)

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.numbers[AWAITED] == 0

    def score(self, seat: i64) -> i64:
        """Points so far as far as they are public; final once the game is over."""
        return self.game.score(self.numbers, seat)

    def score_move(self, action: i64) -> float:
        """The game's cheap judgement of one legal action of this seat."""
        return self.game.mind.score_move(self.numbers, self.seat, action)

    def best_moves(self, legal: i64) -> i64:
        """Those of some legal actions of this seat that the game's advice likes best, as a mask."""
        return best_moves(self.game, self.numbers, self.seat, legal)

    def equivalence(self, action: i64) -> i64:
        """What an action of this seat is, whatever its bit."""
        return self.game.mind.equivalence(self.numbers, self.seat, action)

    def partial_view(self, luck: Luck) -> View:
        """The view as a hasty player takes it in."""
        return View(self.game, self.seat, self.game.mind.partial_view(self.numbers, self.seat, luck))

    def solve(self, effort: i64, seconds: float, luck: Luck) -> i64:
        """An action found by the game's own solver, 0 when it has none."""
        return self.game.mind.solve(self.numbers, self.seat, effort, seconds, luck)


@final
class State:
    """All three compartments of one game; only kernel, games, table, sim and review may hold one."""

    def __init__(self, game: Game, numbers: object) -> None:
        self.game: Game = game
        self.numbers: vec[i64] = cast("vec[i64]", numbers)

    def copy(self) -> State:
        """The same state on its own."""
        return State(self.game, self.numbers[:])

    def awaited_seats(self) -> i64:
        """A mask of the seats that may act now."""
        return self.numbers[AWAITED]

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.numbers[AWAITED] == 0

    def legal(self, seat: i64) -> i64:
        """A mask of the seat's actions, 0 when it is not awaited."""
        if seat < 0 or seat >= self.game.seats or not (self.numbers[AWAITED] >> seat) & 1:
            return 0
        return self.game.legal(self.numbers, seat)

    def play(self, seat: i64, action: i64) -> None:
        """Do one action, or raise IllegalMove and change nothing."""
        if action <= 0 or action & (action - 1) or not action & self.legal(seat):
            raise IllegalMove(int(seat), int(action))
        self.game.apply(self.numbers, seat, action)

    def view(self, seat: i64 = SPECTATOR) -> View:
        """A copy of what the seat, or an onlooker, may know."""
        return View(self.game, seat, view_of(self.game, self.numbers, seat))

    def score(self, seat: i64) -> i64:
        """Points so far; final once the game is over."""
        return self.game.score(self.numbers, seat)

    def winners(self) -> i64:
        """A mask of the winning seats; 0 while the game goes on."""
        return self.game.winners(self.numbers)


def new_state(game: Game, luck: Luck) -> State:
    """A freshly dealt game."""
    return State(game, game.start(game.deal(luck)))


def state_from_deal(game: Game, deal: list[i64]) -> State:
    """The state before the first action of a known deal."""
    return State(game, game.start(vec[i64](deal)))


def view_from(game: Game, seat: i64, numbers: list[i64]) -> View:
    """A view that travelled between processes as plain numbers."""
    return View(game, seat, vec[i64](numbers))


def imagine_state(view: View, luck: Luck) -> State:
    """A whole state that agrees with everything the view's seat has seen."""
    return State(view.game, view.game.imagine(view.numbers, view.seat, luck))


def same_observation(one: State, other: State, seat: i64) -> bool:
    """Whether a seat sees the same in both: the open compartment and its own."""
    game, here, there = one.game, one.numbers, other.numbers
    own = game.own_at(seat)
    for k in range(game.open_size):
        if here[k] != there[k]:
            return False
    for k in range(own, own + game.own_size):  # noqa: SIM110 - no generators where it is compiled
        if here[k] != there[k]:
            return False
    return True


def same_private_changes(before: State, after: State, world: State, then: State, seat: i64) -> bool:
    """Whether a step changed the same, and to the same, in all other seats' own compartments of two worlds."""
    game = before.game
    old, new, old_there, new_there = before.numbers, after.numbers, world.numbers, then.numbers
    for other in range(game.seats):
        if other == seat:
            continue
        own = game.own_at(other)
        for k in range(own, own + game.own_size):
            changed = old[k] != new[k]
            if changed != (old_there[k] != new_there[k]) or (changed and new[k] != new_there[k]):
                return False
    return True
