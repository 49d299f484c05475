"""Records from a file or from standard input, one document or JSON Lines."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domik.cli.choices import add_components, whole_number
from domik.games import title_of
from domik.kernel.components import read_components
from domik.kernel.errors import BadRecord
from domik.kernel.phrase import Phrase
from domik.kernel.record import Record, read_record
from domik.language import Words, words_for


@dataclass
class Found:
    """A record and the document it was read from."""

    record: Record
    document: dict[str, Any]

    def words(self, language: str) -> Words:
        """The words of the record's game and of the command line."""
        return words_for(language, (self.record.match.title.package, "domik.cli"))


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
    if args.number is None:
        return texts
    if args.number > len(texts):
        raise BadRecord(Phrase("record.too_few", {"n": len(texts), "number": args.number}))
    return [texts[args.number - 1]]


def record_from(text: str, args: Namespace) -> Found:
    """One record, checked."""
    components = read_components(args.components) if args.components else None
    record = read_record(text, title_of, components)
    return Found(record, json.loads(text))


def read_text(name: str) -> str:
    """All of a file, or of standard input for `-`."""
    try:
        if name == "-":
            return sys.stdin.read()
        return Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise BadRecord(Phrase("error.file", {"file": name, "why": error.strerror or ""})) from None
    except ValueError:  # bytes that are no text, or a name with a zero in it
        raise BadRecord(Phrase("error.file", {"file": name, "why": "UTF-8"})) from None
