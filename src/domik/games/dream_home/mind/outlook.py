"""Outlook: about what a house will be worth at the end, for searches that stop before it."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.mind.prospects import prospects
from domik.games.dream_home.rules.kit import Kit
from domik.games.dream_home.rules.points import house_points, roof_points
from domik.games.dream_home.rules.state import *


def expected_points(numbers: vec[i64], seat: i64, kit: Kit) -> float:
    """The house as it stands, what may come of it, and its roof."""
    at = SEAT + SEAT_SIZE * seat
    return (
        float(house_points(numbers, at, kit))
        + prospects(numbers, at, kit)
        + float(roof_points(numbers[at + HELD], kit))
    )
