"""A second process that measures the pure build of this very package, slice by slice as it is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType

import domik
from domik.games import title_of
from domik.kernel.components import Components
from domik.kernel.title import Match
from domik.sim.bench import playout_step, sliced
from domik.sim.pure import build

PROGRAM = """
from domik.sim.pure import import_sources
import_sources()
from domik.sim.pure_process import serve
serve()
"""


def pure_environment() -> dict[str, str]:
    """The environment in which Python finds this package first, wherever it was started."""
    folder = str(Path(domik.__file__).parent.parent)
    others = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": folder + (os.pathsep + others if others else "")}


class PureProcess:
    """The pure build at work; one line asks for a slice, one line answers."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def __enter__(self) -> PureProcess:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=pure_environment(),
        )
        match = self.match
        self.ask([match.title.name, match.seats, match.options_json(), match.components.text, match.components.file])
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()  # the end of its input ends it
        self.process.wait()

    def ask(self, question: object) -> None:
        """Write one line."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()

    def slice(self, seconds: float) -> tuple[int, float]:
        """Pure playouts for so many CPU seconds: moves and seconds."""
        assert self.process.stdout is not None
        self.ask(seconds)
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError("the pure process has ended")
        moves, spent = json.loads(answer)
        return int(moves), float(spent)


def serve() -> None:
    """Answer slice by slice until the input ends; refuses to measure anything but pure Python."""
    if build() != "pure":
        raise RuntimeError("compiled code was imported where pure Python was wanted")
    name, seats, options, text, file = json.loads(sys.stdin.readline())
    work = sliced(playout_step(title_of(name).match(seats, options, Components(text, file))))
    for line in sys.stdin:
        print(json.dumps(work(json.loads(line))), flush=True)
