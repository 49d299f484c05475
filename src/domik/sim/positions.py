"""Positions: what seats saw, what they chose, what a search thought of it and how it ended, in bulk for learning.

`OUT.npz` becomes `OUT.000000.npz`, `OUT.000001.npz` and so on, each whole before it gets its name, so that a run
that was stopped goes on where it was. Needs NumPy.
"""

from __future__ import annotations

import importlib
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field, fields
from math import nan
from pathlib import Path
from typing import Any

from domik.bots.bot import Bot
from domik.bots.search import SearchBot
from domik.bots.spec import bot_of
from domik.kernel.errors import DomikError
from domik.kernel.game import lowest
from domik.kernel.luck import luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.state import State, View, dealt_state
from domik.kernel.title import Match
from domik.kernel.window import encoded
from domik.sim.cluster import Cluster, fingerprint
from domik.sim.plan import Plan

GAMES_A_FILE = 100
SCHEMA = 1


@dataclass
class Rows:
    """Decisions of some games; a forced move is none."""

    features: list[bytes] = field(default_factory=list)  # uint8, as domik.research.Encoding names them
    legal: list[int] = field(default_factory=list)
    action: list[int] = field(default_factory=list)
    seat: list[int] = field(default_factory=list)
    game: list[int] = field(default_factory=list)
    value: list[float] = field(default_factory=list)  # the search's mean reward of the action; NaN without a search
    share: list[float] = field(default_factory=list)  # of the victory, for the seat that decided
    points: list[float] = field(default_factory=list)  # its final points
    margin: list[float] = field(default_factory=list)  # and how many more than the best of the others

    def add(self, more: Rows) -> None:
        """Put some more rows below."""
        for column in fields(self):
            getattr(self, column.name).extend(getattr(more, column.name))


def write_positions(
    plan: Plan,
    games: int,
    path: Path,
    heard: Callable[[int], None] | None = None,
    cluster: str | None = None,
) -> int:
    """Play and write file by file; the number of games now in the files, those of earlier runs included."""
    np = numpy()
    match = plan.match()
    heading = {"schema": SCHEMA, "plan": told(plan), "rules": fingerprint(match)}
    done = written(path, heading)
    if heard is not None:
        heard(min(done, games))
    elsewhere = None if cluster is None else Cluster(cluster)
    with elsewhere or nullcontext():
        if elsewhere is not None:
            elsewhere.compare(plan, match)
        rows = Rows()
        for game in games_from(plan, match, done, games, elsewhere):
            rows.add(game)
            done += 1
            if heard is not None:
                heard(1)
            if done % GAMES_A_FILE == 0 or done == games:
                first = (done - 1) // GAMES_A_FILE * GAMES_A_FILE
                save(np, part_path(path, first), rows, heading | {"first": first, "games": done - first})
                rows = Rows()
    return done


def games_from(plan: Plan, match: Match, first: int, games: int, cluster: Cluster | None) -> Iterator[Rows]:
    """The decisions of the games from one on, in their order, played here or on a cluster."""
    if cluster is None:
        for number in range(first, games):
            yield from some_games(plan, match, range(number, number + 1))
    else:
        for part in cluster.parts(plan, some_games, range(first, games)):
            yield from part


def some_games(plan: Plan, match: Match, numbers: range) -> list[Rows]:
    """The decisions of the games of these numbers, game by game."""
    found = []
    for number in numbers:
        found.append(Rows())
        play(plan, match, number, found[-1])
    return found


def numpy() -> Any:
    """NumPy, or the command that installs it."""
    try:
        return importlib.import_module("numpy")
    except ImportError:
        raise DomikError(Phrase("positions.missing")) from None


def told(plan: Plan) -> str:
    """What two runs into the same files must share."""
    options = {name: list(value) if isinstance(value, tuple) else value for name, value in plan.match().options.items()}
    return json.dumps([plan.game, list(plan.players), options, plan.seed, plan.rotate])


def part_path(path: Path, first: int) -> Path:
    """The file that begins with this game."""
    return path.with_name(f"{path.stem}.{first:06d}.npz")


