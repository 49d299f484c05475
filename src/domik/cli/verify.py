"""`domik verify FILE`: check a record's result, deal and moves, and say what of them it proves."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass

from domik.cli import choices
from domik.cli.records import LoadedRecord, add_file, record_from, texts_from
from domik.kernel.errors import BadRecord
from domik.kernel.phrase import Phrase
from domik.kernel.record import verify
from domik.language import Words
from domik.table.proofs import RecordProof, objections_to_proofs, proofs_of

NAME = "verify"


def add(parser: ArgumentParser, say: Words) -> None:
    add_file(parser, say)
    parser.add_argument("--head", default="", metavar="HASH", help=say(Phrase("verify.head")))
    choices.add_json(parser, say)


@dataclass(frozen=True)
class Verdict:
    """What is wrong with a game, or else what it proves, as (statement, text)."""

    wrong: list[str]
    proofs: list[tuple[RecordProof, str]]


def differences(found: LoadedRecord, head: str) -> list[Phrase]:
    """What is wrong: a result that the moves do not give, an illegal move, a deal or moves that its proofs deny."""
    try:
        wrong = verify(found.record, found.document)
    except BadRecord as error:
        wrong = [error.phrase]
    return wrong + objections_to_proofs(found.record, head)


def judge(text: str, args: Namespace, say: Words, is_first: bool) -> Verdict:
    """Check one game; a later line that cannot be read, such as one cut off, is named too."""
    try:
        found = record_from(text, args)
    except BadRecord as error:
        if is_first:
            raise
        return Verdict([say(error.phrase)], [])
    words, head = found.words(args.lang), args.head.strip().lower()
    wrong = [words(phrase) for phrase in differences(found, head)]
    proofs = [] if wrong else proofs_of(found.record, head)
    return Verdict(wrong, [(proof, words(proof.phrase)) for proof in proofs])


def run(args: Namespace, say: Words) -> int:
    """Exit code 0 if every game is correct, 1 if not; a file that is no record at all is bad usage."""
    texts = texts_from(args)
    differing = 0
    first = args.number or 1
    for number, text in enumerate(texts, first):
        verdict = judge(text, args, say, is_first=number == first)
        differing += bool(verdict.wrong)
        if args.json:
            proven = {proof.what: {"proven": proof.is_proven, "text": said} for proof, said in verdict.proofs}
            document = {"number": number, "ok": not verdict.wrong, "differences": verdict.wrong, "proofs": proven}
            print(json.dumps(document, ensure_ascii=False))
            continue
        before = f"{number}: " if len(texts) > 1 else ""
        for line in verdict.wrong or ["ok"]:
            print(before + line)
        for _, said in verdict.proofs if len(texts) == 1 else ():
            print(said)
    if len(texts) > 1 and not args.json:
        print(say(Phrase("verify.all", {"n": len(texts), "good": len(texts) - differing})))
    return 1 if differing else 0
