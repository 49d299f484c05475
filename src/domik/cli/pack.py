"""`domik pack OUT`: write Domik as a folder that any web host can serve, for play without a server."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from domik.kernel.phrase import Phrase
from domik.language import Words

NAME = "pack"


def add(parser: ArgumentParser, say: Words) -> None:
    parser.add_argument("out", type=Path, metavar="OUT", help=say(Phrase("pack.out")))
    parser.add_argument("--root-path", default="", metavar="/PATH", help=say(Phrase("pack.root_path_help")))
    for name in ("pyodide", "wheels"):
        parser.add_argument(f"--{name}", type=Path, metavar="FOLDER", help=say(Phrase(f"pack.{name}_help")))
    parser.add_argument("--core", type=Path, metavar="WHEEL", help=say(Phrase("pack.core_help")))


def run(args: Namespace, say: Words) -> int:
    from domik.offline.core_wheel import core_wheel
    from domik.offline.pack import pack

    core = core_wheel(args.core)
    files = pack(args.out, args.root_path, args.pyodide, args.wheels, core)
    sent = sum(file.compressed for file in files if file.name != "404.html")
    facts: dict[str, str | int] = {"out": str(args.out), "files": len(files), "size": f"{sent / 1e6:.1f}"}
    print(say(Phrase("pack.done", facts)))
    if core is None:
        print(say(Phrase("pack.without_core")), file=sys.stderr)
    return 0
