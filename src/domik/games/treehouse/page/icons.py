"""Icons that the page defines once, so that cells refer to them by name: those of all rooms, of refusals and places."""

from __future__ import annotations

from domik.games.treehouse import TITLE
from domik.kernel.package import built_in_components, parts_of

SIGNS = (
    "archive",
    "arrow-down-to-line",
    "arrow-left-right",
    "arrow-right",
    "lock",
    "map-pin",
    "map-pin-off",
    "palette",
)
ICONS = frozenset(
    (*SIGNS, "scale", *(room.icon for room in parts_of(TITLE, built_in_components(TITLE)).rooms.values()))
)
