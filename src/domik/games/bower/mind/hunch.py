"""First thoughts: the cheapest judgement of an action, for the players in a search's rollouts."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.mind.advice import bonus_judgement, plain_value
from domik.games.bower.rules.kit import Kit
from domik.games.bower.rules.points import matches, whites
from domik.games.bower.rules.state import *
from domik.games.bower.rules.turns import choosable_tile
from domik.kernel.game import lowest


def first_thought(view: vec[i64], seat: i64, kit: Kit, action: i64) -> float:
    """A rich tile; a place where its ornaments are those the column wants, as far as the goal is known."""
    phase = view[PHASE]
    number = lowest(action)
    if phase == PLACE:
        chosen = view[OWN + OWN_SIZE * seat + CHOSEN] - 1
        return half_thought(view, seat, kit, 2 * (chosen >> 2), number) + half_thought(
            view, seat, kit, 2 * (chosen >> 2) + 1, number + STEPS[chosen & 3]
        )
    if phase == CHOOSE:
        return plain_value(kit, choosable_tile(view, seat, number >> 2))
    if phase <= TAKE:
        return plain_value(kit, view[ROW + number] - 1)
    if phase == BONUS or phase == USE:
        return bonus_judgement(view, seat, kit, phase, number)
    return 0.0


def half_thought(view: vec[i64], seat: i64, kit: Kit, face: i64, cell: i64) -> float:
    """One half on its cell: what its column wants, and neighbours of its surface."""
    value = 0.0
    goal = (view[OWN + OWN_SIZE * seat + KNOWN] >> (GOAL_BITS * (cell % WIDTH))) & GOAL
    if goal:
        ornaments = kit.ornaments[face]
        value = float(matches(ornaments, goal - 1) + whites(ornaments, goal - 1))
    surface = kit.surfaces[face]
    if surface != EARTH:
        area = view[SEAT + SEAT_SIZE * seat + SURFACE + surface]
        place = cell
        beside = area >> (place + 1) | area << 1 >> place | area >> (place + WIDTH)
        if place >= WIDTH:
            beside |= area >> (place - WIDTH)
        if beside & 1:
            value += 0.5
    return value
