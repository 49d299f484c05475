"""`domik verify FILE`: check that a record's moves give its result, and that its deal matches its commitment."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from domik.cli import choices
from domik.cli.records import LoadedRecord, add_file, record_from, texts_from
from domik.kernel.errors import BadRecord
from domik.kernel.phrase import Phrase
from domik.kernel.record import verify
from domik.language import Words
from domik.table.fair_deal import objections_to_deal

NAME = "verify"


def add(parser: ArgumentParser, say: Words) -> None:
    add_file(parser, say)
    choices.add_json(parser, say)


def differences(found: LoadedRecord) -> list[Phrase]:
    """What is wrong: a result that the moves do not give, an illegal move, or an unproven deal."""
    try:
        wrong = verify(found.record, found.document)
    except BadRecord as error:
        wrong = [error.phrase]
    return wrong + (objections_to_deal(found.record) if "fair" in found.record.extra else [])


def objections(text: str, args: Namespace, say: Words, is_first: bool) -> list[str]:
    """What is wrong with one game; a later line that cannot be read, such as one cut off, is named too."""
    try:
        found = record_from(text, args)
    except BadRecord as error:
        if is_first:
            raise
        return [say(error.phrase)]
    return [found.words(args.lang)(phrase) for phrase in differences(found)]


def run(args: Namespace, say: Words) -> int:
    """Exit code 0 if every game is correct, 1 if not; a file that is no record at all is bad usage."""
    texts = texts_from(args)
    differing = 0
    first = args.number or 1
    for number, text in enumerate(texts, first):
        said = objections(text, args, say, is_first=number == first)
        differing += bool(said)
        if args.json:
            print(json.dumps({"number": number, "ok": not said, "differences": said}, ensure_ascii=False))
            continue
        before = f"{number}: " if len(texts) > 1 else ""
        for line in said or ["ok"]:
            print(before + line)
    if len(texts) > 1 and not args.json:
        print(say(Phrase("verify.all", {"n": len(texts), "good": len(texts) - differing})))
    return 1 if differing else 0
