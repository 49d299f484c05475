"""Where a game begins: a fresh deal, or a record."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from domik.games import GAMES, title_of
from domik.kernel.components import Components, read_components
from domik.kernel.luck import luck_of
from domik.kernel.options import Flag
from domik.kernel.record import Record, action_of, read_record
from domik.kernel.state import dealt_state
from domik.kernel.title import Title
from domik.public.errors import plainly
from domik.public.play import Play


def titles() -> tuple[str, ...]:
    """The names of the games there are."""
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
    """A freshly dealt game; the same seed deals the same. Wrong input says what would be right."""
    with plainly():
        title = title_of(game)
    with plainly(title.words):
        given = {**options, **named(title, variants)}
        if edition is not None:
            given["edition"] = edition
        own = None if components is None else read_components(Path(components))
        match = title.match(seats, given, own)
    text = str(secrets.randbelow(10**9)) if seed is None else str(seed)
    deal = [int(number) for number in match.game.deal(luck_of(text).stream(0))]
    return Play(match, dealt_state(match.game, deal), deal, text)


def named(title: Title, variants: Sequence[str]) -> dict[str, object]:
    """Variants and modes by their names."""
    if isinstance(variants, str):
        raise TypeError(f"variants is a list of names: variants=[{variants!r}]")
    given: dict[str, object] = {}
    for name in variants:
        groups = {option.name: option.group for option in title.schema.options if isinstance(option, Flag)}
        given |= title.schema.named(groups.get(name, "variant"), name)
    return given


def load(source: str | Path | Record, components: str | Path | None = None) -> Play:
    """A game from its record: a file, or the JSON text itself; BadRecord says what is wrong with it."""
    with plainly():
        record = source if isinstance(source, Record) else read_record(text_of(source), title_of, own_of(components))
    with plainly(record.match.title.words):
        play = Play(record.match, record.start(), record.deal, record.seed)
        record.end()
    for move in record.moves:
        play.apply(move.seat, action_of(move.action))
    return play


def own_of(components: str | Path | None) -> Components | None:
    """Somebody's own component file."""
    return None if components is None else read_components(Path(components))


def text_of(source: str | Path) -> str:
    """The record's text; what begins with a brace is the text itself."""
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return source
    return Path(source).read_text(encoding="utf-8")
