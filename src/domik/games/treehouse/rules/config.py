"""The compiled rules' settings: edition, variants and card values, taken from the options and the component file."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.treehouse.rules.parts import Parts
from domik.kernel.game import to_vec
from domik.kernel.options import ChosenOptions


@final
class Config:
    def __init__(self, options: ChosenOptions, parts: Parts) -> None:
        ages = options["ages"]
        patterns = [pattern for task in parts.tasks for pattern in (task.row, task.triangle)]
        self.nk: bool = options["edition"] == "nk"  # the Polish edition; else the Russian original
        self.young: bool = bool(options["young"])  # colours are picked instead of change cards (TH-60)
        self.birdhouse: bool = bool(options["birdhouse"])  # every player has one (TH-61)
        self.secret_tasks: bool = bool(options["secret_tasks"])  # TH-62
        self.extra_changes: bool = bool(options["extra_changes"])  # `fewest` and `most` are in play (TH-63)
        # Seats from youngest to oldest; empty: drawn at random (TH-12)
        self.ages: vec[i64] = to_vec(list(ages) if isinstance(ages, tuple) else [])
        # TASK_SIZE numbers each: row and triangle, three colours and the points
        self.tasks: vec[i64] = to_vec([n for pattern in patterns for n in (*pattern.colours, pattern.points)])
        self.most_a_room: i64 = parts.most_a_room  # points of `most` for each room (TH-65)
        self.fewest_flat: i64 = parts.fewest_flat  # points of `fewest` (TH-65)
