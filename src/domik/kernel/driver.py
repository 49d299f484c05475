"""A game driven step by step from outside, by code that is shown only what a seat may see.

Seats can be given to the kernel's own players (random, greedy): they act at once in compiled code, so the caller is
asked only for the other seats. Of seats that choose at the same time the lowest is asked first.
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

EXTERNAL: Final = -1  # a player whose decisions come from the caller
NOBODY: Final = -1  # the seat to act when the game is over
NO_NUMBERS: Final = vec[i64]([0])


@final
class GameDriver:
    """One running game; the whole state stays inside, callers get views."""

    def __init__(self, game: Game, players: list[i64]) -> None:
        self.game: Game = game
        self.player_order: vec[i64] = vec[i64](players)  # RANDOM, GREEDY or EXTERNAL, the first on seat `turn`
        self.players: vec[i64] = self.player_order[:]  # the same by seat
        self.has_internal: bool = has_internal_players(self.players)
        self.luck: Luck = Luck(1, 1, 1, 1)
        self.player_lucks: list[Luck] = []  # streams of the internal players, by seat
        self.numbers: vec[i64] = NO_NUMBERS
        self.seat: i64 = NOBODY  # the seat to act
        self.legal: i64 = 0  # the mask of its legal actions
        self.moves: i64 = 0  # actions so far, of all seats

    def begin(self, luck: Luck, turn: i64 = 0) -> None:
        """Start a new game; the first of the players sits on seat `turn`, the others clockwise from there."""
        deal = self.game.deal(luck)
        self.luck = luck
        self.seat_players(turn)
        self.start(deal)

    def begin_from_deal(self, deal: list[i64], luck: Luck) -> None:
        self.luck = luck
        self.seat_players(0)
        self.start(vec[i64](deal))

    def seat_players(self, turn: i64) -> None:
        """Assign players to seats and give each internal player a random stream."""
        if not self.has_internal:
            return
        seats = self.game.seats
        for player in range(seats):
            self.players[(player + turn) % seats] = self.player_order[player]
        self.player_lucks = []
        for _again in range(seats):
            self.player_lucks.append(self.luck.split())

    def start(self, deal: vec[i64]) -> None:
        """Set up the deal and let internal players act first where it is their turn."""
        self.numbers = self.game.start(deal)
        self.moves = 0
        self.advance()

    def advance(self) -> None:
        """Let internal players act until an external seat is to act or the game is over."""
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
        """Apply a legal action (one bit) of the seat to act; use `play` for actions that may be illegal."""
        self.game.apply(self.numbers, self.seat, action)
        self.moves += 1
        self.advance()

    def play(self, seat: i64, number: i64) -> None:
        """Apply the action of this number for an awaited seat, or raise IllegalMove and change nothing."""
        if number < 0 or number >= MOST_ACTIONS or not (self.legal_of(seat) >> number) & 1:
            raise IllegalMove(int(seat), int(number))
        self.game.apply(self.numbers, seat, bit(number))
        self.moves += 1
        self.advance()

    def legal_of(self, seat: i64) -> i64:
        """The mask of a seat's legal actions, 0 when it is not awaited."""
        if seat == self.seat:
            return self.legal
        if seat < 0 or seat >= self.game.seats or not (self.numbers[AWAITED] >> seat) & 1:
            return 0
        return self.game.legal(self.numbers, seat)

    def awaited_seats(self) -> i64:
        """The mask of the seats that may act now, 0 when the game is over."""
        return self.numbers[AWAITED]

    def view(self, seat: i64) -> View:
        """A copy of what the seat, or a spectator, may know."""
        return View(self.game, seat, view_of(self.game, self.numbers, seat))

    def score(self, seat: i64) -> i64:
        """The public score so far; the final score once the game is over."""
        return self.game.score(self.numbers, seat)

    def winners(self) -> i64:
        """The mask of the winning seats; 0 while the game goes on."""
        return self.game.winners(self.numbers)

    def copy(self) -> GameDriver:
        """An independent copy, including the random streams."""
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
        """A copy in which everything hidden from a seat is imagined anew (`Game.imagine`)."""
        other = self.copy()
        other.numbers = self.game.imagine(view_of(self.game, self.numbers, seat), seat, luck)
        other.luck = luck.split()
        return other

    def snapshot(self) -> tuple[list[i64], i64, list[i64], Luck, list[Luck]]:
        """Everything that `restore` needs to go on from here, perhaps in another process."""
        numbers = [number for number in self.numbers]  # noqa: C416 - list() of a vec is slower when compiled
        players = [player for player in self.players]  # noqa: C416
        return numbers, self.moves, players, self.luck.copy(), [luck.copy() for luck in self.player_lucks]

    def restore(self, kept: tuple[list[i64], i64, list[i64], Luck, list[Luck]]) -> None:
        """Return to a snapshot of a driver of the same game and players; one that never began stays so."""
        numbers, moves, players, luck, player_lucks = kept
        self.moves = moves
        self.players = vec[i64](players)
        self.luck = luck.copy()
        self.player_lucks = [one.copy() for one in player_lucks]
        self.numbers = vec[i64](numbers)
        if len(numbers) > 1:  # more than NO_NUMBERS
            self.advance()


def has_internal_players(players: vec[i64]) -> bool:
    for player in players:  # noqa: SIM110 - no generators where it is compiled
        if player != EXTERNAL:
            return True
    return False


def driver_from(state: State) -> GameDriver:
    """A driver that continues from a state, with all seats external."""
    bout = GameDriver(state.game, [EXTERNAL] * int(state.game.seats))
    bout.numbers = state.copy().numbers
    bout.advance()
    return bout
