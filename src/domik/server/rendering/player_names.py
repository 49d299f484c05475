"""Names of players as a reader sees them: bots are named in the reader's language."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from domik.kernel.phrase import Argument, Phrase
from domik.language import LANGUAGES, words_for
from domik.server.rendering.page_state import Viewer
from domik.table import Table
from domik.table.table import TableSeat

BOTS = ("ola", "mark", "finn", "mira", "janek", "sonia")  # in the order in which bots are added
CONFUSABLES = str.maketrans("авекмнорстухіјѕ", "abekmhopctyxijs")  # Cyrillic letters that look like Latin ones
SEAT_PHRASE = "seat.named"  # the phrase in a game's texts that stands for the player at a seat


@lru_cache(maxsize=64)
def bot_name(number: int, language: str) -> str:
    """The name of a bot; after six, names repeat."""
    return words_for(language, ("domik.web",)).say(Phrase(f"web.bot_name.{BOTS[number % len(BOTS)]}"))


@lru_cache(maxsize=1)
def bot_numbers_by_name() -> dict[str, int]:
    """The bots by all their names in all languages."""
    return {bot_name(number, language): number for language in LANGUAGES for number in range(len(BOTS))}


def display_name(seat: TableSeat, language: str) -> str:
    """A person's name as typed; a bot's in the reader's language, unless it was given another one."""
    number = bot_numbers_by_name().get(seat.name, -1) if seat.is_bot else -1
    return seat.name if number < 0 else bot_name(number, language)


def confusable_key(name: str) -> str:
    """A key that is equal for names that look alike: case, script, spaces and punctuation are dropped."""
    plain = unicodedata.normalize("NFKC", name).casefold().translate(CONFUSABLES)
    return "".join(letter for letter in plain if letter.isalnum())


def spectator_name(table: Table, viewer: Viewer) -> str:
    """A spectator's name in the chat; empty where it looks like that of a player or bot."""
    taken = {confusable_key(name) for seat in table.seats for name in (seat.name, display_name(seat, viewer.language))}
    taken |= {confusable_key(name) for name in bot_numbers_by_name()}
    return "" if confusable_key(viewer.name) in taken else viewer.name


def display_names(table: Table, language: str) -> list[str]:
    return [display_name(seat, language) for seat in table.seats]


def fill_in_names(phrase: Phrase, names: Sequence[str]) -> Phrase:
    """The same phrase with names in place of seats."""
    if not any(isinstance(value, Phrase) for value in phrase.args.values()):
        return phrase
    args: dict[str, Argument] = {}
    for key, value in phrase.args.items():
        if isinstance(value, Phrase):
            number = value.args.get("seat") if value.key == SEAT_PHRASE else None
            args[key] = names[number - 1] if isinstance(number, int) else fill_in_names(value, names)
        else:
            args[key] = value
    return Phrase(phrase.key, args, phrase.texts)
