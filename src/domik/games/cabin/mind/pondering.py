"""How the solver plays: it plans for decks that this seat must hold possible, and does what most plans begin with."""

from __future__ import annotations

import time
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver.solver import Solver
from domik.games.cabin.rules.beam import DID_BUILD, DID_FLIP, DID_GAIN
from domik.games.cabin.rules.state import *
from domik.kernel.game import bit

# What a level may spend: runs of the beam a deck, and how many orders of month 1 it plans for (CC-3, CC-5)
STEPS: Final = vec[i64]([0, 60, 500])
PATIENCE: Final = 10  # so much longer while there is no plan at all
ORDERS: Final = vec[i64]([0, 1, 2])


def orders_to_try(view: vec[i64], at: i64, effort: i64) -> i64:
    """One when the rest of the deck is known, several while month 1 hides it."""
    for index in range(view[at + TOP], view[at + PILE]):
        if not view[at + CARDS + index]:
            return ORDERS[effort]
    return 1


def planned(solver: Solver, effort: i64, until: float, numbers: vec[i64], at: i64) -> i64:
    """Let the solver work; the action that its best plan begins with, 0 when it has found none."""
    while solver.steps < (STEPS[effort] if solver.best >= 0 else STEPS[effort] * PATIENCE):
        if (until > 0.0 and time.thread_time() > until) or not solver.step():
            break
    if solver.best < 0:
        return 0
    for step in solver.best_steps:
        if step == DID_BUILD:
            return place_for(numbers[at + FREE], solver.best_placed, numbers[at + CARDS + numbers[at + TOP]] & FACE)
        if step:
            return GAIN if step == DID_GAIN else FLIP if step == DID_FLIP else UPGRADE
    return 0


def place_for(free: i64, placed: i64, face: i64) -> i64:
    """The free place on which the finished cabin shows this face."""
    for place in range(PLACES):
        if (free >> place) & 1 and (placed >> (FACE_BITS * place)) & FACE == face:
            return bit(place)
    return 0


def most_voted(actions: list[i64], scores: list[i64]) -> i64:
    """The action that most plans begin with; of equals the one whose plan promises most."""
    best: i64 = 0
    most: i64 = -1
    for action in actions:
        votes: i64 = 0
        for k in range(len(actions)):
            if actions[k] == action:
                votes += 1000 + scores[k]
        if votes > most:
            best = action
            most = votes
    return best
