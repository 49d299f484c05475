"""What options and component file decide, as the rules read it: switches, points, patterns."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.game import to_vec


@final
class Config:
    """The edition, its variants, and the numbers on the cards."""

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
        self.birdhouse: bool = birdhouse  # everybody has one (TH-61)
        self.secret_tasks: bool = secret_tasks  # TH-62
        self.extra_changes: bool = extra_changes  # `fewest` and `most` are in play (TH-63)
        self.ages: vec[i64] = to_vec(ages)  # the seats from the youngest on; empty: chance decides (TH-12)
        self.tasks: vec[i64] = to_vec(tasks)  # TASK_SIZE each: row and triangle, three colours and the points
        self.most_a_room: i64 = most_a_room  # points of `most` for every room (TH-65)
        self.fewest_flat: i64 = fewest_flat  # points of `fewest` (TH-65)
