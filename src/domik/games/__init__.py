"""The registry of games: the built-in ones, and plugins installed as other packages (kernel/plugins.py)."""

from __future__ import annotations

import copyreg
import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache

from domik import __version__
from domik.kernel.components import Components
from domik.kernel.errors import BadOption
from domik.kernel.package import GamePackage, Match, built_in_components
from domik.kernel.phrase import Phrase
from domik.kernel.plugins import GamePlugin, find_plugins


def treehouse_package() -> GamePackage:
    from domik.games.treehouse import TITLE

    return TITLE


def dream_home_package() -> GamePackage:
    from domik.games.dream_home import TITLE

    return TITLE


def cabin_package() -> GamePackage:
    from domik.games.cabin import TITLE

    return TITLE


def bower_package() -> GamePackage:
    from domik.games.bower import TITLE

    return TITLE


MAX_MATCHES = 512
MAX_OWN_MATCHES = 48  # with components of their own, which take half a megabyte each
BUILT_IN: dict[str, Callable[[], GamePackage]] = {
    "treehouse": treehouse_package,
    "dream_home": dream_home_package,
    "cabin": cabin_package,
    "bower": bower_package,
}


class GameRegistry(Mapping[str, GamePackage]):
    """All playable games by name, the built-in ones first.

    Plugins are searched for only when a built-in game does not answer the lookup.
    """

    def __getitem__(self, name: str) -> GamePackage:
        return BUILT_IN[name]() if name in BUILT_IN else _usable_guests()[0][name]

    def is_built_in(self, name: str) -> bool:
        """Whether the game ships with Domik; does not load plugins."""
        return name in BUILT_IN

    def __contains__(self, name: object) -> bool:
        return name in BUILT_IN or name in _usable_guests()[0]

    def __iter__(self) -> Iterator[str]:
        yield from BUILT_IN
        yield from _usable_guests()[0]

    def __len__(self) -> int:
        return len(BUILT_IN) + len(_usable_guests()[0])


GAMES = GameRegistry()


def game_package(name: str) -> GamePackage:
    """The game of that name; BadOption says that its plugin is broken, or lists the known names."""
    if name in GAMES:
        return GAMES[name]
    if name in _guests()[0]:
        return _guests()[0][name].load_package()
    raise BadOption(Phrase("error.game", {"game": name, "games": ", ".join(GAMES)}))


def cached_match(game: str, seats: int, options: Mapping[str, object], components: str = "") -> Match:
    """The Match of a game with these options, built and hashed once for all tables and decisions.

    `components` is the text of a component file; empty for the one that ships with the game.
    """
    chosen = json.dumps(dict(options), sort_keys=True)
    return _own_match(game, seats, chosen, components) if components else _match(game, seats, chosen)


@lru_cache(maxsize=MAX_MATCHES)
def _match(game: str, seats: int, options: str) -> Match:
    return game_package(game).match(seats, json.loads(options))


@lru_cache(maxsize=MAX_OWN_MATCHES)
def _own_match(game: str, seats: int, options: str, components: str) -> Match:
    return game_package(game).match(seats, json.loads(options), Components(components, "components.toml"))


def own_components(match: Match) -> str:
    """The text of a match's component file; empty where it is the one that ships with the game."""
    return "" if match.components.hash() == built_in_components(match.package).hash() else match.components.text


def reduce_match(match: Match) -> tuple[Callable[..., Match], tuple[object, ...]]:
    """How a match is pickled: by what it was made from."""
    return restore_match, (
        *(written_by(), match.package.name, match.seats, match.options_json()),
        own_components(match),
    )


def restore_match(writer: Writer, game: str, seats: int, options: Mapping[str, object], components: str) -> Match:
    """The match of a pickle; ValueError names the version that wrote it if this one cannot read it."""
    check_writer(writer)
    if components:
        return game_package(game).match(seats, options, Components(components, "pickle"))
    return cached_match(game, seats, options)


copyreg.pickle(Match, reduce_match)

PICKLE_FORMAT = 1
Writer = tuple[int, str]  # the format of a pickle and the version of Domik that wrote it


def written_by() -> Writer:
    """What every pickle of Domik begins with."""
    return PICKLE_FORMAT, __version__


def check_writer(writer: Writer) -> None:
    """ValueError unless this version reads the format of the pickle."""
    if writer[0] != PICKLE_FORMAT:
        raise ValueError(
            f"this pickle was written by Domik {writer[1]} in format {writer[0]}; Domik {__version__} reads format "
            f"{PICKLE_FORMAT}. Records (game.record().to_json()) are read by every later version"
        )


def game_packages() -> list[GamePackage]:
    """All playable games, plugins included."""
    return list(GAMES.values())


def unusable_guests() -> list[Phrase]:
    """One sentence for each installed plugin that cannot be played, with the reason."""
    return _guests()[1] + _usable_guests()[1]


@cache
def _guests() -> tuple[dict[str, GamePlugin], list[Phrase]]:
    """Installed plugins by name, and why the rejected ones were rejected."""
    return find_plugins(BUILT_IN)


@cache
def _usable_guests() -> tuple[dict[str, GamePackage], list[Phrase]]:
    """Plugins that load, and the errors of those that do not."""
    sound: dict[str, GamePackage] = {}
    broken: list[Phrase] = []
    for name, guest in _guests()[0].items():
        try:
            sound[name] = guest.load_package()
        except BadOption as error:
            broken.append(error.phrase)
    return sound, broken
