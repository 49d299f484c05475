"""One file with everything that a person has here: games, puzzles, lessons, name and animal; records are read, too."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from domik.games import game_package
from domik.kernel.errors import BadRecord, DomikError
from domik.kernel.package import built_in_components
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord, read_record
from domik.server.http.errors import HttpError
from domik.server.pages.people.exported_game import ShortText, Time, journal_of_record
from domik.server.store.repositories import TriedPuzzle
from domik.table import Entry
from domik.table.clock import now

FORMAT = 1
ABOUT, GAMES = "domik.json", "games.jsonl"  # in the archive
LARGEST_FILE = 8_000_000  # bytes
LARGEST_UNPACKED = 64_000_000
MOST_GAMES = 2000
FILE_TIME = (2026, 1, 1, 0, 0, 0)
BAD_REQUEST = 400


class About(msgspec.Struct, frozen=True):
    """What a file holds besides games."""

    format: int
    saved: Time
    name: ShortText = ""
    animal: ShortText = ""
    puzzles: Annotated[list[TriedPuzzle], Meta(max_length=20_000)] = []
    stars: dict[ShortText, dict[ShortText, Annotated[int, Meta(ge=0, le=3)]]] = {}


@dataclass(frozen=True)
class FoundGame:
    """A game of a file that nobody has checked yet; a record says at which table it was played."""

    journal: object
    table: str = ""


@dataclass(frozen=True)
class DataFile:
    """A file that was read; `broken` counts the games of which not even the text can be read."""

    about: About
    games: list[FoundGame] = field(default_factory=list)
    broken: int = 0


def no_file(reason: str = "no_file") -> HttpError:
    return HttpError(BAD_REQUEST, Phrase(f"web.things.{reason}"))


def write_file(about: About, journals: list[list[Entry]]) -> bytes:
    """The archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(archive_entry(ABOUT), msgspec.json.encode(about))
        archive.writestr(archive_entry(GAMES), b"\n".join(msgspec.json.encode(journal) for journal in journals))
    return out.getvalue()


def archive_entry(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, FILE_TIME)
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def read_file(data: bytes, name: str) -> DataFile:
    """A file of write_file, or records as docs/records.md has them; HttpError 400 says that it is neither.

    `name` is the reader's: in records, their own seat has it.
    """
    if data[:2] == b"PK":
        return read_archive(data)
    return read_records(data, name)


def read_archive(data: bytes) -> DataFile:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            about = msgspec.json.decode(read_entry(archive, ABOUT), type=About)
            lines = read_entry(archive, GAMES).splitlines()
    except (zipfile.BadZipFile, KeyError, msgspec.DecodeError, OSError, EOFError, NotImplementedError, RuntimeError):
        raise no_file() from None
    if about.format > FORMAT:
        raise no_file("newer_file")
    return with_games(about, lines[:MOST_GAMES])


def read_entry(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as file:
        data = file.read(LARGEST_UNPACKED + 1)
    if len(data) > LARGEST_UNPACKED:
        raise zipfile.BadZipFile(name)
    return data


def with_games(about: About, lines: list[bytes]) -> DataFile:
    games, broken = list[FoundGame](), 0
    for line in lines:
        try:
            games.append(FoundGame(msgspec.json.decode(line)))
        except msgspec.DecodeError:
            broken += 1
    return DataFile(about, games, broken)


# ---- records -----------------------------------------------------------------------------------------------------


def read_records(data: bytes, name: str) -> DataFile:
    """One record, or one in each line."""
    try:
        lines = [line for line in data.decode().splitlines() if line.strip()][:MOST_GAMES]
    except UnicodeDecodeError:
        raise no_file() from None
    if len(lines) != 1 or not is_record(lines[0]):  # a single record may be spread over many lines
        lines = [data.decode()] if is_record(data.decode()) else lines
    if not any(map(is_record, lines)):
        raise no_file()
    games, broken = list[FoundGame](), 0
    for line in lines:
        try:
            games.append(game_from_record(line, name))
        except (DomikError, ValueError, OverflowError, KeyError, TypeError, AttributeError):
            broken += 1
    return DataFile(About(FORMAT, 0), games, broken)


def is_record(text: str) -> bool:
    try:
        found = json.loads(text)
    except ValueError:
        return False
    return isinstance(found, dict) and "schema" in found and "moves" in found


def game_from_record(text: str, name: str) -> FoundGame:
    """A record as a journal, to be replayed; tables have the built-in cards only, so BadRecord for others."""
    record = read_record(text, game_package)
    if record.match.components.hash() != built_in_components(record.match.package).hash():
        raise BadRecord(Phrase("error.record_components", {"hash": record.match.components.hash()}))
    return FoundGame(journal_of_record(record, played_at(record), name), str(record.extra.get("table", "")))


def played_at(record: GameRecord) -> int:
    """When a record was played, in milliseconds; one that does not say was played now."""
    try:
        return int(datetime.fromisoformat(str(record.extra["date"])).timestamp() * 1000)
    except (KeyError, ValueError):
        return now()
