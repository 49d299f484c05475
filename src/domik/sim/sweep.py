"""A sweep: the same games played with several values of some components, and which values are nearest to balance."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any

import tomlkit

from domik.kernel.components import Components, component_values, entry_name
from domik.kernel.errors import BadOption
from domik.kernel.phrase import Phrase
from domik.sim.balance import Balance, component_effects, seat_rows

Number = int | float
MOST_POINTS = 400  # combinations of values in one sweep


@dataclass(frozen=True)
class Variation:
    """One value of a component file, by its path, and the numbers it takes."""

    path: str
    values: tuple[Number, ...]


def parse_variation(text: str, components: Components) -> Variation:
    """`score.window=1..3`, `=1..9:2` in steps, or `=1,2,5`; BadOption says what would be right."""
    path, _, listed = text.partition("=")
    known = component_values(components)
    if path not in known or isinstance(known[path], (str, bool)):
        near = [name for name, value in known.items() if not isinstance(value, (str, bool)) and is_near(path, name)]
        raise BadOption(Phrase("sweep.no_path", {"path": path, "near": ", ".join(near[:8]) or next(iter(known))}))
    try:
        values = tuple(dict.fromkeys(number for part in listed.split(",") for number in numbers_of(part)))
    except ValueError:
        raise BadOption(Phrase("sweep.no_values", {"text": text, "path": path})) from None
    return Variation(path, values)


def is_near(path: str, name: str) -> bool:
    return any(part and part in name for part in path.split("."))


def numbers_of(part: str) -> list[Number]:
    """`3`, `2..6` or `2..6:2`, ends included; ValueError for anything else."""
    ends, _, step_text = part.partition(":")
    low, dots, high = ends.partition("..")
    if not dots:
        if step_text:
            raise ValueError(part)
        return [number_of(low)]
    first, last, step = number_of(low), number_of(high), number_of(step_text or "1")
    if step <= 0 or last < first or (last - first) / step > MOST_POINTS:
        raise ValueError(part)
    return [first + k * step for k in range(int((last - first) / step) + 1)]


def number_of(text: str) -> Number:
    value = float(text)
    return int(value) if value.is_integer() and "." not in text else value


def with_values(components: Components, values: Mapping[str, Number]) -> Components:
    """The component file with other values at these paths; comments and layout stay as they are."""
    document = tomlkit.parse(components.text)
    for path, value in values.items():
        place: Any = document
        *parents, last = path.split(".")
        for name in parents:
            place = place[entry_key(place, name)]
        key = entry_key(place, last)
        if isinstance(place[key], dict):
            place[key]["value"] = value
        else:
            place[key] = value
    return Components(tomlkit.dumps(document), components.file)


def entry_key(place: Any, name: str) -> str | int:
    """The key of a table, or the index of the list entry that a path names."""
    if not isinstance(place, list):
        return name
    return next(at for at, entry in enumerate(place) if entry_name(entry, at + 1) == name)


@dataclass(frozen=True)
class SeatShare:
    """How often a seat won, with its 95 % interval, and its points."""

    share: float
    low: float
    high: float
    points: float
    spread: float


@dataclass(frozen=True)
class ComponentUse:
    """How often a component was taken when offered, and how much more often those who had it won."""

    rate: float | None
    difference: float
    low: float
    high: float


@dataclass(frozen=True)
class SweepPoint:
    """What the games with one combination of values showed."""

    values: dict[str, Number]
    games: int
    seats: list[SeatShare]
    components: dict[str, ComponentUse]

    def seat_advantage(self) -> tuple[float, float]:
        """How far the seat that is farthest from its fair share is from it, and half of that share's interval."""
        fair = 1 / len(self.seats)
        farthest = max(self.seats, key=lambda seat: abs(seat.share - fair))
        return abs(farthest.share - fair), (farthest.high - farthest.low) / 2

    def component_advantage(self) -> tuple[float, float]:
        """The same for the component whose owners win most out of line."""
        known = [use for use in self.components.values() if use.low != use.high]
        if not known:
            return 0.0, 0.0
        farthest = max(known, key=lambda use: abs(use.difference))
        return abs(farthest.difference), (farthest.high - farthest.low) / 2


def point_of(values: dict[str, Number], balance: Balance) -> SweepPoint:
    return SweepPoint(
        values,
        balance.games,
        [SeatShare(**row) for row in seat_rows(balance)],
        {
            effect.key: ComponentUse(effect.rate, effect.difference, effect.low, effect.high)
            for effect in component_effects(balance)
        },
    )


@dataclass(frozen=True)
class Suggestion:
    """The values nearest to balance, and those that cannot be told apart from them by the games played."""

    best: SweepPoint
    advantage: float
    reach: float  # half of its 95 % interval
    rivals: list[SweepPoint]


def suggest(points: list[SweepPoint], measure: Callable[[SweepPoint], tuple[float, float]]) -> Suggestion | None:
    """The point with the least advantage; None if there is nothing to choose from."""
    if len(points) < 2:
        return None
    best = min(points, key=lambda point: measure(point)[0])
    advantage, reach = measure(best)
    rivals = [
        point for point in points if point is not best and measure(point)[0] - measure(point)[1] <= advantage + reach
    ]
    return Suggestion(best, advantage, reach, rivals)


def grid_of(variations: list[Variation]) -> list[dict[str, Number]]:
    """Every combination of the values; BadOption if there are too many."""
    many = 1
    for variation in variations:
        many *= len(variation.values)
    if many > MOST_POINTS:
        raise BadOption(Phrase("sweep.too_many", {"points": many, "most": MOST_POINTS}))
    paths = [variation.path for variation in variations]
    return [dict(zip(paths, values, strict=True)) for values in product(*(one.values for one in variations))]


def run_sweep(
    grid: list[dict[str, Number]],
    plan: Mapping[str, object],
    play: Callable[[dict[str, Number]], tuple[Balance, bool]],
    resume: Path | None,
) -> Iterator[tuple[SweepPoint, bool]]:
    """Every point of the grid and whether it is new; what `resume` has of this plan is not played again."""
    kept = read_points(resume, plan)
    for values in grid:
        if found := kept.get(key_of(values)):
            yield found, False
            continue
        balance, complete = play(values)
        if not complete:
            return
        point = point_of(values, balance)
        if resume is not None:
            append_line(resume, json.dumps({"plan": plan, "point": asdict(point)}, ensure_ascii=False))
        yield point, True


def append_line(file: Path, line: str) -> None:
    """Add one whole line, after whatever a killed run left."""
    was = file.read_bytes() if file.exists() else b""
    with file.open("a", encoding="utf-8") as out:
        out.write(("" if not was or was.endswith(b"\n") else "\n") + line + "\n")


def key_of(values: Mapping[str, Number]) -> str:
    return json.dumps(values, sort_keys=True)


def read_points(file: Path | None, plan: Mapping[str, object]) -> dict[str, SweepPoint]:
    """The finished points of a file; BadOption if it belongs to another plan. What was cut off is played again."""
    found: dict[str, SweepPoint] = {}
    if file is None or not file.exists():
        return found
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if entry["plan"] != plan:
            raise BadOption(Phrase("sweep.other_plan", {"file": str(file)}))
        raw = entry["point"]
        point = SweepPoint(
            raw["values"],
            raw["games"],
            [SeatShare(**seat) for seat in raw["seats"]],
            {key: ComponentUse(**use) for key, use in raw["components"].items()},
        )
        found[key_of(point.values)] = point
    return found
