"""`domik components`: print a game's component file to start one's own from, or compare one with it."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

from domik.cli import FINE, choices
from domik.kernel.components import Components, component_changes, read_components
from domik.kernel.errors import BadOption, DomikError
from domik.kernel.package import built_in_components
from domik.kernel.phrase import Phrase
from domik.language import Words

NAME = "components"


def add(parser: ArgumentParser, say: Words) -> None:
    file = say(Phrase("choice.FILE"))
    choices.add_game(parser, say)
    parser.add_argument("--out", metavar=file, type=Path, help=say(Phrase("components_command.out")))
    parser.add_argument("--force", action="store_true", help=say(Phrase("components_command.force")))
    parser.add_argument("--against", metavar=file, type=Path, help=say(Phrase("components_command.against")))
    choices.add_json(parser, say)


def run(args: Namespace, say: Words) -> int:
    title = choices.title_from(args)
    own = built_in_components(title)
    if args.against is not None:
        if args.out is not None:
            raise BadOption(Phrase("components_command.one_of"))
        other = read_components(args.against)
        title.parts(other)  # checks it, so that a file that cannot be played is told before
        if args.json:
            changes = [asdict(change) for change in component_changes(own, other)]
            print(json.dumps({"game": title.name, "hash": other.hash(), "changes": changes}, ensure_ascii=False))
        else:
            print_value_changes(own, other, say)
    elif args.out is not None:
        write_components(args.out, own.text, args.force)
        Console(highlight=False).print(say(Phrase("components_command.written", {"file": str(args.out)})), markup=False)
    elif args.json:
        print(json.dumps(own.data, ensure_ascii=False, default=str))
    else:
        print(own.text, end="")
    return FINE


def write_components(path: Path, text: str, force: bool) -> None:
    """Write the file; one that exists is kept unless forced."""
    try:
        with path.open("w" if force else "x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise DomikError(Phrase("components_command.exists", {"file": str(path)})) from None
    except OSError as error:
        raise DomikError(Phrase("sim.no_file", {"file": str(path), "why": error.strerror or ""})) from None


def print_value_changes(old: Components, new: Components, say: Words) -> None:
    """Every value in which two files differ, one on a line."""
    console = Console(highlight=False)
    changes = component_changes(old, new)
    if not changes:
        console.print(say(Phrase("components_command.same")), markup=False)
    for change in changes:
        missing = say(Phrase("components_command.missing"))
        before, after = (missing if value is None else str(value) for value in (change.old, change.new))
        console.print(f"{change.path}: {before} → {after}", markup=False)
