"""Output of the command line in three languages, as JSON, and for invalid calls."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from frozen_book import Book, without_fonts
from frozen_ways import BY_THE_CLOCK
from frozen_world import fixed_world

from domik.cli import COMMANDS, main
from domik.games import game_packages
from domik.language import LANGUAGES

MEASURED = ("seconds", "moves_per_second", "milliseconds", "build")  # field names in JSON output
TIMES = {  # pattern and replacement in plain output, by command
    "perft": (r"\(\d+([.,]\d+)?\s[sс]\)", "(TIME)"),
    "sim": (r"(?m)^([^\n:]+): [\d\s,.]+ \([^()\n]+\)\.$", r"\1: SPEED."),
    "ladder": (r"(?m)\s+[\d.,]+ │$", " TIME │"),
    "--version": (r"\((compiled|pure Python)\)", "(BUILD)"),
}
MOVES_TYPED = 900
WORLDS = "40"  # per review: enough to find mistakes
WRONG = (
    ["dance"],
    ["play"],
    ["play", "chess"],
    ["play", "treehouse", "--seats", "human"],
    ["play", "treehouse", "--seats", "human,nobody"],
    ["play", "treehouse", "--edition", "third"],
    ["play", "treehouse", "--variant", "birdhouse"],
    ["play", "treehouse", "--option", "ages=1,1"],
    ["play", "treehouse", "--option", "weather=fine"],
    ["play", "cabin", "--seats", "greedy", "--option", "scenario=nothing"],
    ["sim", "bower", "--seats", "greedy"],
    ["sim", "bower", "--seats", "ismcts:speed=3,random"],
    ["rules", "treehouse", "TH-999"],
    ["replay", "missing.json"],
    ["perft", "treehouse", "--depth", "deep"],
    ["serve", "--port", "70000"],
    ["--what"],
)


def commands(book: Book, quick: bool) -> None:
    """Run every command with fixed seeds in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), environment(folder), fixed_world():
        for language in LANGUAGES:
            shell = Shell(book, language)
            shell.run("version", "--version")
            shell.run("help", "--help")
            for command in COMMANDS:
                shell.run(f"help {command}", command, "--help")
            for words in WRONG:
                shell.run(" ".join(["wrong", *words]), *words)
            shell.run("puzzles", "puzzle")
            shell.run("lessons", "learn")
            shell.run("deals", "daily", "--date", "2026-11-17")
            for title in game_packages()[:1] if quick else game_packages():
                for_game(shell, title.name, max(2, title.least_seats))
        solved_end(Shell(book, "en"))


