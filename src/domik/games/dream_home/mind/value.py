"""Evaluation of a house before the end: its points plus growing rooms, partial comfort, roofs and kept cards."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules.config import Config
from domik.games.dream_home.rules.house import fitting_cells, joined_size
from domik.games.dream_home.rules.points import comfort_count, homely_kinds, house_points, roof_points
from domik.games.dream_home.rules.state import *
from domik.kernel.game import bit, count

GROWTH: Final = 0.35  # share of the points that one more card would bring
HOPE: Final = 0.4  # share of a comfort bonus that is partly complete


def likely_points(view: vec[i64], at: i64, kit: Config) -> float:
    """Points likely to come, fewer as the rounds run out."""
    left = ROUNDS - view[ROUND]
    free = BOARD & ~view[at + FILLED]
    if not free:
        return 0.0
    chance = float(left) / float(left + 3)
    value = 0.0
    for kind in range(KINDS):
        if kit.most[kind] > 1 and view[at + SAME + kind]:
            value += growth(view, at, kind, free, kit)
    if comfort_count(view, at, kit) < 2:
        value += HOPE * float(kit.comfort) * comfort_parts(view, at, kit)
    # Each cell that can be built on is a chance to fit a card; basement cards also open the cells above them.
    value += 0.15 * float(count(view[at + FILLED] & BASEMENT))
    return value * chance


def growth(view: vec[i64], at: i64, kind: i64, free: i64, kit: Config) -> float:
    """The most that one more card would add to a room of this kind with a free cell beside it."""
    same = view[at + SAME + kind]
    cells = fitting_cells(view, at, kind, kit) & free & (same << 1 | same >> 1)
    value = 0.0
    base = 3 * kind
    while cells:
        place = cells & -cells
        cells &= cells - 1
        size = joined_size(same, place)
        if size < kit.most[kind]:
            gain = GROWTH * float(kit.points[base + size] - kit.points[base + size - 1])
            if gain > value:
                value = gain
    return value


def comfort_parts(view: vec[i64], at: i64, kit: Config) -> float:
    """How much of the two comfort bonuses is complete (DH-62); a full bonus no longer counts."""
    parts = 0.0
    bathrooms = view[at + SAME + kit.bathroom]
    if bathrooms:
        parts += 0.5 if not (bathrooms & SECOND and bathrooms & THIRD) else 0.0
    three = homely_kinds(view, at, kit)
    if three < 3:
        parts += 0.35 * float(three)
    return parts


def kept_card_value(view: vec[i64], at: i64, resource: i64, kit: Config) -> float:
    """Value of a roof, tool, helper or garden furnishing to this house."""
    card = bit(resource)
    held = view[at + HELD]
    left = ROUNDS - view[ROUND]
    if card & kit.all_roofs:
        return roof_value(held | card, left, kit) - roof_value(held, left, kit)
    tokens = count(view[at + FURNISHED]) + count(view[at + GARDEN])
    if card & kit.garden:
        return float(kit.token_points[resource])
    if card & kit.designers:
        return 0.0 if held & kit.designers else float(tokens) + 0.15 * float(left)
    if card & kit.architects:
        if held & kit.architects:
            return 0.0
        return 1.0 + float(count(view[at + EMPTY])) + 0.1 * float(left)
    if card & kit.couriers:
        return 3.0
    if card & kit.handymen:
        return 2.0
    if card & kit.roofers:
        return 2.0 if count(held & kit.all_roofs) >= 2 else 1.0
    if card & kit.scaffolds:
        return 0.2
    return 0.15 * float(left if left < 6 else 6)  # tools cannot be used before the next turn


def roof_value(held: i64, left: i64, kit: Config) -> float:
    """Points of a roof stack, or the share of them it is likely to reach."""
    stack = held & kit.all_roofs
    n = count(stack)
    best: i64 = 0
    for colour in range(kit.colours):
        same = count(stack & kit.roofs[colour])
        if same > best:
            best = same
    now = float(roof_points(held, kit))
    missing = 4 - n
    if missing > left:
        return now
    value = now if n >= 4 else 0.6 * float(kit.mixed) * float(n) / 4.0
    if n < 4:
        value += 0.2 * float(count(stack & kit.windows))
    if best < 4 and 4 - best <= left:
        value += 0.25 * float(best * best) * float(left) / 12.0
    return value


def expected_points(numbers: vec[i64], seat: i64, kit: Config) -> float:
    """Points of the house, the points likely to come, and its roof."""
    at = SEAT + SEAT_SIZE * seat
    return (
        float(house_points(numbers, at, kit))
        + likely_points(numbers, at, kit)
        + float(roof_points(numbers[at + HELD], kit))
    )
