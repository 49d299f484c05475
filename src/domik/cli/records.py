"""Records from a file or from standard input, one document or JSON Lines."""

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
    """A record and the document it was read from."""

    record: GameRecord
    document: dict[str, Any]

    def words(self, language: str) -> Words:
        """The words of the record's game and of the command line."""
        return words_for(language, (self.record.match.package.words_package, "domik.table", "domik.cli"))


def add_file(parser: ArgumentParser, say: Words) -> None:
    """FILE, which of its games, and with which components."""
    file = say(Phrase("choice.FILE"))
    parser.add_argument("file", metavar=file, help=say(Phrase("record.file")))
    parser.add_argument("--number", metavar="N", type=whole_number(say, 1), help=say(Phrase("record.number")))
    add_components(parser, say, file)


def texts_from(args: Namespace) -> list[str]:
    """The documents of the file as text: a whole file that is one document, else one a line."""
    whole = read_text(args.file)
    try:
        json.loads(whole)
        texts = [whole]
    except ValueError:
        texts = [line for line in whole.splitlines() if line.strip()]
        if not texts or not all(line.lstrip().startswith("{") and line.rstrip().endswith("}") for line in texts):
            texts = [whole]  # broken JSON: let the reader of records say where
    except RecursionError:
        raise BadRecord(Phrase("error.record_shape")) from None
    if args.number is None:
        return texts
    if args.number > len(texts):
        raise BadRecord(Phrase("record.too_few", {"n": len(texts), "number": args.number}))
    return [texts[args.number - 1]]


def single_text(args: Namespace) -> str:
    """The one record that is meant; BadRecord asks which of several."""
    texts = texts_from(args)
    if len(texts) > 1:
        raise BadRecord(Phrase("replay.which", {"n": len(texts)}))
    return texts[0]


def record_from(text: str, args: Namespace) -> LoadedRecord:
    """One record, checked."""
    components = read_components(args.components) if args.components else None
    record = read_record(text, game_package, components)
    for number, move in enumerate(record.moves, 1):
        if max(abs(move.seat), abs(move.action)) > MOST_ACTIONS:  # a compiled table takes only numbers of its size
            where: dict[str, Argument] = {"number": number, "seat": move.seat, "action": move.action}
            raise BadRecord(Phrase("error.record_move", where))
    return LoadedRecord(record, json.loads(text))


def read_text(name: str) -> str:
    """All of a file, or of standard input for `-`."""
    try:
        if name == "-":
            return sys.stdin.read()
        return Path(name).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadRecord(Phrase("error.file", {"file": name, "why": why_unreadable(error)})) from None


def why_unreadable(error: OSError | ValueError) -> Phrase:
    """Why a file cannot be read or written, in the reader's language for what happens often."""
    if isinstance(error, ValueError):  # bytes that are no text, or a name with a zero in it
        return Phrase("cli.not_text")
    known = {FileNotFoundError: "no_file", IsADirectoryError: "folder", PermissionError: "forbidden"}
    key = known.get(type(error), "system")
    return Phrase(f"cli.{key}", {"why": error.strerror or ""})
