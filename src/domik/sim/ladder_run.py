"""Playing a ladder: over all cores or a cluster, with every finished bout in a file that a later run goes on from."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.kernel.title import Match
from domik.sim.cluster import Cluster
from domik.sim.interruption import Interruption
from domik.sim.ladder import Bout, Ladder, play_bout
from domik.sim.workers import cores, started, work

SCHEMA = 1
Task = tuple[str, str, int]


def run_ladder(
    ladder: Ladder,
    workers: int | None = None,
    file: Path | None = None,
    heard: Callable[[int], None] | None = None,
    cluster: str | None = None,
) -> tuple[list[Bout], bool]:
    """All bouts, and whether all were played; `heard` is told how many are done, those of the file first."""
    match = ladder.match()
    done = {bout.key(): bout for bout in read_bouts(file, ladder, match)} if file is not None and file.exists() else {}
    wanted = list(ladder.bouts())
    bouts = [done[task] for task in wanted if task in done]
    tasks = [task for task in wanted if task not in done]
    if heard is not None:
        heard(len(bouts))
    elsewhere = None if cluster is None else Cluster(cluster)
    with Interruption() as interruption, elsewhere or nullcontext():
        if elsewhere is not None:
            elsewhere.compare(ladder, match)
            given = played_by(elsewhere, ladder, tasks)
        else:
            given = played(ladder, match, tasks, cores() if workers is None else workers)
        with opened(file, ladder, match, bool(done)) as kept:
            for bout in given:
                interruption.keeping = True
                bouts.append(bout)
                if kept is not None:
                    kept.write(json.dumps(asdict(bout), ensure_ascii=False) + "\n")
                    kept.flush()
                if heard is not None:
                    heard(1)
                interruption.keeping = False
                if interruption.stopped:
                    break
    return bouts, len(bouts) == len(wanted)


def played(ladder: Ladder, match: Match, tasks: list[Task], workers: int) -> Iterator[Bout]:
    """The bouts as they are finished."""
    many = min(workers, len(tasks))
    if many < 2:
        for task in tasks:
            yield play_bout(ladder, match, *task)
        return
    with started(ladder, many) as pool:
        yield from pool.imap_unordered(partial(work, play_bout), tasks)


def played_by(cluster: Cluster, ladder: Ladder, tasks: list[Task]) -> Iterator[Bout]:
    """The bouts as a cluster plays them, in the ladder's order."""
    for bouts in cluster.parts(ladder, some_bouts, tasks):
        yield from bouts


def some_bouts(ladder: Ladder, match: Match, tasks: list[Task]) -> list[Bout]:
    """A few bouts, on a cluster."""
    return [play_bout(ladder, match, *task) for task in tasks]


# ---- the file -----------------------------------------------------------------------------------------


class Nowhere:
    """Where bouts go when no file keeps them."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, *reason: object) -> None:
        return None


def opened(file: Path | None, ladder: Ladder, match: Match, goes_on: bool) -> TextIO | Nowhere:
    """The file, open for more bouts; a new one begins with what the ladder is."""
    if file is None:
        return Nowhere()
    try:
        if goes_on:
            text = file.read_text(encoding="utf-8")
            file.write_text(text[: text.rfind("\n") + 1], encoding="utf-8")  # a line that was cut off goes
        kept = file.open("a" if goes_on else "w", encoding="utf-8")
    except OSError as error:
        raise DomikError(Phrase("sim.no_file", {"file": str(file), "why": error.strerror or ""})) from None
    if not goes_on:
        kept.write(json.dumps(heading(ladder, match), ensure_ascii=False) + "\n")
    return kept


def heading(ladder: Ladder, match: Match) -> dict[str, Any]:
    """What must agree between two runs that share a file; bots and games may be added."""
    return {
        "ladder": SCHEMA,
        "game": ladder.game,
        "options": match.options_json(),
        "components": match.components.hash(),
        "seats": ladder.seats,
        "seed": ladder.seed,
    }


def read_bouts(file: Path, ladder: Ladder, match: Match) -> Iterator[Bout]:
    """The bouts that a file holds; a last line that was cut off is played again."""
    try:
        lines = file.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror or "" if isinstance(error, OSError) else str(error)
        raise DomikError(Phrase("error.file", {"file": str(file), "why": why})) from None
    if not any(line.strip() for line in lines):
        return
    for field, wanted in heading(ladder, match).items():
        said = read_line(file, lines, 0).get(field)
        if said != wanted:
            args = {"file": str(file), "field": field, "said": str(said), "wanted": str(wanted)}
            raise DomikError(Phrase("ladder.other_file", args))
    for at in range(1, len(lines) - 1):
        try:
            raw = read_line(file, lines, at)
            bout: dict[str, Any] = {n: tuple(value) if isinstance(value, list) else value for n, value in raw.items()}
            yield Bout(**bout)
        except (TypeError, KeyError):
            raise DomikError(Phrase("ladder.bad_file", {"file": str(file), "line": at + 1})) from None


def read_line(file: Path, lines: list[str], at: int) -> dict[str, Any]:
    """One line's JSON object."""
    try:
        found = json.loads(lines[at])
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise DomikError(Phrase("ladder.bad_file", {"file": str(file), "line": at + 1}))
    return found
