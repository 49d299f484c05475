"""The rules protocol: what a game provides to the kernel, the bots, the tables and the tests.

A state is one row of numbers in three compartments, `[open | own 0 | own 1 | ... | sealed]`: open is known to all,
own to one seat alone, sealed to no one yet. A view is the same row with the other compartments zeroed, so no game has
a view function to get wrong.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from domik.kernel.luck import Luck
from domik.kernel.mind import Mind
from domik.kernel.pure_bits import lowest as plain_lowest

AWAITED: Final = 0  # numbers[AWAITED]: mask of the seats that may act now; 0 when the game is over
SPECTATOR: Final = -1  # the seat of a view that sees the open compartment only
MOST_ACTIONS: Final = 63
HALF_TOP: Final[i64] = 0x2000000000000000  # half the top bit: mypyc keeps constants unboxed below 2**62


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """The rules of one game with fixed options and number of seats; stateless."""

    def __init__(self, seats: i64, open_size: i64, own_size: i64, sealed_size: i64) -> None:
        self.seats: i64 = seats
        self.open_size: i64 = open_size
        self.own_size: i64 = own_size
        self.sealed_size: i64 = sealed_size
        self.size: i64 = open_size + seats * own_size + sealed_size
        self.max_moves: i64 = 0  # upper bound on the actions of one game
        self.mind: Mind = Mind(self)  # heuristics for bots; games replace it with their own

    def deal(self, luck: Luck) -> vec[i64]:
        """Everything that chance decides, in the order in which it comes into play."""
        raise NotImplementedError

    def start(self, deal: vec[i64]) -> vec[i64]:
        """The state before the first action."""
        raise NotImplementedError

    def legal(self, numbers: vec[i64], seat: i64) -> i64:
        """The mask of legal actions of an awaited seat; must be the same when computed from that seat's view."""
        raise NotImplementedError

    def apply(self, numbers: vec[i64], seat: i64, action: i64) -> None:
        """Apply one legal action (one bit) in place; use State.play for actions that may be illegal."""
        raise NotImplementedError

    def score(self, numbers: vec[i64], seat: i64) -> i64:
        """The public score so far; the final score once the game is over."""
        raise NotImplementedError

    def winners(self, numbers: vec[i64]) -> i64:
        """The mask of the winning seats, ties broken by the rules; 0 while the game goes on."""
        raise NotImplementedError

    def imagine(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """Sample a whole state consistent with all that the seat has seen, uniformly among such states."""
        raise NotImplementedError

    def own_at(self, seat: i64) -> i64:
        """Index where a seat's own compartment begins."""
        return self.open_size + seat * self.own_size

    def sealed_at(self) -> i64:
        """Index where the sealed compartment begins."""
        return self.open_size + self.seats * self.own_size


def view_of(game: Game, numbers: vec[i64], seat: i64) -> vec[i64]:
    """A copy of the state as a seat (or SPECTATOR) may see it: all other compartments are zero."""
    view = numbers[:]
    kept_from: i64 = game.open_size
    kept_to: i64 = game.open_size
    if seat >= 0:
        kept_from = game.open_size + seat * game.own_size
        kept_to = kept_from + game.own_size
    for at in range(game.open_size, kept_from):
        view[at] = 0
    for at in range(kept_to, game.size):
        view[at] = 0
    return view


def copy_into(target: vec[i64], at: i64, numbers: vec[i64], first: i64, size: i64) -> None:
    """Copy `size` numbers from one row to another; a memory copy in the compiled build (tools/generated_c.py)."""
    for k in range(size):
        target[at + k] = numbers[first + k]


def bit(n: i64) -> i64:
    """The mask with bit n set. Never write `1 << n`: mypyc hands C a 32-bit 1, which is wrong from bit 31 on."""
    half = HALF_TOP
    return (half + half) >> (62 - n)


def lowest(mask: i64) -> i64:
    """The index of the lowest set bit of a mask that is not 0."""
    return count((mask & -mask) - 1)


def count(mask: i64) -> i64:
    """The number of set bits; C compilers recognise this loop and emit one popcount instruction."""
    n: i64 = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def to_vec(numbers: list[int]) -> vec[i64]:
    """Plain integers as a row: a vec takes a list of i64 only."""
    row: list[i64] = []
    for number in numbers:
        row.append(number)
    return vec[i64](row)


if __file__.endswith((".py", ".pyc")):  # interpreted: Python's integer methods are faster than the loops
    globals().update(lowest=plain_lowest, count=int.bit_count, bit=(1).__lshift__)
