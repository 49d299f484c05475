"""The compiled rules' settings: edition, variants and card values, taken from the options and the component file."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.game import to_vec


@final
class Config:
    def __init__(
        self,
        nk: bool,
        young: bool,
        birdhouse: bool,
        secret_tasks: bool,
        extra_changes: bool,
        ages: list[int],
        tasks: list[int],
        most_a_room: i64,
        fewest_flat: i64,
    ) -> None:
        self.nk: bool = nk  # the Polish edition; else the Russian original
        self.young: bool = young  # colours are picked instead of change cards (TH-60)
        self.birdhouse: bool = birdhouse  # every player has one (TH-61)
        self.secret_tasks: bool = secret_tasks  # TH-62
        self.extra_changes: bool = extra_changes  # `fewest` and `most` are in play (TH-63)
        self.ages: vec[i64] = to_vec(ages)  # seats from youngest to oldest; empty: drawn at random (TH-12)
        self.tasks: vec[i64] = to_vec(tasks)  # TASK_SIZE numbers each: row and triangle, three colours and the points
        self.most_a_room: i64 = most_a_room  # points of `most` for each room (TH-65)
        self.fewest_flat: i64 = fewest_flat  # points of `fewest` (TH-65)
