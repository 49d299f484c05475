"""`domik pack OUT`: write Domik as a folder that any web host can serve, for play without a server."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from domik.kernel.phrase import Phrase
from domik.language import Words

NAME = "pack"


def add(parser: ArgumentParser, say: Words) -> None:
    parser.add_argument("out", type=Path, metavar="OUT", help=say(Phrase("pack.out")))
    parser.add_argument("--root-path", default="", metavar="/PATH", help=say(Phrase("pack.root_path_help")))
    for name in ("pyodide", "wheels", "core"):
        parser.add_argument(f"--{name}", type=Path, metavar="FOLDER", help=say(Phrase(f"pack.{name}_help")))


def run(args: Namespace, say: Words) -> int:
    from domik.offline.pack import pack

    files = pack(args.out, args.root_path, args.pyodide, args.wheels, args.core)
    sent = sum(file.compressed for file in files if file.name != "404.html")
    key = "pack.done" if args.core else "pack.done_without_core"
    print(say(Phrase(key, {"out": str(args.out), "files": len(files), "size": f"{sent / 1e6:.1f}"})))
    return 0
