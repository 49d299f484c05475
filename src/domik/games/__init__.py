"""The registry: one line a game."""

from __future__ import annotations

import importlib

from domik.kernel.errors import BadOption
from domik.kernel.phrase import Phrase
from domik.kernel.title import Title

GAMES: dict[str, str] = {
    "treehouse": "domik.games.treehouse",
    "dream_home": "domik.games.dream_home",
    "cabin": "domik.games.cabin",
    "bower": "domik.games.bower",
}


def title_of(name: str) -> Title:
    """The game of that name, or BadOption that lists the names there are."""
    if name not in GAMES:
        raise BadOption(Phrase("error.game", {"game": name, "games": ", ".join(GAMES)}))
    title: Title = importlib.import_module(GAMES[name]).TITLE
    return title


def titles() -> list[Title]:
    """Every game."""
    return [title_of(name) for name in GAMES]
