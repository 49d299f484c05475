"""Random games from start to end, as fast as the machine can."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.game import AWAITED, Game, lowest
from domik.kernel.luck import Luck


def playout(game: Game, table: vec[i64], luck: Luck) -> i64:
    """Play at random to the end, in place; the number of actions taken."""
    moves: i64 = 0
    awaited = table[AWAITED]
    while awaited:
        seat = lowest(awaited)
        game.apply(table, seat, luck.bit_of(game.legal(table, seat)))
        moves += 1
        awaited = table[AWAITED]
    return moves


def checked(check: i64, game: Game, table: vec[i64]) -> i64:
    """The checksum of all games so far with one finished game added."""
    for seat in range(game.seats):
        check = (check * 31 + game.score(table, seat) + 1000) & 0xFFFFFFFF
    return (check * 31 + game.winners(table)) & 0xFFFFFFFF


def playouts(game: Game, luck: Luck, first: i64, games: i64) -> tuple[i64, i64]:
    """Actions taken in the games numbered from `first` on, and a checksum of their results."""
    moves: i64 = 0
    check: i64 = 0
    for number in range(first, first + games):
        stream = luck.stream(number)
        table = game.start(game.deal(stream))
        moves += playout(game, table, stream)
        check = checked(check, game, table)
    return moves, check


def copies(table: vec[i64], times: i64) -> i64:
    """Copy a table over and over: only the bench wants this."""
    same: i64 = 0
    for _ in range(times):
        same += table[:][AWAITED]
    return same