def written(path: Path, heading: dict[str, Any]) -> int:
    """How many games the files hold already; files of another run are refused, and so is a gap."""
    done = 0
    for file in sorted(path.parent.glob(f"{glob_safe(path.stem)}.??????.npz")):
        if not re.fullmatch(r"\d{6}", file.suffixes[-2][1:]):
            continue
        found = heading_of(file)
        if {name: found.get(name) for name in heading} != heading or found.get("first") != done:
            raise DomikError(Phrase("positions.other", {"file": str(file)}))
        if found["games"] < GAMES_A_FILE:  # the last of a shorter run: it is made again, with more
            return done
        done += found["games"]
    return done


def glob_safe(text: str) -> str:
    """A name in which brackets and stars are letters."""
    return re.sub(r"([\[\]*?])", r"[\1]", text)


def heading_of(file: Path) -> dict[str, Any]:
    """What a file says about itself."""
    try:
        with file.open("rb") as raw, numpy().load(raw) as arrays:
            found: dict[str, Any] = json.loads(str(arrays["about"]))
            return found
    except Exception:
        raise DomikError(Phrase("positions.other", {"file": str(file)})) from None


def save(np: Any, path: Path, rows: Rows, about: dict[str, Any]) -> None:
    """Write a file whole, then give it its name."""
    wide = len(rows.features[0]) if rows.features else 0
    being = path.with_suffix(".part")
    try:
        with being.open("wb") as file:
            np.savez_compressed(
                file,
                about=json.dumps(about),
                features=np.frombuffer(b"".join(rows.features), np.uint8).reshape(len(rows.features), wide),
                legal=np.array(rows.legal, np.int64),
                action=np.array(rows.action, np.int8),
                seat=np.array(rows.seat, np.int8),
                game=np.array(rows.game, np.int64),
                **{name: np.array(getattr(rows, name), np.float32) for name in ("value", "share", "points", "margin")},
            )
            file.flush()
            os.fsync(file.fileno())
        being.replace(path)
    except OSError as error:
        raise DomikError(Phrase("sim.no_file", {"file": str(path), "why": error.strerror or ""})) from None


# ---- one game ---------------------------------------------------------------------------------------


def play(plan: Plan, match: Match, number: int, rows: Rows) -> None:
    """One game as `sim` plays it under the same number, with a row for every decision."""
    encoder = match.title.module("mind.features").features(match.game).encoder
    stream = luck_of(plan.seed).stream(number)
    state = dealt_state(match.game, [int(item) for item in match.game.deal(stream)])
    bots = [bot_of(player, stream.split(), match) for player in plan.seated(number)]
    first = len(rows.seat)
    while awaited := state.awaited():
        seat = int(lowest(awaited))
        view, legal = state.view(seat), int(state.legal(seat))
        action, value = decided(bots[seat], view, legal)
        if legal & (legal - 1):
            rows.features.append(bytes(encoded(view, encoder)))
            rows.legal.append(legal)
            rows.action.append(action.bit_length() - 1)
            rows.seat.append(seat)
            rows.game.append(number)
            rows.value.append(value)
        state.play(seat, action)
    for seat in rows.seat[first:]:
        for column, result in zip((rows.share, rows.points, rows.margin), ended(match, state, seat), strict=True):
            column.append(result)


def decided(bot: Bot, view: View, legal: int) -> tuple[int, float]:
    """A bot's choice, and what its search expects of it; NaN where none was made."""
    return bot.considered(view, legal) if isinstance(bot, SearchBot) else (bot.decide(view, legal), nan)


def ended(match: Match, state: State, seat: int) -> Iterator[float]:
    """The share of the victory, the points and the margin of a seat at the end."""
    winners = int(state.winners())
    points = [float(match.points(int(state.score(one)))) for one in range(match.seats)]
    yield (winners >> seat & 1) / max(winners.bit_count(), 1)
    yield points[seat]
    yield points[seat] - max(points[:seat] + points[seat + 1 :], default=0.0)
