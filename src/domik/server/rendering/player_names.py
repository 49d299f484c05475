"""Names of players as a reader sees them: bots are named in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from domik.kernel.phrase import Argument, Phrase
from domik.language import LANGUAGES, words_for
from domik.server.http.errors import HttpError
from domik.server.rendering.page_state import Viewer
from domik.server.store import Store
from domik.server.store.repositories import normalize_name
from domik.table import Table
from domik.table.names import look_alike
from domik.table.table import ANIMALS, TableSeat

BOTS = ("ola", "mark", "finn", "mira", "janek", "sonia")  # in the order in which bots are added
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


def spectator_name(table: Table, viewer: Viewer) -> str:
    """A spectator's name in the chat; empty where it looks like that of a player or bot."""
    names = [name for seat in table.seats for name in (seat.name, display_name(seat, viewer.language))]
    return "" if any(look_alike(viewer.name, name) for name in (*names, *bot_numbers_by_name())) else viewer.name


@lru_cache(maxsize=1)
def default_names() -> frozenset[str]:
    """Names that people get who type none, in all languages: they are nobody's own."""
    spoken = [words_for(language, ("domik.web",)) for language in LANGUAGES]
    keys = ["web.guest", *(f"web.animal.{animal}" for animal in ANIMALS)]
    return frozenset(normalize_name(words.say(Phrase(key))) for words in spoken for key in keys)


async def is_name_taken(store: Store, name: str, owner: str) -> bool:
    """Whether a name is somebody else's here: of a person whom the administrator has admitted, or on a profile."""
    wanted = normalize_name(name)
    if not wanted or wanted in default_names():
        return False
    if await store.profiles.find_owner(name) not in ("", owner):
        return True
    known = await store.people.list_known()
    return any(other != owner and normalize_name(one.name) == wanted for other, one in known)


async def check_name_free(store: Store, name: str, owner: str) -> None:
    """Raise HttpError 409 for a name that is somebody else's."""
    if await is_name_taken(store, name, owner):
        raise HttpError(409, Phrase("web.error.name_taken", {"name": name}))


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
