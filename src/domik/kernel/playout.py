"""Whole games at full speed, random or greedy: playouts, contests between players, perft."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.game import AWAITED, Game, bit, lowest, view_of
from domik.kernel.luck import WORD, Luck, scramble
from domik.kernel.mind import best_moves
from domik.kernel.state import State

RANDOM: Final = 0  # players of a contest; they act like the bots of these names
GREEDY: Final = 1
KNOWN_PLAYERS: Final = {"random": RANDOM, "greedy": GREEDY, "normal": GREEDY}  # by the names of the bots
MIN_SCORE: Final = -256  # lowest bin of the score histogram; scores outside are clamped
SCORE_RANGE: Final = 2048


def playout(game: Game, numbers: vec[i64], luck: Luck) -> i64:
    """Play at random to the end, in place; return the number of actions."""
    moves: i64 = 0
    awaited = numbers[AWAITED]
    while awaited:
        seat = lowest(awaited)
        game.apply(numbers, seat, luck.bit_of(game.legal(numbers, seat)))
        moves += 1
        awaited = numbers[AWAITED]
    return moves


def checksum(check: i64, game: Game, numbers: vec[i64]) -> i64:
    """Add one finished game to a running checksum."""
    for seat in range(game.seats):
        check = (check * 31 + game.score(numbers, seat) + 1000) & 0xFFFFFFFF
    return (check * 31 + game.winners(numbers)) & 0xFFFFFFFF


def playouts(game: Game, luck: Luck, first: i64, games: i64) -> tuple[i64, i64]:
    """Play the games numbered from `first` on; return the number of actions and a checksum of the results."""
    moves: i64 = 0
    check: i64 = 0
    for number in range(first, first + games):
        stream = luck.stream(number)
        numbers = game.start(game.deal(stream))
        moves += playout(game, numbers, stream)
        check = checksum(check, game, numbers)
    return moves, check


def copy_repeatedly(numbers: vec[i64], times: i64) -> i64:
    """Copy a state `times` times; for the benchmark only."""
    same: i64 = 0
    for _again in range(times):
        same += numbers[:][AWAITED]
    return same


@final
class ContestTotals:
    """Totals over many finished games, per player; a player keeps their index while the seats rotate."""

    def __init__(self, players: i64) -> None:
        self.players: i64 = players
        self.games: i64 = 0
        self.moves: i64 = 0
        self.checksum: i64 = 0  # a sum over games, so it does not depend on which worker played which
        self.shared_wins: i64 = 0  # games with several winners
        self.won_alone: vec[i64] = zeros(players)  # wins without a tie, by player
        self.won_shared: vec[i64] = zeros(players)  # tied wins, by player
        self.scores: vec[i64] = zeros(players * SCORE_RANGE)  # histogram of scores from MIN_SCORE on, by player

    def add_state(self, state: State, number: i64, moves: i64, turn: i64) -> None:
        """Count a finished game that was played outside this module."""
        self.add(state.game, state.numbers, number, moves, turn)

    def add(self, game: Game, numbers: vec[i64], number: i64, moves: i64, turn: i64) -> None:
        """Count the finished game of this number; player 0 sat on seat `turn`, the others clockwise from there."""
        self.games += 1
        self.moves += moves
        check = checksum(scramble(number & WORD) + moves, game, numbers)
        self.checksum = (self.checksum + scramble(check)) & WORD
        winners = game.winners(numbers)
        several = winners & (winners - 1) != 0
        if several:
            self.shared_wins += 1
        for player in range(self.players):
            seat = (player + turn) % self.players
            if (winners >> seat) & 1:
                if several:
                    self.won_shared[player] += 1
                else:
                    self.won_alone[player] += 1
            score = game.score(numbers, seat) - MIN_SCORE
            self.scores[player * SCORE_RANGE + clamp(score, 0, SCORE_RANGE - 1)] += 1


def play_contest(
    game: Game, players: vec[i64], luck: Luck, totals: ContestTotals, first: i64, games: i64, rotate: bool
) -> None:
    """Play the games numbered from `first` on between RANDOM and GREEDY players, each seat with its own stream."""
    seats = game.seats
    turn: i64 = 0
    for number in range(first, first + games):
        stream = luck.stream(number)
        numbers = game.start(game.deal(stream))
        lucks: list[Luck] = []
        for _again in range(seats):
            lucks.append(stream.split())
        if rotate:
            turn = number % seats
        greedy: i64 = 0  # mask of the seats of greedy players
        for player in range(seats):
            if players[player] == GREEDY:
                greedy |= bit((player + turn) % seats)
        moves: i64 = 0
        awaited = numbers[AWAITED]
        while awaited:
            seat = lowest(awaited)
            action = game.legal(numbers, seat)
            if (greedy >> seat) & 1:
                action = best_moves(game, view_of(game, numbers, seat), seat, action)
            game.apply(numbers, seat, lucks[seat].bit_of(action))
            moves += 1
            awaited = numbers[AWAITED]
        totals.add(game, numbers, number, moves, turn)


def best_of_sample(game: Game, numbers: vec[i64], seat: i64, legal: i64, many: i64, luck: Luck) -> i64:
    """Draw `many` random legal actions and return the one with the best rollout score."""
    chosen = luck.bit_of(legal)
    if many < 2:
        return chosen
    rest = legal & ~chosen
    value = 0.0
    judged = False
    while rest and many > 1:
        action = luck.bit_of(rest)
        rest &= ~action
        many -= 1
        if not judged:
            value = game.mind.rollout_score(numbers, seat, chosen)
            judged = True
        other = game.mind.rollout_score(numbers, seat, action)
        if other > value:
            chosen = action
            value = other
    return chosen


def clamp(number: i64, least: i64, most: i64) -> i64:
    if number < least:
        return least
    return most if number > most else number


def zeros(length: i64) -> vec[i64]:
    return vec[i64]([0] * int(length))


def perft(game: Game, numbers: vec[i64], depth: i64) -> i64:
    """The number of action sequences of this length; awaited seats act in seat order."""
    if depth == 0:
        return 1
    awaited = numbers[AWAITED]
    if not awaited:
        return 0
    seat = lowest(awaited)
    mask = game.legal(numbers, seat)
    total: i64 = 0
    while mask:
        action = mask & -mask
        mask &= mask - 1
        if depth == 1:
            total += 1
        else:
            after = numbers[:]
            game.apply(after, seat, action)
            total += perft(game, after, depth - 1)
    return total


def perft_divide(game: Game, numbers: vec[i64], depth: i64) -> list[tuple[int, int]]:
    """Perft by first action: pairs of action number and count."""
    rows: list[tuple[int, int]] = []
    awaited = numbers[AWAITED]
    if not awaited or depth == 0:
        return rows
    seat = lowest(awaited)
    mask = game.legal(numbers, seat)
    while mask:
        action = mask & -mask
        mask &= mask - 1
        after = numbers[:]
        game.apply(after, seat, action)
        rows.append((lowest(action), perft(game, after, depth - 1)))
    return rows
