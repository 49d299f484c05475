"""Names as a reader reads them: bots as the reader's language calls them, people where a sentence speaks of seats."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from domik.kernel.phrase import Argument, Phrase
from domik.language import LANGUAGES, words_for
from domik.server.rendering.viewer import Viewer
from domik.table import Table
from domik.table.seat import TableSeat

BOTS = ("ola", "mark", "finn", "mira", "janek", "sonia")  # in the order in which they are asked to sit down
CONFUSABLES = str.maketrans("авекмнорстухіјѕ", "abekmhopctyxijs")  # Cyrillic letters that one takes for Latin ones
SEAT_PHRASE = "seat.named"  # the phrase in a game's texts that stands for whoever sits somewhere


@lru_cache(maxsize=64)
def bot_name(number: int, language: str) -> str:
    """What a bot is called; more than six begin again."""
    return words_for(language, ("domik.web",)).say(Phrase(f"web.bot_name.{BOTS[number % len(BOTS)]}"))


@lru_cache(maxsize=1)
def bot_numbers_by_name() -> dict[str, int]:
    """The bots by all the names that they have in any language."""
    return {bot_name(number, language): number for language in LANGUAGES for number in range(len(BOTS))}


def display_name(seat: TableSeat, language: str) -> str:
    """A person's name as it was typed; a bot's in the reader's language, unless somebody christened it."""
    number = bot_numbers_by_name().get(seat.name, -1) if seat.is_bot else -1
    return seat.name if number < 0 else bot_name(number, language)


def confusable_key(name: str) -> str:
    """A name as the eye reads it: small and capital letters, Latin and Cyrillic ones, spaces and dots look alike."""
    plain = unicodedata.normalize("NFKC", name).casefold().translate(CONFUSABLES)
    return "".join(letter for letter in plain if letter.isalnum())


def spectator_name(table: Table, viewer: Viewer) -> str:
    """What an onlooker is called in the chat: never as anybody who plays here."""
    taken = {confusable_key(name) for seat in table.seats for name in (seat.name, display_name(seat, viewer.language))}
    taken |= {confusable_key(name) for name in bot_numbers_by_name()}
    return "" if confusable_key(viewer.name) in taken else viewer.name


def display_names(table: Table, language: str) -> list[str]:
    """Everybody at a table."""
    return [display_name(seat, language) for seat in table.seats]


def fill_in_names(phrase: Phrase, names: Sequence[str]) -> Phrase:
    """The same sentence with names where it speaks of seats."""
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
