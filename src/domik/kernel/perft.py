"""Perft: how many ways lead how deep. Two engines that agree on it agree on the rules."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.game import AWAITED, Game, lowest


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


def divide(game: Game, numbers: vec[i64], depth: i64) -> list[tuple[int, int]]:
    """For every first action (its number): the perft of what follows."""
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
