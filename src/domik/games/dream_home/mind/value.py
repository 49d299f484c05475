"""Evaluation of a house before the end: its points plus growing rooms, partial comfort, roofs and kept cards."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.config import Config
from domik.games.dream_home.rules.house import fitting_cells, joined_size
from domik.games.dream_home.rules.points import comfort_count, homely_kinds, house_points, roof_points
from domik.kernel.game import bit, count

GROWTH: Final = 0.35  # share of the points that one more card would bring
HOPE: Final = 0.4  # share of a comfort bonus that is partly complete


def likely_points(view: vec[i64], base: i64, config: Config) -> float:
    """Points likely to come, fewer as the rounds run out."""
    left = at.ROUNDS - view[at.ROUND]
    free = at.BOARD & ~view[base + at.FILLED]
    if not free:
        return 0.0
    chance = float(left) / float(left + 3)
    value = 0.0
    for kind in range(at.KINDS):
        if config.most[kind] > 1 and view[base + at.SAME + kind]:
            value += growth(view, base, kind, free, config)
    if comfort_count(view, base, config) < 2:
        value += HOPE * float(config.comfort) * comfort_parts(view, base, config)
    # Each cell that can be built on is a chance to fit a card; basement cards also open the cells above them.
    value += 0.15 * float(count(view[base + at.FILLED] & at.BASEMENT))
    return value * chance


def growth(view: vec[i64], base: i64, kind: i64, free: i64, config: Config) -> float:
    """The most that one more card would add to a room of this kind with a free cell beside it."""
    same = view[base + at.SAME + kind]
    cells = fitting_cells(view, base, kind, config) & free & (same << 1 | same >> 1)
    value = 0.0
    row = 3 * kind
    while cells:
        place = cells & -cells
        cells &= cells - 1
        size = joined_size(same, place)
        if size < config.most[kind]:
            gain = GROWTH * float(config.points[row + size] - config.points[row + size - 1])
            if gain > value:
                value = gain
    return value


def comfort_parts(view: vec[i64], base: i64, config: Config) -> float:
    """How much of the two comfort bonuses is complete (DH-62); a full bonus no longer counts."""
    parts = 0.0
    bathrooms = view[base + at.SAME + config.bathroom]
    if bathrooms:
        parts += 0.5 if not (bathrooms & at.SECOND and bathrooms & at.THIRD) else 0.0
    three = homely_kinds(view, base, config)
    if three < 3:
        parts += 0.35 * float(three)
    return parts


def kept_card_value(view: vec[i64], base: i64, resource: i64, config: Config) -> float:
    """Value of a roof, tool, helper or garden furnishing to this house."""
    card = bit(resource)
    held = view[base + at.HELD]
    left = at.ROUNDS - view[at.ROUND]
    if card & config.all_roofs:
        return roof_value(held | card, left, config) - roof_value(held, left, config)
    tokens = count(view[base + at.FURNISHED]) + count(view[base + at.GARDEN])
    if card & config.garden:
        return float(config.token_points[resource])
    if card & config.designers:
        return 0.0 if held & config.designers else float(tokens) + 0.15 * float(left)
    if card & config.architects:
        if held & config.architects:
            return 0.0
        return 1.0 + float(count(view[base + at.EMPTY])) + 0.1 * float(left)
    if card & config.couriers:
        return 3.0
    if card & config.handymen:
        return 2.0
    if card & config.roofers:
        return 2.0 if count(held & config.all_roofs) >= 2 else 1.0
    if card & config.scaffolds:
        return 0.2
    return 0.15 * float(left if left < 6 else 6)  # tools cannot be used before the next turn


def roof_value(held: i64, left: i64, config: Config) -> float:
    """Points of a roof stack, or the share of them it is likely to reach."""
    stack = held & config.all_roofs
    n = count(stack)
    best: i64 = 0
    for colour in range(config.colours):
        same = count(stack & config.roofs[colour])
        if same > best:
            best = same
    now = float(roof_points(held, config))
    missing = 4 - n
    if missing > left:
        return now
    value = now if n >= 4 else 0.6 * float(config.mixed) * float(n) / 4.0
    if n < 4:
        value += 0.2 * float(count(stack & config.windows))
    if best < 4 and 4 - best <= left:
        value += 0.25 * float(best * best) * float(left) / 12.0
    return value


def expected_points(numbers: vec[i64], seat: i64, config: Config) -> float:
    """Points of the house, the points likely to come, and its roof."""
    base = at.SEAT + at.SEAT_SIZE * seat
    return (
        float(house_points(numbers, base, config))
        + likely_points(numbers, base, config)
        + float(roof_points(numbers[base + at.HELD], config))
    )
