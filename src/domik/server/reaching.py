"""How others reach the house: whoever sits at the server's own machine knows it by a name that is theirs alone."""

from __future__ import annotations

from urllib.parse import urlsplit

from domik.server.house import House

OWN = ("localhost", "127.0.0.1", "::1", "0.0.0.0")


def is_own(origin: str) -> bool:
    """Whether that address leads nowhere but to the machine it is typed at."""
    return (urlsplit(origin).hostname or "") in OWN


def origin_for(house: House, origin: str) -> str:
    """The address to put into an invitation: on the local network where the reader's own is no use to others."""
    return house.reached_at if house.reached_at and is_own(origin) else origin
