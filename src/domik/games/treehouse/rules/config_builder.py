"""Build a game's Config from its options and components."""

from __future__ import annotations

from domik.games.treehouse.rules.config import Config
from domik.games.treehouse.rules.parts import Parts
from domik.kernel.options import ChosenOptions


def build_config(options: ChosenOptions, parts: Parts) -> Config:
    ages = options["ages"]
    return Config(
        nk=options["edition"] == "nk",
        young=bool(options["young"]),
        birdhouse=bool(options["birdhouse"]),
        secret_tasks=bool(options["secret_tasks"]),
        extra_changes=bool(options["extra_changes"]),
        ages=list(ages) if isinstance(ages, tuple) else [],
        tasks=[
            number
            for task in parts.tasks
            for pattern in (task.row, task.triangle)
            for number in (*pattern.colours, pattern.points)
        ],
        most_a_room=parts.most_a_room,
        fewest_flat=parts.fewest_flat,
    )
