"""Entry points of the public API: start a new game, load a record, create a bot."""

from __future__ import annotations

import copy
import operator
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import SupportsIndex

from domik.bots import Bot, bot_of, parse_bot
from domik.games import GAMES, Writer, check_writer, game_package, written_by
from domik.kernel.components import Components, read_components
from domik.kernel.luck import Luck, luck_of
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
    seats: int | None = None,
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
        many = title.default_seats if seats is None else whole_number("seats", seats)
        match = title.match(many, given, own)
    text = str(secrets.randbelow(10**9)) if seed is None else seed_text(seed)
    deal = [int(number) for number in match.game.deal(luck_of(text).stream(0))]
    return Play(match, state_from_deal(match.game, deal), deal, text)


def whole_number(what: str, value: object) -> int:
    """An integer from Python or NumPy; TypeError for anything else, which is never rounded or read as text."""
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        return operator.index(value)
    raise TypeError(f"{what} is a whole number, such as {what}=2, not {value!r}")


def seed_text(seed: int | str) -> str:
    """A seed as text: any text, or a whole number."""
    return seed if isinstance(seed, str) else str(whole_number("seed", seed))


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
        self.luck = luck_of(f"bot {seed_text(seed)}")
        self._bot: Bot | None = None

    def decide(self, view: View) -> Move:
        """The move it would make; ValueError if the view has nothing to decide."""
        legal = view.legal_mask
        if not legal:
            raise ValueError(f"{view!r} has nothing to decide now")
        if self._bot is None:  # a program (`cmd:`) is started only for its first decision
            self._bot = bot_of(self.spec, self.luck, view.match)
        return Move(view.match, view.kernel_view, int(self._bot.decide(view.kernel_view, legal)))

    def __copy__(self) -> Player:
        return copy.deepcopy(self)  # a bot's random stream must not be shared

    def __reduce__(self) -> tuple[object, ...]:
        return restore_player, (written_by(), self.spec, self.luck, self._bot)

    def __repr__(self) -> str:
        return f"<Player {self.spec}>"


def restore_player(writer: Writer, spec: str, luck: Luck, inner: Bot | None) -> Player:
    """The bot of a pickle."""
    check_writer(writer)
    player = Player(spec)
    player.luck, player._bot = luck, inner
    return player


def bot(spec: str, seed: int | str = 0) -> Player:
    """The bot of a spec, such as "hard" or "hard:milliseconds=20"; the same seed gives the same decisions."""
    return Player(spec, seed)
