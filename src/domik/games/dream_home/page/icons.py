"""The icons that a page keeps, so that cells only name them; signs of rooms and things are pictures of their own."""

from __future__ import annotations

ICONS = frozenset(
    (
        *("archive", "arrow-down-to-line", "arrow-up-down", "construction", "hammer", "house", "key-round"),
        *("layers", "lock", "maximize-2", "minus", "package", "trash-2"),
    )
)
# Pictures that no opening shows: finished rooms; a page fetches them at the first touch, or when it meets one
LATER = r"animal-.*|mark-.*|things-\w+-[12]"
