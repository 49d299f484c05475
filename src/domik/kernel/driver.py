"""A bout: one game driven from outside, by code that is shown only what a seat may see.

Players that the kernel knows (random, greedy) can sit inside: they act at once in compiled code, so that whoever drives
the bout is asked for the other seats only. Of seats that choose at the same time the lowest is asked first.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.errors import IllegalMove
from domik.kernel.game import AWAITED, MOST_ACTIONS, Game, bit, lowest, view_of
from domik.kernel.luck import Luck
from domik.kernel.mind import best_moves
from domik.kernel.playout import GREEDY
from domik.kernel.state import State, View

EXTERNAL: Final = -1  # a seat whose decisions come from outside
NOBODY: Final = -1  # the seat to act when the game is over
NO_NUMBERS: Final = vec[i64]([0])


@final
class GameDriver:
    """One game, its whole state kept to itself."""

    def __init__(self, game: Game, players: list[i64]) -> None:
        self.game: Game = game
        self.player_order: vec[i64] = vec[i64](players)  # RANDOM, GREEDY or OUTSIDE, the first on seat `turn`
        self.players: vec[i64] = self.player_order[:]  # the same seat by seat
        self.has_internal: bool = has_internal_players(self.players)
        self.luck: Luck = Luck(1, 1, 1, 1)
        self.player_lucks: list[Luck] = []  # of the players inside, one a seat
        self.numbers: vec[i64] = NO_NUMBERS
        self.seat: i64 = NOBODY  # who is to act
        self.legal: i64 = 0  # a mask of what that seat may do
        self.moves: i64 = 0  # actions taken so far, by everybody

    def begin(self, luck: Luck, turn: i64 = 0) -> None:
        """A fresh game; the first of the players sits on seat `turn`, the others clockwise from there."""
        deal = self.game.deal(luck)
        self.luck = luck
        self.seat_players(turn)
        self.start(deal)

    def begin_from_deal(self, deal: list[i64], luck: Luck) -> None:
        """The game of a known deal."""
        self.luck = luck
        self.seat_players(0)
        self.start(vec[i64](deal))

    def seat_players(self, turn: i64) -> None:
        """Seat the players and give each of those inside a stream of luck."""
        if not self.has_internal:
            return
        seats = self.game.seats
        for player in range(seats):
            self.players[(player + turn) % seats] = self.player_order[player]
        self.player_lucks = []
        for _again in range(seats):
            self.player_lucks.append(self.luck.split())

    def start(self, deal: vec[i64]) -> None:
        """Lay out the deal and let whoever sits inside begin."""
        self.numbers = self.game.start(deal)
        self.moves = 0
        self.advance()

    def advance(self) -> None:
        """Let the players inside act until somebody outside is to act, or the game is over."""
        game = self.game
        numbers = self.numbers
        awaited = numbers[AWAITED]
        while awaited:
            seat = lowest(awaited)
            legal = game.legal(numbers, seat)
            if not self.has_internal or self.players[seat] == EXTERNAL:
                self.seat = seat
                self.legal = legal
                return
            if self.players[seat] == GREEDY:
                legal = best_moves(game, view_of(game, numbers, seat), seat, legal)
            game.apply(numbers, seat, self.player_lucks[seat].bit_of(legal))
            self.moves += 1
            awaited = numbers[AWAITED]
        self.seat = NOBODY
        self.legal = 0

    def act(self, action: i64) -> None:
        """Do a legal action (one bit) of the seat to act; callers that cannot be sure it is legal use `play`."""
        self.game.apply(self.numbers, self.seat, action)
        self.moves += 1
        self.advance()

    def play(self, seat: i64, number: i64) -> None:
        """Do the action of this number for an awaited seat, or raise IllegalMove and change nothing."""
        if number < 0 or number >= MOST_ACTIONS or not (self.legal_of(seat) >> number) & 1:
            raise IllegalMove(int(seat), int(number))
        self.game.apply(self.numbers, seat, bit(number))
        self.moves += 1
        self.advance()

    def legal_of(self, seat: i64) -> i64:
        """A mask of what a seat may do now, 0 when it is not awaited."""
        if seat == self.seat:
            return self.legal
        if seat < 0 or seat >= self.game.seats or not (self.numbers[AWAITED] >> seat) & 1:
            return 0
        return self.game.legal(self.numbers, seat)

    def awaited_seats(self) -> i64:
        """A mask of the seats that may act now, 0 when the game is over."""
        return self.numbers[AWAITED]

    def view(self, seat: i64) -> View:
        """A copy of what the seat, or an onlooker, may know."""
        return View(self.game, seat, view_of(self.game, self.numbers, seat))

    def score(self, seat: i64) -> i64:
        """Points so far as far as they are public; final once the game is over."""
        return self.game.score(self.numbers, seat)

    def winners(self) -> i64:
        """A mask of the winning seats; 0 while the game goes on."""
        return self.game.winners(self.numbers)

    def copy(self) -> GameDriver:
        """The same bout on its own, luck and all."""
        other = GameDriver(self.game, [])
        other.player_order = self.player_order[:]
        other.players = self.players[:]
        other.has_internal = self.has_internal
        other.luck = self.luck.copy()
        for luck in self.player_lucks:
            other.player_lucks.append(luck.copy())
        other.numbers = self.numbers[:]
        other.seat = self.seat
        other.legal = self.legal
        other.moves = self.moves
        return other

    def imagine(self, seat: i64, luck: Luck) -> GameDriver:
        """The bout as it may be for all that a seat knows: everything foreign imagined anew."""
        other = self.copy()
        other.numbers = self.game.imagine(view_of(self.game, self.numbers, seat), seat, luck)
        other.luck = luck.split()
        return other

    def to_numbers(self) -> list[i64]:
        """All the numbers, for somebody who keeps a bout between processes."""
        return [number for number in self.numbers]  # noqa: C416 - list() of a vec is slower when compiled

    def restore(self, numbers: list[i64], moves: i64) -> None:
        """Go back to what `saved` gave; nobody may sit inside."""
        self.numbers = vec[i64](numbers)
        self.moves = moves
        self.advance()


def has_internal_players(players: vec[i64]) -> bool:
    """Whether somebody sits inside."""
    for player in players:  # noqa: SIM110 - no generators where it is compiled
        if player != EXTERNAL:
            return True
    return False


def driver_from(state: State) -> GameDriver:
    """A bout that goes on from a state, all seats outside."""
    bout = GameDriver(state.game, [EXTERNAL] * int(state.game.seats))
    bout.numbers = state.copy().numbers
    bout.advance()
    return bout
