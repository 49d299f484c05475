"""The registry: one line a game of our own; guests come from other packages by themselves (kernel/guest.py)."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from functools import cache

from domik.kernel.errors import BadOption
from domik.kernel.guest import Guest, found_guests
from domik.kernel.phrase import Phrase
from domik.kernel.title import Title

OURS: dict[str, str] = {
    "treehouse": "domik.games.treehouse",
    "dream_home": "domik.games.dream_home",
    "cabin": "domik.games.cabin",
    "bower": "domik.games.bower",
}


class Games(Mapping[str, Title]):
    """Every game that can be played, by its name, ours first; guests are looked for only when ours are no answer."""

    def __getitem__(self, name: str) -> Title:
        if name not in OURS:
            return _welcome()[0][name]
        title: Title = importlib.import_module(OURS[name]).TITLE
        return title

    def is_ours(self, name: str) -> bool:
        """Whether it is a game of our own: nobody else is asked."""
        return name in OURS

    def __contains__(self, name: object) -> bool:
        return name in OURS or name in _welcome()[0]

    def __iter__(self) -> Iterator[str]:
        yield from OURS
        yield from _welcome()[0]

    def __len__(self) -> int:
        return len(OURS) + len(_welcome()[0])


GAMES = Games()


def title_of(name: str) -> Title:
    """The game of that name, or BadOption: that its package is broken, or the names there are."""
    if name in GAMES:
        return GAMES[name]
    if name in _guests()[0]:
        return _guests()[0][name].title()
    raise BadOption(Phrase("error.game", {"game": name, "games": ", ".join(GAMES)}))


def titles() -> list[Title]:
    """Every game that can be played."""
    return list(GAMES.values())


def left_out() -> list[Phrase]:
    """The guests that cannot be played, a sentence for each that says why."""
    return _guests()[1] + _welcome()[1]


@cache
def _guests() -> tuple[dict[str, Guest], list[Phrase]]:
    """Who came, and who was stopped at the door."""
    return found_guests(OURS)


@cache
def _welcome() -> tuple[dict[str, Title], list[Phrase]]:
    """Those who came and are sound, and what is wrong with the others."""
    sound: dict[str, Title] = {}
    broken: list[Phrase] = []
    for name, guest in _guests()[0].items():
        try:
            sound[name] = guest.title()
        except BadOption as error:
            broken.append(error.phrase)
    return sound, broken
