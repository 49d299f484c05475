"""Regression hashes of everything that must not change: drawings, texts, messages, pages, commands, records, checksums.

`python tools/frozen.py write OUT.json` writes them for the Domik that this Python imports, `compare A.json B.json`
lists the differences. With `--keep DIR` the texts are kept, and `compare --kept A B` shows where they differ.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from frozen_book import Book, differences, read_hashes, shown_difference
from frozen_commands import commands
from frozen_games import counts, drawings, records, searches, texts
from frozen_pages import pages
from frozen_sockets import sockets

PARTS: dict[str, Callable[[Book, bool], None]] = {
    "drawings": drawings,
    "texts": texts,
    "records": records,
    "counts": counts,
    "searches": searches,
    "sockets": sockets,
    "pages": pages,
    "commands": commands,
}
SHOWN = 60  # most keys listed
TEXTS_SHOWN = 8


def main() -> int:
    parser = argparse.ArgumentParser(description="Hashes of everything that must not change.")
    actions = parser.add_subparsers(dest="action", required=True)
    writing = actions.add_parser("write", help="write the hashes of this build")
    writing.add_argument("out", type=Path)
    writing.add_argument("--quick", action="store_true", help="fewer games, under a minute and a half")
    writing.add_argument("--only", nargs="+", choices=list(PARTS), metavar="PART", help=", ".join(PARTS))
    writing.add_argument("--keep", type=Path, metavar="DIR", help="keep the texts as well")
    comparing = actions.add_parser("compare", help="say what differs between two files; 1 when anything does")
    comparing.add_argument("one", type=Path)
    comparing.add_argument("other", type=Path)
    comparing.add_argument("--kept", nargs=2, type=Path, metavar=("DIR", "DIR"), help="show how kept texts differ")
    args = parser.parse_args()
    if args.action == "write":
        return write(args.out, args.only or list(PARTS), args.quick, args.keep)
    return compare(args.one, args.other, args.kept)


def write(out: Path, parts: list[str], quick: bool, keep: Path | None) -> int:
    os.environ["DOMIK_GUESTS"] = "0"  # built-in games only, whatever else is installed
    book = Book(keep)
    for part in parts:
        began, before = time.perf_counter(), len(book.hashes)
        PARTS[part](book, quick)
        print(f"{part}: {len(book.hashes) - before} texts, {time.perf_counter() - began:.0f} s", file=sys.stderr)
    book.write(out)
    return 0


def compare(one: Path, other: Path, kept: list[Path] | None) -> int:
    """Print the keys that differ, the first ones with their texts; returns 1 if there are any."""
    found = differences(read_hashes(one), read_hashes(other))
    for number, (key, how) in enumerate(found[:SHOWN]):
        print(f"{how}: {key}")
        if kept and number < TEXTS_SHOWN:
            for line in shown_difference(key, *kept):
                print(line)
    if len(found) > SHOWN:
        print(f"... and {len(found) - SHOWN} more")
    for (part, how), many in sorted(Counter((key.split("/")[0], how) for key, how in found).items()):
        print(f"{part}: {many} {how}")
    print(f"{len(found)} differences" if found else "equal")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
