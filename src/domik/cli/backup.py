"""`domik backup OUT`: copy the server's data into one file, also while the server runs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from domik.cli.serve import default_value
from domik.kernel.phrase import Phrase
from domik.language import Words

NAME = "backup"


def add(parser: ArgumentParser, say: Words) -> None:
    parser.add_argument("out", type=Path, metavar="OUT", help=say(Phrase("backup.out")))
    parser.add_argument("--data", default=default_value("data"), metavar="FILE", help=say(Phrase("serve.data")))
    parser.add_argument("--force", action="store_true", help=say(Phrase("backup.force")))


def run(args: Namespace, say: Words) -> int:
    from domik.server.store.store import is_database_url, postgres_module

    if is_database_url(args.data):
        tables = postgres_module("postgres_backup").back_up_database(args.data, args.out, args.force)
    else:
        from domik.server.store.backup import back_up

        tables = back_up(Path(args.data), args.out, args.force)
    print(say(Phrase("backup.done", {"out": str(args.out), "n": tables})))
    return 0