@contextlib.contextmanager
def environment(folder: str) -> Iterator[None]:
    """Isolate from the machine's settings: 80 columns, no locale, and a data folder of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "DOMIK_", "LANG"))}
    kept |= {"COLUMNS": "80", "LINES": "24", "XDG_DATA_HOME": folder, "NO_COLOR": "1", "DOMIK_GUESTS": "0"}
    with mock.patch.dict(os.environ, kept, clear=True):
        yield


class Shell:
    """Run commands in one language and record their output."""

    def __init__(self, book: Book, language: str) -> None:
        self.book = book
        self.language = language

    def run(self, key: str, *words: str, typed: str = "", wrote: str = "") -> str:
        """Run a command and record exit code, output, errors and the file it wrote."""
        out, err = io.StringIO(), io.StringIO()
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            mock.patch.object(sys, "stdin", io.StringIO(typed)),
        ):
            code = main([*words, "--lang", self.language])
        texts = [out.getvalue(), err.getvalue(), *([Path(wrote).read_text(encoding="utf-8")] if wrote else [])]
        found = [f"exit {code}", *(unmeasured(text, words[0]) for text in texts)]
        self.book.put(f"command/{self.language}/{key}", "\n----\n".join(found))
        return out.getvalue()


def for_game(shell: Shell, game: str, seats: int) -> None:
    file, bots = f"{game} {shell.language}.json", ",".join(["random", "greedy", "easy", "normal"][:seats])
    person = ",".join(["human", "greedy", "random", "easy"][:seats])
    shell.run(f"{game}/play", *("play", game, "--seats", person, "--seed", "5"), typed="1\n" * MOVES_TYPED)
    words = "log\nscore\nnonsense\n99\n1\nundo\nrules\nhelp\n1\nlog\nquit\n"
    shell.run(f"{game}/play, asking", *("play", game, "--seats", person, "--seed", "6"), typed=words)
    shell.run(f"{game}/bots", *("play", game, "--seats", bots, "--seed", "7", "--save", file), wrote=file)
    for command in ("replay", "verify"):
        shell.run(f"{game}/{command}", command, file)
        shell.run(f"{game}/{command} json", command, file, "--json")
    for at, seat in ((0, "1"), (5, "2"), (20, "1")):
        shell.run(f"{game}/replay at {at}", "replay", file, "--at", str(at), "--seat", seat)
    review = ("review", file, "--worlds", WORLDS, "--seed", "1", "--seconds", "3600")
    if game not in BY_THE_CLOCK:
        shell.run(f"{game}/review", *review, "--html", "review.html", wrote="review.html")
        if shell.language == LANGUAGES[0]:
            shell.run(f"{game}/review json", *review, "--json")
    shell.run(f"{game}/rules", "rules", game)
    shell.run(f"{game}/rules json", "rules", game, "--json")
    shell.run(f"{game}/rules page", "rules", game, "--html", "rules.html", wrote="rules.html")
    shell.run(f"{game}/clause", "rules", game, "12", "20")
    many = ("--seats", bots, "--games", "30", "--seed", "1", "--workers", "1")
    shell.run(f"{game}/sim", "sim", game, *many, "--rotate", "--records", f"{file}l", wrote=f"{file}l")
    shell.run(f"{game}/sim json", "sim", game, *many, "--json")
    ladder = ("ladder", game, "--seats", "random,easy,greedy", "--games", "6", "--seed", "1", "--workers", "1")
    shell.run(f"{game}/ladder", *ladder)
    shell.run(f"{game}/ladder json", *ladder, "--json")
    balance = ("balance", game, "--games", "40", "--seed", "1", "--workers", "1")
    shell.run(f"{game}/balance", *balance, "--html", "balance.html", wrote="balance.html")
    shell.run(f"{game}/balance json", *balance, "--json")
    shell.run(f"{game}/perft", "perft", game, "--depth", "3", "--divide")
    shell.run(f"{game}/perft json", "perft", game, "--depth", "2", "--json")
    shell.run(f"{game}/learn", "learn", game)
    shell.run(f"{game}/lesson", "learn", game, "2", typed="\n" * 4 + "1\nhint\n" + "\n1\n" * 60)
    shell.run(f"{game}/puzzle", "puzzle", game, "day", typed="nonsense\nhint\n1\nanswer\nquit\n")
    daily = ("daily", game, "--date", "2026-11-17")
    shell.run(f"{game}/daily", *daily, typed="1\n" * MOVES_TYPED)


def solved_end(shell: Shell) -> None:
    """Solve the end of a game: only a proven result does not depend on time."""
    shell.run("solve/whole", "play", "cabin", "--seats", "greedy", "--seed", "7", "--save", "whole.json")
    document = json.loads(Path("whole.json").read_text(encoding="utf-8"))
    document["moves"] = [[*move[:2], 0] for move in document["moves"][:-9]]
    for name in ("over", "scores", "winners", "tally"):
        document.pop(name, None)
    Path("end.json").write_text(json.dumps(document), encoding="utf-8")
    solve = ("solve", "cabin", "--record", "end.json", "--seconds", "3600")
    found = json.loads(shell.run("solve/end json", *solve, "--json"))
    if not found["proven"]:
        raise RuntimeError("the end of this game is not short enough to be solved")


def unmeasured(text: str, command: str) -> str:
    """Output without measured values: times, speeds, the kind of build."""
    if text.startswith(("{", "[")):
        with contextlib.suppress(ValueError):
            lines = [without_measures(json.loads(line)) for line in text.splitlines()]
            return "\n".join(json.dumps(line, ensure_ascii=False, indent=1) for line in lines)
    return re.sub(*TIMES[command], text) if command in TIMES else without_fonts(text)


def without_measures(value: object) -> object:
    """The document without values that differ from run to run."""
    if isinstance(value, list):
        return [without_measures(item) for item in value]
    if not isinstance(value, dict):
        return value
    found = {name: without_measures(item) for name, item in value.items() if name not in MEASURED}
    moves = found.get("moves")
    if isinstance(moves, list):  # drop the time of each move of a record
        found["moves"] = [move[:2] if isinstance(move, list) else move for move in moves]
    return found
