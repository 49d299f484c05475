"""Names for the bots of a table that nobody who sits there has."""

from __future__ import annotations

from collections.abc import Iterable

from domik.language import LANGUAGES
from domik.server.rendering.player_names import BOTS, bot_name
from domik.table.names import look_alike


def free_bot_names(people: Iterable[str], language: str) -> list[str]:
    """All names of bots in their order, but those last that somebody has, whatever language they are read in."""
    names = list(people)

    def is_had(number: int) -> bool:
        called = [bot_name(number, one) for one in LANGUAGES]
        return any(look_alike(bot, name) for bot in called for name in names)

    return [bot_name(number, language) for number in sorted(range(len(BOTS)), key=is_had)]
