"""Icons that the page defines once, so that cells refer to them by name; rooms and resources have other pictures."""

from __future__ import annotations

ICONS = frozenset(
    (
        *("archive", "arrow-down-to-line", "arrow-up-down", "construction", "hammer", "house", "key-round"),
        *("layers", "lock", "maximize-2", "minus", "package", "trash-2"),
    )
)
# Pictures not needed at the start of a game: the page fetches them on the first touch, or when one is needed.
LATER = r"animal-.*|mark-.*|things-\w+-[12]"
