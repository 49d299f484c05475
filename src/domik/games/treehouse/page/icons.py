"""Icons that the page defines once, so that cells refer to them by name: those of all rooms, of refusals and places."""

from __future__ import annotations

from domik.games.treehouse import TITLE

SIGNS = (
    *("archive", "arrow-down-to-line", "arrow-left-right", "arrow-right", "lock", "map-pin", "map-pin-off"),
    *("palette", "scale"),
)
ICONS = frozenset((*SIGNS, *(room.icon for room in TITLE.parts().rooms.values())))
