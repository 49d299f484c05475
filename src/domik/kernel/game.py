"""The protocol: what a game is to the kernel, the bots, the tables and the tests.

A state is one table of numbers in three compartments, `[open | own 0 | own 1 | ... | sealed]`:
open is what everybody may know, own what one seat alone knows, sealed what nobody knows yet.
A view is the same table with the foreign compartments cut out, so no game has a view function to get wrong.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.luck import Luck
from domik.kernel.style import Style

AWAITED: Final = 0  # table[AWAITED]: a mask of the seats that may act now; 0 when the game is over
ONLOOKER: Final = -1  # the seat of a view that sees the open compartment only
MOST_ACTIONS: Final = 63
HALF_TOP: Final[i64] = 0x2000000000000000  # half the top bit: mypyc keeps constants unboxed below 2**62


class Game:
    """One game with its options and number of seats: rules and no state."""

    def __init__(self, seats: i64, open_size: i64, own_size: i64, sealed_size: i64) -> None:
        self.seats: i64 = seats
        self.open_size: i64 = open_size
        self.own_size: i64 = own_size
        self.sealed_size: i64 = sealed_size
        self.size: i64 = open_size + seats * own_size + sealed_size
        self.longest: i64 = 0  # no game takes more actions than this

    def deal(self, luck: Luck) -> vec[i64]:
        """All that chance decides, in the order in which it comes into play."""
        raise NotImplementedError

    def start(self, deal: vec[i64]) -> vec[i64]:
        """The table before the first action."""
        raise NotImplementedError

    def legal(self, table: vec[i64], seat: i64) -> i64:
        """A mask of the actions open to an awaited seat; it must be the same on the seat's own view."""
        raise NotImplementedError

    def apply(self, table: vec[i64], seat: i64, action: i64) -> None:
        """Do one legal action (one bit); callers that cannot be sure it is legal use State.play."""
        raise NotImplementedError

    def score(self, table: vec[i64], seat: i64) -> i64:
        """Points so far as far as they are public, and the final points when the game is over."""
        raise NotImplementedError

    def winners(self, table: vec[i64]) -> i64:
        """A mask of the seats that won, ties broken by the rules; 0 while the game goes on."""
        raise NotImplementedError

    def imagine(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """A whole state that agrees with all that the seat has seen, every such state as likely as the next."""
        raise NotImplementedError

    def advise(self, view: vec[i64], seat: i64, action: i64) -> float:
        """A cheap judgement of one legal action: higher is better, comparable within one decision."""
        raise NotImplementedError

    def hunch(self, table: vec[i64], seat: i64, action: i64) -> float:
        """Like advise, but as cheap as can be: what players in a search's rollouts go by."""
        return self.advise(table, seat, action)

    def reflex(self, table: vec[i64], seat: i64, legal: i64, luck: Luck) -> i64:
        """One legal action, as a player in a rollout takes it without comparing; 0 leaves it to hunches."""
        return 0

    def alike(self, view: vec[i64], seat: i64, action: i64) -> i64:
        """What an action is, whatever its bit: actions of one decision with the same number come to the same.

        It should say the same in other worlds too (a room by its colour, not by its place in the hand).
        """
        return action

    def outlook(self, table: vec[i64], seat: i64) -> float:
        """About how many points the seat will have at the end: for searches that stop before it."""
        return float(self.score(table, seat))

    def tune(self, style: Style, effort: i64) -> None:
        """Set how a search thinks to what suits this game (effort 1: hard, 2: master); settings by hand go on top."""

    def glance(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """The view as a hasty player takes it in: some of it overlooked or forgotten, as people do."""
        return view

    def ponder(self, view: vec[i64], seat: i64, effort: i64, seconds: float, luck: Luck) -> i64:
        """An action found by the game's own solver at this level of effort (1 hard, 2 master); 0 when it has none.

        It ends after so many seconds of CPU time with what it has; 0 is no limit, and then luck alone decides.
        """
        return 0

    def own_at(self, seat: i64) -> i64:
        """Where a seat's own compartment begins."""
        return self.open_size + seat * self.own_size

    def sealed_at(self) -> i64:
        """Where the sealed compartment begins."""
        return self.open_size + self.seats * self.own_size


def view_of(game: Game, table: vec[i64], seat: i64) -> vec[i64]:
    """The table as one seat (or an onlooker) may see it: everything foreign is zero."""
    view = table[:]
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


def bit(n: i64) -> i64:
    """The mask of one bit. Never write `1 << n`: mypyc hands C a 32-bit 1, and from bit 31 on the answer is wrong."""
    half = HALF_TOP
    return (half + half) >> (62 - n)


def lowest(mask: i64) -> i64:
    """The number of the lowest bit of a mask that is not 0."""
    n: i64 = 0
    if not mask & 0xFFFFFFFF:
        mask >>= 32
        n = 32
    if not mask & 0xFFFF:
        mask >>= 16
        n += 16
    if not mask & 0xFF:
        mask >>= 8
        n += 8
    while not mask & 1:
        mask >>= 1
        n += 1
    return n


def count(mask: i64) -> i64:
    """How many bits a mask has."""
    n: i64 = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n
