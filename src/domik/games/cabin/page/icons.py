"""The icons that a page keeps, so that cells only name them: resources, deeds, what is missing."""

from __future__ import annotations

ICONS = frozenset(
    (
        *("amphora", "droplets", "wheat", "flame", "soup", "coffee", "armchair"),
        *("arrow-right", "crown", "feather", "footprints", "hammer", "hand-grab", "house", "house-plus"),
        *("layers", "leaf", "lock", "maximize-2", "rotate-cw", "trees"),
    )
)
