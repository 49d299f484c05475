"""Read game records from a file or standard input: one JSON document, JSON Lines, or a dataset's Parquet file."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domik.cli.choices import add_components, whole_number
from domik.games import game_package
from domik.kernel.components import read_components
from domik.kernel.errors import BadRecord
from domik.kernel.game import MOST_ACTIONS
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.record import GameRecord, read_record
from domik.language import Words, words_for


@dataclass
class LoadedRecord:
    """A record and the JSON document it was read from."""

    record: GameRecord
    document: dict[str, Any]

    def words(self, language: str) -> Words:
        return words_for(language, (self.record.match.package.words_package, "domik.table", "domik.cli"))


def add_file(parser: ArgumentParser, say: Words) -> None:
    """The arguments FILE, --number and --components."""
    file = say(Phrase("choice.FILE"))
    parser.add_argument("file", metavar=file, help=say(Phrase("record.file")))
    parser.add_argument("--number", metavar="N", type=whole_number(say, 1), help=say(Phrase("record.number")))
    add_components(parser, say, file)


def texts_from(args: Namespace) -> list[str]:
    """The file's records as texts: the whole file if it is one document, else its lines."""
    if args.file.endswith(".parquet"):
        from domik.sim.dataset import read_table  # only then: most commands do not simulate

        texts = list(read_table(Path(args.file)))
        return texts if args.number is None else [chosen_text(texts, args.number)]
    whole = read_text(args.file)
    try:
        json.loads(whole)
        texts = [whole]
    except ValueError:
        texts = [line for line in whole.splitlines() if line.strip()]
        if not are_json_lines(texts):
            texts = [whole]  # broken JSON: the record parser reports where
    except RecursionError:
        raise BadRecord(Phrase("error.record_shape")) from None
    return texts if args.number is None else [chosen_text(texts, args.number)]


def chosen_text(texts: list[str], number: int) -> str:
    """The record of this number, counted from 1; BadRecord if there are not so many."""
    if number > len(texts):
        raise BadRecord(Phrase("record.too_few", {"n": len(texts), "number": number}))
    return texts[number - 1]


def are_json_lines(lines: list[str]) -> bool:
    """Whether each line looks like a document of its own; the last one may have been cut off."""
    whole = all(line.lstrip().startswith("{") for line in lines)
    return whole and len(lines) > 1 and all(line.rstrip().endswith("}") for line in lines[:-1])


def single_text(args: Namespace) -> str:
    """The only record, or the one chosen by --number; BadRecord if there are several."""
    texts = texts_from(args)
    if len(texts) > 1:
        raise BadRecord(Phrase("replay.which", {"n": len(texts)}))
    return texts[0]


def record_from(text: str, args: Namespace) -> LoadedRecord:
    """Parse and check one record."""
    components = read_components(args.components) if args.components else None
    record = read_record(text, game_package, components)
    for number, move in enumerate(record.moves, 1):
        if max(abs(move.seat), abs(move.action)) > MOST_ACTIONS:  # compiled code accepts only numbers that fit
            where: dict[str, Argument] = {"number": number, "seat": move.seat, "action": move.action}
            raise BadRecord(Phrase("error.record_move", where))
    return LoadedRecord(record, json.loads(text))


def read_text(name: str) -> str:
    """Read a file, or standard input for `-`; raises BadRecord."""
    try:
        if name == "-":
            return sys.stdin.read()
        return Path(name).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadRecord(Phrase("error.file", {"file": name, "why": why_unreadable(error)})) from None


def why_unreadable(error: OSError | ValueError) -> Phrase:
    """The reason of an error, translated for the common cases."""
    if isinstance(error, ValueError):  # bytes that are not text, or a NUL in the name
        return Phrase("cli.not_text")
    known = {FileNotFoundError: "no_file", IsADirectoryError: "folder", PermissionError: "forbidden"}
    key = known.get(type(error), "system")
    return Phrase(f"cli.{key}", {"why": error.strerror or ""})
