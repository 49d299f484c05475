"""Mousehole's components as typed tables, validated when loaded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from domik.kernel.components import Components

if TYPE_CHECKING:
    from mousehole.rules.game import MouseholeMatch
from mousehole.rules.state import CARDS, DEAL_SIZE, DEAL_WISHES, KINDS

SCORE = ("bed", "pantry", "door", "lamp", "stove", "warmest", "warm", "wish")


@dataclass(frozen=True)
class Parts:
    """Kind and crumbs of every card by its number, and the values of the score sheet."""

    kinds: tuple[int, ...]
    crumbs: tuple[int, ...]
    score: dict[str, int]


def read_parts(components: Components) -> Parts:
    """Read and validate a component file; BadComponents names file, line and value."""
    each = CARDS // len(KINDS)
    kinds: list[int] = []
    crumbs: list[int] = []
    components.list_at("kinds", length=len(KINDS))
    for k, kind in enumerate(KINDS):
        components.word_at("kinds", k, "id", among=(kind,))
        components.mark_at("kinds", k, "mark")
        for n in range(len(components.list_at("kinds", k, "crumbs", length=each))):
            kinds.append(k)
            crumbs.append(components.number_at("kinds", k, "crumbs", n, most=9))
    score = {name: components.number_at("score", name, most=30) for name in SCORE}
    for name in SCORE:
        components.mark_at("score", f"{name}_mark")
    return Parts(tuple(kinds), tuple(crumbs), score)


def check_deal(match: MouseholeMatch, deal: list[int]) -> bool:
    """Whether a record's deal is invalid: every card once, every wish once."""
    return (
        len(deal) != DEAL_SIZE
        or sorted(deal[:DEAL_WISHES]) != list(range(CARDS))
        or sorted(deal[DEAL_WISHES:]) != list(range(len(KINDS)))
    )
