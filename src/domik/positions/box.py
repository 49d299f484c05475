"""Box: how somebody's printed box differs from the component file that ships with a game.

It is kept as its differences and as the entries that were looked at, so that it fits an address (`token`); the whole
component file is made from it where it is used.
"""

from __future__ import annotations

import base64
import binascii
import json
import pickle
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import tomlkit

from domik.games import game_package
from domik.kernel.box_form import NAME, NUMBER, WORDS, BoxField, BoxSection, GameBoxForm
from domik.kernel.components import Components, entry_name
from domik.kernel.errors import BadComponents, BadOption
from domik.kernel.package import GamePackage, built_in_components
from domik.kernel.phrase import Phrase

LONGEST_TOKEN = 8000  # characters in an address or a form
LONGEST_BOX = 60_000  # bytes of what a token holds
LONGEST_TEXT = 40
MOST_KEPT = 48  # component files of boxes that are kept: half a megabyte each
FILE = "components.toml"
BoxValue = int | str | list[str]


@dataclass(frozen=True)
class BoxEntry:
    """A card, tile or list of values that can be corrected."""

    section: BoxSection
    name: str  # its id, or its number
    number: int
    shipped: Mapping[str, Any]  # as it ships with the game

    @property
    def key(self) -> str:
        return f"{self.section.key}.{self.name}" if self.name else self.section.key

    @property
    def fields(self) -> tuple[BoxField, ...]:
        return self.section.fields(self.shipped)

    def path(self, one: BoxField) -> str:
        return f"{self.key}.{'.'.join(one.path)}"

    def shipped_value(self, one: BoxField) -> BoxValue:
        place: Any = self.shipped
        for name in one.path:
            place = place[entry_key(place, name)]
        value: BoxValue = dict(place)["en"] if one.kind == NAME else place
        return value


def entry_key(place: Any, name: str) -> str | int:
    """The key of a table, or the index of the list entry that a path names."""
    if not isinstance(place, list):
        return name
    return next((at for at, entry in enumerate(place) if entry_name(entry, at + 1) == name), len(place))


def box_form_of(package: GamePackage) -> GameBoxForm:
    """What owners can correct; BadOption where the game does not say."""
    found = package.box_form()
    if found is None:
        raise BadOption(Phrase("error.no_box_form", {"game": package.name}))
    return found


@lru_cache(maxsize=16)
def box_entries(game: str) -> dict[str, BoxEntry]:
    """Everything that can be corrected, by key, in the order of the form."""
    package = game_package(game)
    data = built_in_components(package).data
    found: dict[str, BoxEntry] = {}
    for section in box_form_of(package).sections:
        listed = data[section.key]
        pairs = enumerate(listed, 1) if isinstance(listed, list) else [(0, listed)]
        for number, entry in pairs:
            one = BoxEntry(section, entry_name(entry, number) if number else "", number, entry)
            if one.fields:
                found[one.key] = one
    return found


@dataclass(frozen=True)
class Box:
    """Values by path that differ from the shipped ones, and the entries that were looked at."""

    game: str
    values: Mapping[str, BoxValue] = field(default_factory=dict)
    seen: frozenset[str] = frozenset()

    @property
    def entries(self) -> dict[str, BoxEntry]:
        return box_entries(self.game)

    def value(self, entry: BoxEntry, one: BoxField) -> BoxValue:
        return self.values.get(entry.path(one), entry.shipped_value(one))

    def put(self, entry: BoxEntry, one: BoxField, value: BoxValue) -> Box:
        """A copy with another value; the shipped one is no difference."""
        values = {path: kept for path, kept in self.values.items() if path != entry.path(one)}
        if value != entry.shipped_value(one):
            values[entry.path(one)] = value
        return replace(self, values=values)

    def look_at(self, key: str) -> Box:
        return replace(self, seen=self.seen | {key}) if key in self.entries else self

    def needed_keys(self) -> list[str]:
        """The entries whose faces are our reconstruction."""
        return [key for key, entry in self.entries.items() if entry.section.is_needed]

    @property
    def is_complete(self) -> bool:
        """Whether all that had to be reconstructed was looked at, so that pictures are those of the box."""
        return all(key in self.seen for key in self.needed_keys())

    def changes(self) -> Iterator[tuple[BoxEntry, BoxField, BoxValue, BoxValue]]:
        """Every difference in the order of the form: entry, field, shipped value, the box's own."""
        for entry in self.entries.values():
            for one in entry.fields:
                if entry.path(one) in self.values:
                    yield entry, one, entry.shipped_value(one), self.values[entry.path(one)]

    def components(self) -> Components:
        """The component file of this box, checked by the game's loader; BadComponents says what cannot be."""
        return box_components(self.game, self.token())

    def token(self) -> str:
        """The box as letters that fit an address; empty where nothing differs and nothing was looked at."""
        if not self.values and not self.seen:
            return ""
        whole = json.dumps([self.game, self.values, sorted(self.seen)], sort_keys=True, ensure_ascii=False)
        return base64.urlsafe_b64encode(zlib.compress(whole.encode(), 9)).decode().rstrip("=")


