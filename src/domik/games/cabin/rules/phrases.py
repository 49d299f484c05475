"""Phrases for Cozy Cabin's cards, resources and amounts, and the element ids of places."""

from __future__ import annotations

from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.parts import RESOURCE_NAMES
from domik.games.cabin.rules.state import FLIP, HOME, UPGRADE, UPGRADED
from domik.kernel.phrase import Argument, Phrase

STAGE_NAMES = ("plans", "waits", "meets", "fences", "lives", "done")  # of a seat, by stage number
TURNS = {UPGRADE: "upgrade", FLIP: "flip"}  # CC-14
SHOT_NAMES = ("raid", "fence", "long_visit", "generous")  # the neighbour's strong effects (CC-46)


def face_phrase(match: CabinMatch, face: int) -> Phrase:
    return Phrase(f"card.{match.parts.id(face)}.{'home' if face & HOME else 'natural'}", texts=match.parts.names(face))


def turned_phrase(match: CabinMatch, face: int, action: int) -> Phrase:
    """A face's name after an upgrade or a flip."""
    return face_phrase(match, face | (UPGRADED if action == UPGRADE else HOME))


def seat_phrase(seat: int) -> Phrase:
    """A seat, rendered as the player's name on a page and as a number in the terminal."""
    return Phrase("seat.named", {"seat": seat + 1})


def resource_phrase(die: int) -> Phrase:
    return Phrase(f"resource.{RESOURCE_NAMES[die]}")


def undouble(doubled: int) -> float | int:
    """Actual points from doubled ones."""
    return doubled / 2 if doubled % 2 else doubled // 2


def points_phrase(doubled: int) -> Phrase:
    """Points, with a half where there is one."""
    return Phrase("points", {"n": undouble(doubled)})


def amount_phrase(n: int, die: int) -> Phrase:
    """An amount of a resource, with a plus sign."""
    return Phrase("amount", {"count": n, "resource": resource_phrase(die)})


def change_phrase(n: int, die: int) -> Phrase:
    """A signed change of a resource."""
    return amount_phrase(n, die) if n > 0 else Phrase("amount_less", {"count": -n, "resource": resource_phrase(die)})


def short_phrase(n: int, die: int) -> Phrase:
    """An amount of a resource, without a sign."""
    return Phrase("short", {"count": n, "resource": resource_phrase(die)})


def join_phrases(parts: list[Phrase]) -> Argument:
    """A comma separated list."""
    if not parts:
        return ""
    found = parts[0]
    for part in parts[1:]:
        found = Phrase("and_more", {"first": found, "second": part})
    return found


def shot_phrase(match: CabinMatch, edge: int) -> Phrase:
    """The effect of one of the neighbour's strong effects."""
    found = match.parts.edges[edge]
    return Phrase(f"shot.{SHOT_NAMES[found.shot]}", texts=found.names)


def place_id(place: int) -> str:
    """The element id of a place in drawings."""
    return f"place-{place + 1}"
