"""One file with everything that a person has here: games, puzzles, lessons, name and animal; records are read, too."""

from __future__ import annotations

import contextlib
import io
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Annotated

import msgspec
from msgspec import Meta

from domik.games import game_package
from domik.kernel.errors import BadRecord, DomikError
from domik.kernel.package import built_in_components
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord, read_record
from domik.server.http.errors import HttpError
from domik.server.pages.learn.lesson_pages import MOST_LESSONS
from domik.server.pages.people.exported_game import ShortText, Time, journal_of_record
from domik.server.store.repositories import TriedPuzzle
from domik.table import Entry
from domik.table.clock import now

FORMAT = 1
ABOUT, GAMES = "domik.json", "games.jsonl"  # in the archive
LARGEST_FILE = 8_000_000  # bytes
LARGEST_UNPACKED = 64_000_000
LARGEST_ABOUT = 4_000_000
LARGEST_GAME = 300_000  # bytes of one game: a long one has ten thousand
MOST_GAMES = 2000
FILE_TIME = (2026, 1, 1, 0, 0, 0)
BAD_REQUEST = 400


Stars = Annotated[int, Meta(ge=0, le=3)]


class About(msgspec.Struct, frozen=True):
    """What a file holds besides games."""

    format: int
    saved: Time
    name: ShortText = ""
    animal: ShortText = ""
    puzzles: Annotated[list[TriedPuzzle], Meta(max_length=20_000)] = []
    stars: dict[ShortText, Annotated[dict[ShortText, Stars], Meta(max_length=MOST_LESSONS)]] = {}


@dataclass(frozen=True)
class FoundGame:
    """A game of a file that nobody has checked yet; a record says at which table it was played."""

    journal: object
    table: str = ""


@dataclass(frozen=True)
class DataFile:
    """A file that was read; its games are read one after another, as all of them at once would fill the memory."""

    about: About
    lines: Iterator[bytes]
    are_records: bool = False

    def games(self, name: str) -> Iterator[FoundGame | None]:
        """The games, None for one of which not even the text can be read; `name` is the reader's."""
        for line in self.lines:
            if line.strip():
                yield self._read_game(line, name)

    def _read_game(self, line: bytes, name: str) -> FoundGame | None:
        if len(line) > LARGEST_GAME:
            return None
        try:
            return game_from_record(line.decode(), name) if self.are_records else FoundGame(msgspec.json.decode(line))
        except (DomikError, ValueError, OverflowError, KeyError, TypeError, AttributeError, RecursionError):
            return None


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


def read_file(data: bytes) -> DataFile:
    """A file of write_file, or records as docs/records.md has them; HttpError 400 says that it is neither."""
    return read_archive(data) if data[:2] == b"PK" else read_records(data)


def read_archive(data: bytes) -> DataFile:
    with told_damages():
        archive = zipfile.ZipFile(io.BytesIO(data))
        about = msgspec.json.decode(read_about(archive), type=About)
        archive.getinfo(GAMES)
    if about.format > FORMAT:
        raise no_file("newer_file")
    return DataFile(about, islice(archived_lines(archive), MOST_GAMES))


@contextlib.contextmanager
def told_damages() -> Iterator[None]:
    """A sentence for everything that can be wrong with an archive."""
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, KeyError, msgspec.DecodeError, OSError, EOFError, RuntimeError):
        raise no_file() from None


def read_about(archive: zipfile.ZipFile) -> bytes:
    with archive.open(ABOUT) as file:
        data = file.read(LARGEST_ABOUT + 1)
    if len(data) > LARGEST_ABOUT:
        raise zipfile.BadZipFile(ABOUT)
    return data


def archived_lines(archive: zipfile.ZipFile) -> Iterator[bytes]:
    """The lines of an archive's games, unpacked as they are asked for; a line that is too long comes in pieces."""
    size = 0
    with archive, archive.open(GAMES) as file:
        while True:
            with told_damages():
                line = file.readline(LARGEST_GAME + 1)
            size += len(line)
            if size > LARGEST_UNPACKED:
                raise no_file()
            if not line:
                return
            yield line


# ---- records -----------------------------------------------------------------------------------------------------


class RecordHead(msgspec.Struct):
    """What tells a record from other JSON; its moves are skipped and not read."""

    schema: msgspec.Raw
    moves: msgspec.Raw


def read_records(data: bytes) -> DataFile:
    """One record, or one in each line."""
    lines = [line for line in islice(io.BytesIO(data), MOST_GAMES) if line.strip()]
    if is_record(data):  # a single record may be spread over many lines
        lines = [data]
    if not any(map(is_record, lines)):
        raise no_file()
    return DataFile(About(FORMAT, 0), iter(lines), are_records=True)


def is_record(text: bytes) -> bool:
    if len(text) > LARGEST_GAME:
        return False
    try:
        msgspec.json.decode(text, type=RecordHead)
    except (ValueError, RecursionError):  # of msgspec, too, and where the bytes are no text
        return False
    return True


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
