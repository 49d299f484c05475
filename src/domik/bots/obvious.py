"""Obvious moves: what a quick look and two short searches agree on needs no long thought."""

from __future__ import annotations

from dataclasses import replace

from domik.bots.bot import GreedyBot
from domik.bots.search import SearchBot, Thought
from domik.kernel.luck import Luck
from domik.kernel.state import View

SHORT = 16  # so many times shorter than the whole thought is each of the short ones
LEAST = 40  # iterations, and
QUICKEST = 15  # milliseconds: with less a search says nothing


def obvious(view: View, legal: int, thought: Thought, luck: Luck) -> int:
    """The action (one bit) that needs no thought; 0 when opinions differ."""
    first = GreedyBot(luck.split()).decide(view, legal)
    short = replace(
        thought,
        iterations=max(LEAST, thought.iterations // SHORT) if thought.iterations else 0,
        milliseconds=max(QUICKEST, thought.milliseconds // SHORT) if thought.milliseconds else 0,
    )
    for _ in range(2):
        if SearchBot(luck.split(), short).decide(view, legal) != first:
            return 0
    return first
