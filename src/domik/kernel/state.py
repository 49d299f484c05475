"""A whole state and the views of it: the safe way to play, for everything but the fastest loops."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.errors import IllegalMove
from domik.kernel.game import AWAITED, SPECTATOR, Game, view_of
from domik.kernel.luck import Luck
from domik.kernel.mind import best_moves


@final
class View:
    """What one seat may know; with `seat` SPECTATOR, the open compartment only."""

    def __init__(self, game: Game, seat: i64, numbers: vec[i64]) -> None:
        self.game: Game = game
        self.seat: i64 = seat
        self.numbers: vec[i64] = numbers

    def awaited_seats(self) -> i64:
        """The mask of the seats that may act now."""
        return self.numbers[AWAITED]

    def is_awaited(self) -> bool:
        """Whether this seat may act now."""
        return self.seat >= 0 and (self.numbers[AWAITED] >> self.seat) & 1 == 1

    def legal(self) -> i64:
        """The mask of this seat's legal actions, 0 when it is not awaited."""
        if not self.is_awaited():
            return 0
        return self.game.legal(self.numbers, self.seat)

    def is_over(self) -> bool:
        return self.numbers[AWAITED] == 0

    def score(self, seat: i64) -> i64:
        """The public score so far; the final score once the game is over."""
        return self.game.score(self.numbers, seat)

    def score_move(self, action: i64) -> float:
        """The heuristic score of one legal action of this seat (Mind.score_move)."""
        return self.game.mind.score_move(self.numbers, self.seat, action)

    def best_moves(self, legal: i64) -> i64:
        """Those of the given actions with the highest heuristic score, as a mask."""
        return best_moves(self.game, self.numbers, self.seat, legal)

    def equivalence(self, action: i64) -> i64:
        """The equivalence class of an action of this seat (Mind.equivalence)."""
        return self.game.mind.equivalence(self.numbers, self.seat, action)

    def partial_view(self, luck: Luck) -> View:
        """The view as a careless player takes it in (Mind.partial_view)."""
        return View(self.game, self.seat, self.game.mind.partial_view(self.numbers, self.seat, luck))

    def solve(self, effort: i64, seconds: float, luck: Luck) -> i64:
        """The action found by the game's own solver, 0 when it has none (Mind.solve)."""
        return self.game.mind.solve(self.numbers, self.seat, effort, seconds, luck)


@final
class State:
    """All compartments of one game, hidden ones included: most packages may use views only (docs/architecture.md)."""

    def __init__(self, game: Game, numbers: vec[i64]) -> None:
        self.game: Game = game
        self.numbers: vec[i64] = numbers

    def copy(self) -> State:
        return State(self.game, self.numbers[:])

    def awaited_seats(self) -> i64:
        """The mask of the seats that may act now."""
        return self.numbers[AWAITED]

    def is_over(self) -> bool:
        return self.numbers[AWAITED] == 0

    def legal(self, seat: i64) -> i64:
        """The mask of the seat's legal actions, 0 when it is not awaited."""
        if seat < 0 or seat >= self.game.seats or not (self.numbers[AWAITED] >> seat) & 1:
            return 0
        return self.game.legal(self.numbers, seat)

    def play(self, seat: i64, action: i64) -> None:
        """Apply one action (one bit), or raise IllegalMove and change nothing."""
        if action <= 0 or action & (action - 1) or not action & self.legal(seat):
            raise IllegalMove(int(seat), int(action))
        self.game.apply(self.numbers, seat, action)

    def view(self, seat: i64 = SPECTATOR) -> View:
        """A copy of what the seat, or a spectator, may know."""
        return View(self.game, seat, view_of(self.game, self.numbers, seat))

    def score(self, seat: i64) -> i64:
        """The public score so far; the final score once the game is over."""
        return self.game.score(self.numbers, seat)

    def winners(self) -> i64:
        """The mask of the winning seats; 0 while the game goes on."""
        return self.game.winners(self.numbers)


def new_state(game: Game, luck: Luck) -> State:
    return State(game, game.start(game.deal(luck)))


def state_from_deal(game: Game, deal: list[i64]) -> State:
    """The state before the first action of a given deal."""
    return State(game, game.start(vec[i64](deal)))


def state_from(game: Game, numbers: list[i64]) -> State:
    """Rebuild a state from plain numbers, as a pickle keeps them."""
    return State(game, vec[i64](numbers))


def view_from(game: Game, seat: i64, numbers: list[i64]) -> View:
    """Rebuild a view from plain numbers, as sent between processes."""
    return View(game, seat, vec[i64](numbers))


def imagine_state(view: View, luck: Luck) -> State:
    """Sample a whole state consistent with everything the view's seat has seen."""
    return State(view.game, view.game.imagine(view.numbers, view.seat, luck))


def same_observation(one: State, other: State, seat: i64) -> bool:
    """Whether a seat sees the same in both states: the open compartment and its own."""
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
    """Whether a step changed the other seats' own compartments in the same way in two worlds."""
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
