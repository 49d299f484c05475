"""Icons that the page defines once, so that cells only refer to them; and pictures that are loaded lazily."""

from __future__ import annotations

ICONS = frozenset(
    (
        *("log", "amphora", "droplets", "wheat", "flame", "soup", "coffee", "armchair"),
        *("arrow-right", "crown", "feather", "footprints", "hammer", "hand-grab", "house", "house-plus"),
        *("layers", "leaf", "lock", "maximize-2", "rotate-cw", "trees"),
    )
)
# Pictures not needed at the start of a game (home sides, cards of variants): a page fetches them on the first
# interaction, or when it first meets one
LATER = r"animal-.*|mark-.*|art-\d+-1|art-(1[3-8]|31)-0"
