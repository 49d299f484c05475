"""The icons that a page keeps, so that cells only name them."""

from __future__ import annotations

ICONS = frozenset(("archive", "ban", "gift", "layers-2", "maximize-2", "plus", "repeat-2", "sparkles", "trash-2"))
# Pictures that no opening shows; a page fetches them at the first touch, or when it meets one
LATER = r"animal-.*|mark-.*"
