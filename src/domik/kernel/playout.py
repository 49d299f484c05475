"""Whole games from start to end, as fast as the machine can: at random, or by each game's own advice."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.game import AWAITED, Game, bit, lowest, view_of
from domik.kernel.luck import WORD, Luck, scrambled
from domik.kernel.mind import advised
from domik.kernel.state import State

RANDOM: Final = 0  # the players that a contest knows: what they do is what the bots of these names do
GREEDY: Final = 1
KNOWN_PLAYERS: Final = {"random": RANDOM, "greedy": GREEDY, "normal": GREEDY}  # by the names of the bots
LEAST_SCORE: Final = -256  # scores are counted one by one from here on; what lies outside counts at the edge
SCORES: Final = 2048


def playout(game: Game, numbers: vec[i64], luck: Luck) -> i64:
    """Play at random to the end, in place; the number of actions taken."""
    moves: i64 = 0
    awaited = numbers[AWAITED]
    while awaited:
        seat = lowest(awaited)
        game.apply(numbers, seat, luck.bit_of(game.legal(numbers, seat)))
        moves += 1
        awaited = numbers[AWAITED]
    return moves


def checked(check: i64, game: Game, numbers: vec[i64]) -> i64:
    """The checksum of all games so far with one finished game added."""
    for seat in range(game.seats):
        check = (check * 31 + game.score(numbers, seat) + 1000) & 0xFFFFFFFF
    return (check * 31 + game.winners(numbers)) & 0xFFFFFFFF


def playouts(game: Game, luck: Luck, first: i64, games: i64) -> tuple[i64, i64]:
    """Actions taken in the games numbered from `first` on, and a checksum of their results."""
    moves: i64 = 0
    check: i64 = 0
    for number in range(first, first + games):
        stream = luck.stream(number)
        numbers = game.start(game.deal(stream))
        moves += playout(game, numbers, stream)
        check = checked(check, game, numbers)
    return moves, check


def copies(numbers: vec[i64], times: i64) -> i64:
    """Copy a state's numbers over and over: only the bench wants this."""
    same: i64 = 0
    for _again in range(times):
        same += numbers[:][AWAITED]
    return same


@final
class Totals:
    """What many finished games come to, per player; a player keeps their place here while the seats rotate."""

    def __init__(self, players: i64) -> None:
        self.players: i64 = players
        self.games: i64 = 0
        self.moves: i64 = 0
        self.check: i64 = 0  # a sum over games, so that it does not matter who played which of them
        self.shared: i64 = 0  # games with several winners
        self.alone: vec[i64] = zeros(players)  # games that a player won alone
        self.together: vec[i64] = zeros(players)  # games that a player won with others
        self.scores: vec[i64] = zeros(players * SCORES)  # how often a player had LEAST_SCORE, LEAST_SCORE + 1, ...

    def add_state(self, state: State, number: i64, moves: i64, turn: i64) -> None:
        """Count a finished game that was played outside this module."""
        self.add(state.game, state.numbers, number, moves, turn)

    def add(self, game: Game, numbers: vec[i64], number: i64, moves: i64, turn: i64) -> None:
        """Count the finished game of this number; player 0 sat on seat `turn`, the others clockwise from there."""
        self.games += 1
        self.moves += moves
        check = checked(scrambled(number & WORD) + moves, game, numbers)
        self.check = (self.check + scrambled(check)) & WORD
        winners = game.winners(numbers)
        several = winners & (winners - 1) != 0
        if several:
            self.shared += 1
        for player in range(self.players):
            seat = (player + turn) % self.players
            if (winners >> seat) & 1:
                if several:
                    self.together[player] += 1
                else:
                    self.alone[player] += 1
            score = game.score(numbers, seat) - LEAST_SCORE
            self.scores[player * SCORES + within(score, 0, SCORES - 1)] += 1


def contest(game: Game, players: vec[i64], luck: Luck, totals: Totals, first: i64, games: i64, rotate: bool) -> None:
    """Play the games numbered from `first` on between RANDOM and GREEDY players; every seat has a stream of its own."""
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
        greedy: i64 = 0  # the seats that ask for advice
        for player in range(seats):
            if players[player] == GREEDY:
                greedy |= bit((player + turn) % seats)
        moves: i64 = 0
        awaited = numbers[AWAITED]
        while awaited:
            seat = lowest(awaited)
            action = game.legal(numbers, seat)
            if (greedy >> seat) & 1:
                action = advised(game, view_of(game, numbers, seat), seat, action)
            game.apply(numbers, seat, lucks[seat].bit_of(action))
            moves += 1
            awaited = numbers[AWAITED]
        totals.add(game, numbers, number, moves, turn)


def best_of(game: Game, numbers: vec[i64], seat: i64, legal: i64, many: i64, luck: Luck) -> i64:
    """One legal action: of so many random ones the one that a hunch likes best; of one, a random one."""
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
            value = game.mind.hunch(numbers, seat, chosen)
            judged = True
        other = game.mind.hunch(numbers, seat, action)
        if other > value:
            chosen = action
            value = other
    return chosen


def within(number: i64, least: i64, most: i64) -> i64:
    """The number, or the edge it lies beyond."""
    if number < least:
        return least
    return most if number > most else number


def zeros(length: i64) -> vec[i64]:
    """So many zeros."""
    return vec[i64]([0] * int(length))
