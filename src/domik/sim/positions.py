"""Training data: features, choices, search values and final results of positions, written as NumPy files.

`OUT.npz` becomes `OUT.000000.npz`, `OUT.000100.npz` and so on. Each file is written under another name and then
renamed; only the last one is ever rewritten. A stopped run resumes, and the number of worker processes makes no
difference to the data.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field, fields
from math import nan
from pathlib import Path
from typing import Any

from domik.bots import end_programs
from domik.bots.bot import Bot
from domik.bots.search import SearchBot
from domik.bots.spec import bot_of
from domik.kernel.batch import encode_view
from domik.kernel.errors import DomikError
from domik.kernel.game import lowest
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.state import State, View, state_from_deal
from domik.sim.cluster import Cluster, fingerprint
from domik.sim.config import SimConfig
from domik.sim.interruption import Interruption
from domik.sim.workers import run_parts

GAMES_A_FILE = 100
FLUSH_SECONDS = 60.0  # at most this much play is lost to a kill -9: a file is written early after this time
SCHEMA = 1
WHOLE = {"legal": "int64", "action": "int8", "seat": "int8", "game": "int64"}
PARTS = dict.fromkeys(("value", "share", "points", "margin"), "float32")
NUMBERS = WHOLE | PARTS  # dtypes of the columns beside the features


@dataclass
class PositionRows:
    """Columns of training data, one row per decision; forced moves are left out."""

    features: list[bytes] = field(default_factory=list)  # uint8, laid out as in domik.research.Encoding
    legal: list[int] = field(default_factory=list)
    action: list[int] = field(default_factory=list)
    seat: list[int] = field(default_factory=list)
    game: list[int] = field(default_factory=list)
    value: list[float] = field(default_factory=list)  # mean reward of the action in the search; NaN without a search
    share: list[float] = field(default_factory=list)  # final win share of the deciding seat
    points: list[float] = field(default_factory=list)  # its final points
    margin: list[float] = field(default_factory=list)  # its final lead over the best other seat

    def add(self, more: PositionRows) -> None:
        for column in fields(self):
            getattr(self, column.name).extend(getattr(more, column.name))


def write_positions(
    plan: SimConfig,
    games: int,
    path: Path,
    heard: Callable[[int], None] | None = None,
    cluster: str | None = None,
    workers: int | None = None,
) -> int:
    """Play and write file by file; returns the number of games in the files, those of earlier runs included.

    `heard` is called with the number of newly finished games, first with the number already in the files.
    """
    import_numpy()
    match = plan.match()
    shelf = PositionFiles(path, {"schema": SCHEMA, "plan": config_fingerprint(plan), "rules": fingerprint(match)})
    if heard is not None:
        heard(min(shelf.games_done, games))
    elsewhere = None if cluster is None else Cluster(cluster)
    with Interruption() as interruption, elsewhere or nullcontext():
        for part in play_for_positions(plan, match, range(shelf.games_done, games), elsewhere, workers):
            interruption.is_saving = True
            for rows in part:
                shelf.add(rows)
            if heard is not None:
                heard(len(part))
            interruption.is_saving = False
            if interruption.is_stopped:
                break
    shelf.flush()
    return shelf.games_done


def play_for_positions(
    plan: SimConfig, match: Match, games: range, cluster: Cluster | None, workers: int | None
) -> Iterable[list[PositionRows]]:
    """Rows of these games in order, played in local processes or on a cluster."""
    if cluster is None:
        return run_parts(plan, match, collect_games, games, workers)
    cluster.check_workers(plan, match)
    return cluster.run_parts(plan, collect_games, games)


def collect_games(plan: SimConfig, match: Match, numbers: range) -> list[PositionRows]:
    found = []
    for number in numbers:
        found.append(PositionRows())
        play(plan, match, number, found[-1])
    return found


def import_numpy() -> Any:
    """Import NumPy; DomikError tells how to install it."""
    try:
        return importlib.import_module("numpy")
    except ImportError:
        raise DomikError(Phrase("positions.missing")) from None


def config_fingerprint(plan: SimConfig) -> str:
    """What two runs that write the same files must agree on."""
    options = {name: list(value) if isinstance(value, tuple) else value for name, value in plan.match().options.items()}
    return json.dumps([plan.game, list(plan.players), options, plan.seed, plan.rotate])


def part_path(path: Path, first: int) -> Path:
    """The path of the file whose first game has this number."""
    return path.with_name(f"{path.stem}.{first:06d}.npz")


class PositionFiles:
    """The numbered files of one data set, and the rows not yet in a full file."""

    def __init__(self, path: Path, heading: dict[str, Any]) -> None:
        self.path = path
        self.heading = heading
        self.games_done = 0
        self.rows = PositionRows()  # of the last file, while it is not full
        for file in sorted(path.parent.glob(f"{escape_glob(path.stem)}.??????.npz")):
            if re.fullmatch(r"\d{6}", file.suffixes[-2][1:]):
                self.load_file(file)
        self.games_saved = self.games_done
        self.saved_at = time.monotonic()

    def load_file(self, file: Path) -> None:
        """Account for an existing file; DomikError if it belongs to another run or leaves a gap."""
        found, rows = read_position_file(file)
        if {name: found.get(name) for name in self.heading} != self.heading or found.get("first") != self.games_done:
            raise DomikError(Phrase("positions.other", {"file": str(file)}))
        self.games_done += found["games"]
        if found["games"] < GAMES_A_FILE:
            self.rows = rows

    def add(self, rows: PositionRows) -> None:
        """Add one game; writes the file when it is full or FLUSH_SECONDS have passed."""
        self.rows.add(rows)
        self.games_done += 1
        full = self.games_done % GAMES_A_FILE == 0
        if full or time.monotonic() - self.saved_at > FLUSH_SECONDS:
            self.flush()
        if full:
            self.rows = PositionRows()

    def flush(self) -> None:
        if self.games_done > self.games_saved:
            first = (self.games_done - 1) // GAMES_A_FILE * GAMES_A_FILE
            write_position_file(
                part_path(self.path, first),
                self.rows,
                self.heading | {"first": first, "games": self.games_done - first},
            )
            self.games_saved, self.saved_at = self.games_done, time.monotonic()


def escape_glob(text: str) -> str:
    return re.sub(r"([\[\]*?])", r"[\1]", text)


def read_position_file(file: Path) -> tuple[dict[str, Any], PositionRows]:
    """A file's header, and its rows if it is not full yet."""
    try:
        with file.open("rb") as raw, import_numpy().load(raw) as arrays:
            about: dict[str, Any] = json.loads(str(arrays["about"]))
            rows = PositionRows()
            if about["games"] < GAMES_A_FILE:
                rows.features = [row.tobytes() for row in arrays["features"]]
                for name in NUMBERS:
                    setattr(rows, name, arrays[name].tolist())
            return about, rows
    except Exception:
        raise DomikError(Phrase("positions.other", {"file": str(file)})) from None


