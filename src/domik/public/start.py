"""Entry points of the public API: start a new game, load a record, create a bot."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from domik.bots import Bot, bot_of, parse_bot
from domik.games import GAMES, game_package
from domik.kernel.components import Components, read_components
from domik.kernel.luck import luck_of
from domik.kernel.options import Flag
from domik.kernel.package import GamePackage
from domik.kernel.record import GameRecord, action_of, read_record
from domik.kernel.state import state_from_deal
from domik.public.errors import english_errors
from domik.public.move import Move
from domik.public.play import Play
from domik.public.view import View


def titles() -> tuple[str, ...]:
    """The names of all available games."""
    return tuple(GAMES)


def new(
    game: str,
    seats: int = 2,
    *,
    edition: str | None = None,
    variants: Sequence[str] = (),
    seed: int | str | None = None,
    components: str | Path | None = None,
    **options: object,
) -> Play:
    """A newly dealt game; the same seed gives the same deal. Errors say what input would be valid."""
    with english_errors():
        title = game_package(game)
    with english_errors(title.words_package):
        given = {**options, **variant_options(title, variants)}
        if edition is not None:
            given["edition"] = edition
        own = None if components is None else read_components(Path(components))
        match = title.match(seats, given, own)
    text = str(secrets.randbelow(10**9)) if seed is None else str(seed)
    deal = [int(number) for number in match.game.deal(luck_of(text).stream(0))]
    return Play(match, state_from_deal(match.game, deal), deal, text)


def variant_options(package: GamePackage, variants: Sequence[str]) -> dict[str, object]:
    if isinstance(variants, str):
        raise TypeError(f"variants is a list of names: variants=[{variants!r}]")
    given: dict[str, object] = {}
    for name in variants:
        groups = {option.name: option.group for option in package.schema.options if isinstance(option, Flag)}
        given |= package.schema.from_name(groups.get(name, "variant"), name)
    return given


def load(source: str | Path | GameRecord, components: str | Path | None = None) -> Play:
    """A game from its record, given as a file, JSON text or GameRecord; BadRecord says what is wrong with it."""
    with english_errors():
        record = (
            source
            if isinstance(source, GameRecord)
            else read_record(record_text(source), game_package, own_components(components))
        )
    with english_errors(record.match.package.words_package):
        play = Play(record.match, record.start(), record.deal, record.seed)
        record.end()
    for move in record.moves:
        play.apply(move.seat, action_of(move.action))
    return play


def own_components(components: str | Path | None) -> Components | None:
    return None if components is None else read_components(Path(components))


def record_text(source: str | Path) -> str:
    """The text of a record; a string that begins with a brace is the text itself."""
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return source
    return Path(source).read_text(encoding="utf-8")


class Player:
    """A bot that knows only the views it is given."""

    def __init__(self, spec: str, seed: int | str = 0) -> None:
        with english_errors("domik.bots"):
            parse_bot(spec)
        self.spec = spec
        self.luck = luck_of(f"bot {seed}")
        self._bot: Bot | None = None

    def decide(self, view: View) -> Move:
        """The move it would make; ValueError if the view has nothing to decide."""
        legal = view.legal_mask
        if not legal:
            raise ValueError(f"{view!r} has nothing to decide now")
        if self._bot is None:  # a program (`cmd:`) is started only for its first decision
            self._bot = bot_of(self.spec, self.luck, view.match)
        return Move(view.match, view.kernel_view, int(self._bot.decide(view.kernel_view, legal)))

    def __repr__(self) -> str:
        return f"<Player {self.spec}>"


def bot(spec: str, seed: int | str = 0) -> Player:
    """The bot of a spec, such as "hard" or "hard:milliseconds=20"; the same seed gives the same decisions."""
    return Player(spec, seed)
