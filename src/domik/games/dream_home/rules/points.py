"""What a house is worth, fast: rooms, furnishings, comfort, roof (DH-60 to DH-64). Reasons: `scoring`."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules.kit import Cards
from domik.games.dream_home.rules.state import *
from domik.kernel.game import count, lowest


def room_points(numbers: vec[i64], at: i64, kind: i64, cards: Cards) -> i64:
    """All rooms of one kind, by their number of cards or by what they stand beside (DH-60, DH-26)."""
    same = numbers[at + SAME + kind]
    if not same:
        return 0
    base = 3 * kind
    points: i64 = 0
    if cards.most[kind] == 1:
        wanted = cards.beside[2 * kind]
        if wanted >= 0:
            other = numbers[at + SAME + wanted]
            lucky = same & (other << 1 | other >> 1)
            points = count(lucky) * cards.beside[2 * kind + 1]
            same &= ~lucky
        return points + count(same) * cards.points[base]
    while same:
        size: i64 = 0
        place = same & -same
        while same & place:
            same &= ~place
            place <<= 1
            size += 1
        points += cards.points[base + size - 1]
    return points


def house_points(numbers: vec[i64], at: i64, cards: Cards) -> i64:
    """Everything but the roof."""
    points: i64 = 0
    for kind in range(KINDS):
        points += room_points(numbers, at, kind, cards)
    held = numbers[at + HELD]
    points += token_points(numbers, at, cards)
    comfort = cards.comfort
    if held & cards.architects:
        comfort = cards.architect_comfort
        points += cards.architect_empty * count(numbers[at + EMPTY])
    return points + comfort * comforts(numbers, at, cards)


def token_points(numbers: vec[i64], at: i64, cards: Cards) -> i64:
    """Furnishings, in the house and beside it; the designer adds to each (DH-61, DH-50)."""
    points: i64 = 0
    extra: i64 = 0
    if numbers[at + HELD] & cards.designers:
        extra = cards.designer
    rest = numbers[at + FURNISHED]
    while rest:
        points += cards.token_points[(numbers[at + HOUSE + lowest(rest)] >> TOKEN_SHIFT) - 1] + extra
        rest &= rest - 1
    rest = numbers[at + GARDEN]
    while rest:
        points += cards.token_points[lowest(rest)] + extra
        rest &= rest - 1
    return points


def comforts(numbers: vec[i64], at: i64, cards: Cards) -> i64:
    """How many of the two home-comfort bonuses the house has (DH-62)."""
    found: i64 = 0
    bathrooms = numbers[at + SAME + cards.bathroom]
    if bathrooms & SECOND and bathrooms & THIRD:
        found += 1
    if bathrooms and numbers[at + SAME + cards.kitchen] and numbers[at + SAME + cards.bedroom]:
        found += 1
    return found


def roof_points(held: i64, cards: Cards) -> i64:
    """The best four of the stack: one colour or mixed, and their windows (DH-63)."""
    stack = held & cards.all_roofs
    if count(stack) < 4:
        return 0
    best = cards.mixed + cards.window * at_most_four(count(stack & cards.windows))
    for colour in range(cards.colours):
        same = stack & cards.roofs[colour]
        if count(same) >= 4:
            points = cards.one_colour + cards.window * at_most_four(count(same & cards.windows))
            if points > best:
                best = points
    return best


def at_most_four(n: i64) -> i64:
    """A roof is four cards."""
    return n if n < 4 else 4


def children(numbers: vec[i64], at: i64, cards: Cards) -> i64:
    """Children drawn on the face-up rooms (DH-64)."""
    n: i64 = 0
    rest = numbers[at + FILLED] & ~numbers[at + EMPTY]
    while rest:
        n += cards.children[(numbers[at + HOUSE + lowest(rest)] & CARD) - 1]
        rest &= rest - 1
    return n