def write_position_file(path: Path, rows: PositionRows, about: dict[str, Any]) -> None:
    """Write a file atomically."""
    np = import_numpy()
    wide = len(rows.features[0]) if rows.features else 0
    being = path.with_suffix(".part")
    try:
        with being.open("wb") as file:
            np.savez_compressed(
                file,
                about=json.dumps(about),
                features=np.frombuffer(b"".join(rows.features), np.uint8).reshape(len(rows.features), wide),
                **{name: np.array(getattr(rows, name), kind) for name, kind in NUMBERS.items()},
            )
            file.flush()
            os.fsync(file.fileno())
        being.replace(path)
    except OSError as error:
        raise DomikError(Phrase("sim.no_file", {"file": str(path), "why": error.strerror or ""})) from None


# ---- one game ---------------------------------------------------------------------------------------


def play(plan: SimConfig, match: Match, number: int, rows: PositionRows) -> None:
    """Play the game with this number as `domik sim` would, adding a row for every decision."""
    features = match.package.features()
    assert features is not None, f"{match.package.name} has no features"
    encoder = features.features(match.game).encoder
    stream = luck_of(plan.seed).stream(number)
    state = state_from_deal(match.game, [int(item) for item in match.game.deal(stream)])
    bots = [bot_of(player, stream.split(), match) for player in plan.seated_players(number)]
    first = len(rows.seat)
    while awaited := state.awaited_seats():
        seat = int(lowest(awaited))
        view, legal = state.view(seat), int(state.legal(seat))
        action, value = choose_with_value(bots[seat], view, legal)
        if legal & (legal - 1):
            rows.features.append(bytes(encode_view(view, encoder)))
            rows.legal.append(legal)
            rows.action.append(action.bit_length() - 1)
            rows.seat.append(seat)
            rows.game.append(number)
            rows.value.append(value)
        state.play(seat, action)
    end_programs(bots)
    for seat in rows.seat[first:]:
        for column, result in zip(
            (rows.share, rows.points, rows.margin), final_values(match, state, seat), strict=True
        ):
            column.append(result)


def choose_with_value(bot: Bot, view: View, legal: int) -> tuple[int, float]:
    """A bot's choice and the value its search gives it; NaN without a search."""
    return bot.decide_with_value(view, legal) if isinstance(bot, SearchBot) else (bot.decide(view, legal), nan)


def final_values(match: Match, state: State, seat: int) -> Iterator[float]:
    """A seat's final win share, points and margin."""
    winners = int(state.winners())
    points = [float(match.points(int(state.score(one)))) for one in range(match.seats)]
    yield (winners >> seat & 1) / max(winners.bit_count(), 1)
    yield points[seat]
    yield points[seat] - max(points[:seat] + points[seat + 1 :], default=0.0)
