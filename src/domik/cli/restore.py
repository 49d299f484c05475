"""`domik restore FILE`: replace the server's data by a backup."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from domik.cli.serve import default_value
from domik.kernel.phrase import Phrase
from domik.language import Words

NAME = "restore"


def add(parser: ArgumentParser, say: Words) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=say(Phrase("restore.file")))
    parser.add_argument("--data", default=default_value("data"), metavar="FILE", help=say(Phrase("serve.data")))
    parser.add_argument("--force", action="store_true", help=say(Phrase("restore.force")))


def run(args: Namespace, say: Words) -> int:
    """Check the backup, restore it, and print where the old data went."""
    from domik.server.store.store import is_database_url, postgres_module

    if is_database_url(args.data):
        tables = postgres_module("postgres_backup").restore_database(args.file, args.data, args.force)
        print(say(Phrase("restore.poured", {"n": tables})))
        return 0
    from domik.server.store.backup import restore

    before = restore(args.file, Path(args.data), args.force)
    print(say(Phrase("restore.done", {"data": args.data})))
    if before is not None:
        print(say(Phrase("restore.before", {"data": str(before)})))
    return 0
