"""What is probably good: a cheap judgement of one action, from one seat's view."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.state import *


def judgement(view: vec[i64], seat: i64, seats: i64, faces: vec[i64], edges: vec[i64], action: i64) -> float:
    """Higher is better; only actions of one decision compare."""
    return 0.0
