"""Icons that the page defines once, so that cells only refer to them; and pictures that are loaded lazily."""

from __future__ import annotations

ICONS = frozenset(("archive", "ban", "gift", "layers-2", "maximize-2", "plus", "repeat-2", "sparkles", "trash-2"))
# Pictures not needed at the start of a game; a page fetches them on the first interaction, or when it first meets one
LATER = r"animal-.*|mark-.*"
