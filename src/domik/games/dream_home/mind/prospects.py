"""What may still come of a house: rooms that can grow, comfort half won, roofs and cards kept for later."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules.house import fitting
from domik.games.dream_home.rules.kit import Cards
from domik.games.dream_home.rules.points import comforts, roof_points
from domik.games.dream_home.rules.state import *
from domik.kernel.game import bit, count

GROWTH: Final = 0.35  # of the points that one more card would bring
HOPE: Final = 0.4  # of a comfort bonus, for a part of it


def prospects(view: vec[i64], at: i64, cards: Cards) -> float:
    """Points that are likely to come, fewer as the rounds run out."""
    left = ROUNDS - view[ROUND]
    free = BOARD & ~view[at + FILLED]
    if not free:
        return 0.0
    chance = float(left) / float(left + 3)
    value = 0.0
    for kind in range(KINDS):
        if cards.most[kind] > 1 and view[at + SAME + kind]:
            value += growth(view, at, kind, free, cards)
    if comforts(view, at, cards) < 2:
        value += HOPE * float(cards.comfort) * comfort_parts(view, at, cards)
    # Every cell that can be built on is one more chance to fit a card; the basement also opens what stands on it.
    value += 0.15 * float(count(view[at + FILLED] & BASEMENT))
    return value * chance


def growth(view: vec[i64], at: i64, kind: i64, free: i64, cards: Cards) -> float:
    """What one more card would add to the rooms of a kind that have a free cell beside them."""
    same = view[at + SAME + kind]
    cells = fitting(view, at, kind, cards) & free & (same << 1 | same >> 1)
    value = 0.0
    base = 3 * kind
    while cells:
        place = cells & -cells
        cells &= cells - 1
        size: i64 = 0
        if same & place >> 1:
            size += 2 if same & place >> 2 else 1
        if same & place << 1:
            size += 2 if same & place << 2 else 1
        if size < cards.most[kind]:
            gain = GROWTH * float(cards.points[base + size] - cards.points[base + size - 1])
            if gain > value:
                value = gain
    return value


def comfort_parts(view: vec[i64], at: i64, cards: Cards) -> float:
    """How much of the comfort bonuses stands already (DH-62)."""
    parts = 0.0
    bathrooms = view[at + SAME + cards.bathroom]
    if bathrooms:
        parts += 0.5 if not (bathrooms & SECOND and bathrooms & THIRD) else 0.0
    three: i64 = 0
    if bathrooms:
        three += 1
    if view[at + SAME + cards.kitchen]:
        three += 1
    if view[at + SAME + cards.bedroom]:
        three += 1
    if three < 3:
        parts += 0.35 * float(three)
    return parts


def kept_worth(view: vec[i64], at: i64, resource: i64, cards: Cards) -> float:
    """What a roof, tool, helper or garden furnishing is worth to this house."""
    card = bit(resource)
    held = view[at + HELD]
    left = ROUNDS - view[ROUND]
    if card & cards.all_roofs:
        return roof_worth(held | card, left, cards) - roof_worth(held, left, cards)
    tokens = count(view[at + FURNISHED]) + count(view[at + GARDEN])
    if card & cards.garden:
        return float(cards.token_points[resource])
    if card & cards.designers:
        return 0.0 if held & cards.designers else float(tokens) + 0.15 * float(left)
    if card & cards.architects:
        if held & cards.architects:
            return 0.0
        return 1.0 + float(count(view[at + EMPTY])) + 0.1 * float(left)
    if card & cards.couriers:
        return 3.0
    if card & cards.handymen:
        return 2.0
    if card & cards.roofers:
        return 2.0 if count(held & cards.all_roofs) >= 2 else 1.0
    if card & cards.scaffolds:
        return 0.2
    return 0.15 * float(left if left < 6 else 6)  # tools need another turn


def roof_worth(held: i64, left: i64, cards: Cards) -> float:
    """A stack's points, or the share of them that it is likely to reach."""
    stack = held & cards.all_roofs
    n = count(stack)
    best: i64 = 0
    for colour in range(cards.colours):
        same = count(stack & cards.roofs[colour])
        if same > best:
            best = same
    now = float(roof_points(held, cards))
    missing = 4 - n
    if missing > left:
        return now
    value = now if n >= 4 else 0.6 * float(cards.mixed) * float(n) / 4.0
    if n < 4:
        value += 0.2 * float(count(stack & cards.windows))
    if best < 4 and 4 - best <= left:
        value += 0.25 * float(best * best) * float(left) / 12.0
    return value
