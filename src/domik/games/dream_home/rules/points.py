"""Points on the packed state: rooms, furnishings, comfort, roof (DH-60 to DH-64). For reasons see scoring.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.config import Config
from domik.kernel.game import count, lowest
from domik.kernel.state import View

HouseChange: TypeAlias = "Callable[[vec[i64], i64], object]"  # applied to the numbers at a seat's base


def room_points(numbers: vec[i64], base: i64, kind: i64, config: Config) -> i64:
    """Points of all rooms of one kind, by number of cards or by neighbour (DH-60, DH-26)."""
    same = numbers[base + at.SAME + kind]
    if not same:
        return 0
    row = 3 * kind
    points: i64 = 0
    if config.most[kind] == 1:
        wanted = config.beside[kind]
        if wanted >= 0:
            other = numbers[base + at.SAME + wanted]
            lucky = same & (other << 1 | other >> 1)
            points = count(lucky) * config.beside_points[kind]
            same &= ~lucky
        return points + count(same) * config.points[row]
    while same:
        size: i64 = 0
        place = same & -same
        while same & place:
            same &= ~place
            place <<= 1
            size += 1
        points += config.points[row + size - 1]
    return points


def house_points(numbers: vec[i64], base: i64, config: Config) -> i64:
    """All points except the roof."""
    points: i64 = 0
    for kind in range(at.KINDS):
        points += room_points(numbers, base, kind, config)
    held = numbers[base + at.HELD]
    points += token_points(numbers, base, config)
    comfort = config.comfort
    if held & config.architects:
        comfort = config.architect_comfort
        points += config.architect_empty * count(numbers[base + at.EMPTY])
    return points + comfort * comfort_count(numbers, base, config)


def house_gain(view: View, seat: i64, config: Config, change: HouseChange) -> i64:
    """Points that a change of a seat's house would add: it is made on a copy of the numbers."""
    numbers = view.numbers[:]
    base = at.SEAT + at.SEAT_SIZE * seat
    before = house_points(numbers, base, config)
    change(numbers, base)
    return house_points(numbers, base, config) - before


def token_points(numbers: vec[i64], base: i64, config: Config) -> i64:
    """Furnishings in the house and the garden; the designer adds to each (DH-61, DH-50)."""
    points: i64 = 0
    extra: i64 = 0
    if numbers[base + at.HELD] & config.designers:
        extra = config.designer
    rest = numbers[base + at.FURNISHED]
    while rest:
        points += config.token_points[(numbers[base + at.HOUSE + lowest(rest)] >> at.TOKEN_SHIFT) - 1] + extra
        rest &= rest - 1
    rest = numbers[base + at.GARDEN]
    while rest:
        points += config.token_points[lowest(rest)] + extra
        rest &= rest - 1
    return points


def comfort_count(numbers: vec[i64], base: i64, config: Config) -> i64:
    """How many of the two home-comfort bonuses the house earns (DH-62)."""
    found: i64 = 0
    bathrooms = numbers[base + at.SAME + config.bathroom]
    if bathrooms & at.SECOND and bathrooms & at.THIRD:
        found += 1
    if homely_kinds(numbers, base, config) == 3:
        found += 1
    return found


def homely_kinds(numbers: vec[i64], base: i64, config: Config) -> i64:
    """How many of bathroom, kitchen and bedroom the house has (DH-62)."""
    found: i64 = 0
    if numbers[base + at.SAME + config.bathroom]:
        found += 1
    if numbers[base + at.SAME + config.kitchen]:
        found += 1
    if numbers[base + at.SAME + config.bedroom]:
        found += 1
    return found


def roof_points(held: i64, config: Config) -> i64:
    """The best four of the stack: one colour or mixed, and their windows (DH-63)."""
    stack = held & config.all_roofs
    if count(stack) < 4:
        return 0
    best = config.mixed + config.window * at_most_four(count(stack & config.windows))
    for colour in range(config.colours):
        same = stack & config.roofs[colour]
        if count(same) >= 4:
            points = config.one_colour + config.window * at_most_four(count(same & config.windows))
            if points > best:
                best = points
    return best


def at_most_four(n: i64) -> i64:
    """Capped at four, as only four cards of a roof count (DH-63)."""
    return n if n < 4 else 4


def children(numbers: vec[i64], base: i64, config: Config) -> i64:
    """Children drawn on the face-up rooms (DH-64)."""
    n: i64 = 0
    rest = numbers[base + at.FILLED] & ~numbers[base + at.EMPTY]
    while rest:
        n += config.children[(numbers[base + at.HOUSE + lowest(rest)] & at.CARD) - 1]
        rest &= rest - 1
    return n
