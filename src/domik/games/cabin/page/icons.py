"""The icons that a page keeps, so that cells only name them: resources, deeds, what is missing."""

from __future__ import annotations

ICONS = frozenset(
    (
        *("log", "amphora", "droplets", "wheat", "flame", "soup", "coffee", "armchair"),
        *("arrow-right", "crown", "feather", "footprints", "hammer", "hand-grab", "house", "house-plus"),
        *("layers", "leaf", "lock", "maximize-2", "rotate-cw", "trees"),
    )
)
# Pictures that no opening shows, the insides of cards and cards of variants: a page fetches them at the first touch,
# or when it meets one
LATER = r"animal-.*|mark-.*|art-\d+-1|art-(1[3-8]|31)-0"
