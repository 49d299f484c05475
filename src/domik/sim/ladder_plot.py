"""A ladder as a picture; matplotlib is an extra."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.sim.ladder_rating import Ranking


def draw_ladder(ranking: Ranking, title: str, axis: str, path: Path) -> None:
    """Ratings with their intervals, the best on top."""
    try:
        figures: Any = importlib.import_module("matplotlib.figure")
    except ImportError:
        raise DomikError(Phrase("ladder.no_plot")) from None
    rungs = ranking.rungs[::-1]
    figure = figures.Figure(figsize=(7, 1 + 0.5 * len(rungs)), layout="constrained")
    axes = figure.subplots()
    middle = [rung.elo for rung in rungs]
    reach = [rung.high - rung.elo if rung.high < float("inf") else 0.0 for rung in rungs]
    axes.errorbar(middle, range(len(rungs)), xerr=reach, fmt="o", capsize=4, color="#3a7d44")
    axes.set_yticks(range(len(rungs)), [rung.spec for rung in rungs])
    axes.set_xlabel(axis)
    axes.set_title(title)
    axes.grid(axis="x", alpha=0.3)
    try:
        figure.savefig(path, dpi=150)
    except (OSError, ValueError) as error:
        raise DomikError(Phrase("ladder.bad_plot", {"file": str(path), "why": str(error)})) from None