def read_box(game: str, token: str) -> Box:
    """The box of a token; BadOption where it is damaged or of another game. Unknown values are left out."""
    if not token:
        return Box(game)
    wrong = BadOption(Phrase("error.box_token"))
    if len(token) > LONGEST_TOKEN or not token.isascii():
        raise wrong
    try:
        packed = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
        unpacker = zlib.decompressobj()
        name, values, seen = json.loads(unpacker.decompress(packed, LONGEST_BOX))
    except (binascii.Error, zlib.error, ValueError, TypeError, RecursionError):
        raise wrong from None
    if name != game or not isinstance(values, dict) or not isinstance(seen, list):
        raise wrong
    box = Box(game, {}, frozenset(key for key in seen if isinstance(key, str) and key in box_entries(game)))
    for entry in box.entries.values():
        for one in entry.fields:
            value: Any = values.get(entry.path(one))
            if is_value(one, value):
                box = box.put(entry, one, value)
    return box


def is_value(one: BoxField, value: object) -> bool:
    """Whether a value has the form that its field holds; what it may be is the loader's to say."""
    if one.kind == NUMBER:
        return type(value) is int and abs(value) < 1000
    if one.kind == WORDS:
        return isinstance(value, list) and len(value) <= 9 and all(isinstance(word, str) for word in value)
    return isinstance(value, str) and 0 < len(value) <= LONGEST_TEXT


@lru_cache(maxsize=16)
def _shipped_document(game: str) -> bytes:
    """The parsed file as a pickle: to unpickle it takes a third of the time to parse or copy it."""
    return pickle.dumps(tomlkit.parse(built_in_components(game_package(game)).text))


@lru_cache(maxsize=MOST_KEPT)
def components_text(game: str, token: str) -> str:
    """The component file of a box as text, with the comments of the shipped one; not checked."""
    box, shipped = read_box(game, token), built_in_components(game_package(game)).text
    if not box.values:
        return shipped
    document: Any = pickle.loads(_shipped_document(game))
    for path, value in box.values.items():
        place: Any = document
        *parents, last = path.split(".")
        for name in parents:
            place = place[entry_key(place, name)]
        key = entry_key(place, last)
        if isinstance(place[key], dict):  # a name in three languages: the printed card has one
            place[key].update(dict.fromkeys(place[key], value))
        else:
            place[key] = value
    box_form_of(game_package(game)).fit(document)
    return str(tomlkit.dumps(document))


@lru_cache(maxsize=MOST_KEPT)
def box_components(game: str, token: str) -> Components:
    """The component file of a token, checked by the game's loader; BadComponents says what cannot be."""
    found = Components(components_text(game, token), FILE)
    game_package(game).parts(found)
    return found


def loader_objection(box: Box) -> tuple[str, Phrase] | None:
    """Where the loader refuses a box and why: the path in the file and a sentence; None where it is fine."""
    try:
        box.components()
    except BadComponents as error:
        place, why = error.phrase.args.get("place", ""), error.phrase.args.get("why", error.phrase)
        return str(place), why if isinstance(why, Phrase) else error.phrase
    return None


def own_box_text(game: str, token: str) -> str:
    """The component file of a token as text, checked; empty where the box has the values that ship with the game."""
    box = read_box(game, token) if token else Box(game)
    return box.components().text if box.values else ""
