"""Variants of every game by options and seats ("ways" to play), and games that bots play with them."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from typing import NamedTuple

from domik.bots import bot_of
from domik.kernel.luck import luck_of
from domik.kernel.options import Choice, Flag, SeatOrder
from domik.kernel.package import GamePackage, Match
from domik.kernel.record import RecordedMove, number_of
from domik.kernel.state import State, new_state

Options = dict[str, object]
BY_THE_CLOCK = {"cabin"}  # games whose reviews depend on CPU time, so that no two runs need agree


class Step(NamedTuple):
    """A position and the action played next; at the end of the game the seat is -1."""

    number: int
    state: State
    seat: int
    action: int


def option_sets(package: GamePackage, seats: int) -> list[Options]:
    """Every combination of choices and flags; every third one with a reversed seat order."""
    names: list[str] = []
    values: list[list[object]] = []
    order = ""
    for option in package.schema.options:
        if isinstance(option, Choice):
            names.append(option.name)
            values.append(list(option.values))
        elif isinstance(option, Flag):
            names.append(option.name)
            values.append([False, True])
        elif isinstance(option, SeatOrder):
            order = option.name
    found: list[Options] = [dict(zip(names, chosen, strict=True)) for chosen in itertools.product(*values)]
    for options in found[::3] if order else []:
        options[order] = list(reversed(range(seats)))
    return found


def ways(package: GamePackage) -> list[Match]:
    """All valid variants of a game in a fixed, scattered order."""
    found = [
        package.match(seats, options)
        for seats in range(package.least_seats, package.most_seats + 1)
        for options in option_sets(package, seats)
        if package.check(seats, package.schema.read(options)) is None
    ]
    return sorted(found, key=lambda match: hashlib.sha256(name_of(match).encode()).digest())


def some_ways(package: GamePackage, most: int) -> list[Match]:
    """Variants in which every number of seats and every option value occurs, filled up to `most`."""
    first: list[Match] = []
    rest: list[Match] = []
    seen: set[tuple[str, str]] = set()
    for match in ways(package):
        shows = {("seats", str(match.seats)), *((name, str(value)) for name, value in match.options.items())}
        (rest if shows <= seen else first).append(match)
        seen |= shows
    return (first + rest)[:most] if len(first) < most else first


def name_of(match: Match) -> str:
    """Key of a variant: game, options that differ from the defaults, number of seats."""
    usual = {option.name: option.default for option in match.package.schema.options}
    found = []
    for name, value in match.options.items():
        if value != usual[name]:
            found.append(name if value is True else f"no {name}" if value is False else f"{name} {plain(value)}")
    return f"{match.package.name}/{', '.join(found) or 'usual'}/{match.seats} seats"


def plain(value: object) -> str:
    return "".join(str(seat + 1) for seat in value) if isinstance(value, tuple) else str(value)


def seats_in(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def actions_in(mask: int) -> list[int]:
    """The actions of a mask, one bit each."""
    return [1 << number for number in range(mask.bit_length()) if mask >> number & 1]


def played(match: Match, seed: str, bot: str) -> Iterator[Step]:
    """Every position of a game that bots play; the state is one object that changes in place."""
    luck = luck_of(seed)
    state = new_state(match.game, luck)
    player = bot_of(bot, luck)
    number = 0
    while not state.is_over():
        awaited = seats_in(int(state.awaited_seats()))
        seat = awaited[int(luck.below(len(awaited)))]
        view = state.view(seat)
        action = int(player.decide(view, int(view.legal())))
        yield Step(number, state, seat, action)
        state.play(seat, action)
        number += 1
    yield Step(number, state, -1, 0)


def moves_of(match: Match, seed: str, bot: str) -> list[RecordedMove]:
    """The moves of such a game, one second apart."""
    steps = played(match, seed, bot)
    return [RecordedMove(step.seat, number_of(step.action), 1000 * step.number) for step in steps if step.seat >= 0]
