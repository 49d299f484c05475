"""What the beam likes, in turn, so that one pass finds what another one overlooks."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.beam import Beam

# A taste: how a lack hurts, how a little to spare and how more helps, and an upgrade; chance
TASTES: Final = vec[i64](
    [40, 6, 2, 8, 0, 40, 6, 4, 16, 15, 30, 3, 3, 4, 7, 60, 9, 1, 8, 31, 24, 8, 6, 10, 15, 40, 2, 1, 24, 31]
)
TASTE_SIZE: Final = 5
TASTE_COUNT: Final = 6
FIRST_CHOOSY: Final = 2  # the first round that weighs resources by their worth
SPARE: Final = 3  # so much more of a resource is weighed


def season(beam: Beam, passes: i64) -> None:
    """The taste of one pass: upgrades, and how much chance has a say."""
    taste = TASTE_SIZE * (passes % TASTE_COUNT)
    beam.likes_upgrade = TASTES[taste + 3]
    beam.noise = TASTES[taste + 4]
    beam.salt = passes


def prefer_resource(beam: Beam, passes: i64, resource: i64, gain: i64) -> None:
    """A resource is liked the more, the more a life gains by what is to spare of it."""
    taste = TASTE_SIZE * (passes % TASTE_COUNT)
    more = TASTES[taste + 2] * gain // 2
    beam.set_likes(resource, TASTES[taste], TASTES[taste + 1] + gain, more if more > 0 else 1)
