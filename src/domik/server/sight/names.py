"""Names as a reader reads them: bots as the reader's language calls them, people where a sentence speaks of seats."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from domik.kernel.phrase import Argument, Phrase
from domik.language import LANGUAGES, words_for
from domik.server.sight.viewer import Viewer
from domik.table import Table
from domik.table.seat import Seat

BOTS = ("ola", "mark", "finn", "mira", "janek", "sonia")  # in the order in which they are asked to sit down
LOOKS_LIKE = str.maketrans("авекмнорстухіјѕ", "abekmhopctyxijs")  # Cyrillic letters that one takes for Latin ones
SEAT = "seat.named"  # the phrase in a game's texts that stands for whoever sits somewhere


@lru_cache(maxsize=64)
def bot_name(number: int, language: str) -> str:
    """What a bot is called; more than six begin again."""
    return words_for(language, ("domik.web",)).say(Phrase(f"web.bot_name.{BOTS[number % len(BOTS)]}"))


@lru_cache(maxsize=1)
def known_names() -> dict[str, int]:
    """The bots by all the names that they have in any language."""
    return {bot_name(number, language): number for language in LANGUAGES for number in range(len(BOTS))}


def name_of(seat: Seat, language: str) -> str:
    """A person's name as it was typed; a bot's in the reader's language, unless somebody christened it."""
    number = known_names().get(seat.name, -1) if seat.is_bot else -1
    return seat.name if number < 0 else bot_name(number, language)


def alike(name: str) -> str:
    """A name as the eye reads it: small and capital letters, Latin and Cyrillic ones, spaces and dots look alike."""
    plain = unicodedata.normalize("NFKC", name).casefold().translate(LOOKS_LIKE)
    return "".join(letter for letter in plain if letter.isalnum())


def onlooker_name(table: Table, viewer: Viewer) -> str:
    """What an onlooker is called in the chat: never as anybody who plays here."""
    taken = {alike(name) for seat in table.seats for name in (seat.name, name_of(seat, viewer.language))}
    taken |= {alike(name) for name in known_names()}
    return "" if alike(viewer.name) in taken else viewer.name


def names_at(table: Table, language: str) -> list[str]:
    """Everybody at a table."""
    return [name_of(seat, language) for seat in table.seats]


def with_names(phrase: Phrase, names: Sequence[str]) -> Phrase:
    """The same sentence with names where it speaks of seats."""
    if not any(isinstance(value, Phrase) for value in phrase.args.values()):
        return phrase
    args: dict[str, Argument] = {}
    for key, value in phrase.args.items():
        if isinstance(value, Phrase):
            number = value.args.get("seat") if value.key == SEAT else None
            args[key] = names[number - 1] if isinstance(number, int) else with_names(value, names)
        else:
            args[key] = value
    return Phrase(phrase.key, args, phrase.texts)
