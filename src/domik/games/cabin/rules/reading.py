"""A view in plain words of Python: cards, piles, places and dice, for everything that need not be fast."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from domik.games.cabin.rules.parts import RESOURCE_NAMES
from domik.games.cabin.rules.state import *
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View
from domik.kernel.title import Match


@dataclass(frozen=True)
class Seat:
    """One player's part of the table, as everybody sees it."""

    seat: int
    stage: int
    hand: int  # the face in hand, 0 for none
    next: int  # the face on top of the deck, 0 for none
    deck: list[int]  # this month's faces below the card in hand, 0 for what nobody knows
    aside: list[int]  # next month's pile, the first one laid first
    dice: list[int]
    places: list[int]  # faces clockwise, 0 empty
    left: int  # the month die
    has_built: bool
    years: int
    copy: int

    def month(self) -> int:
        """The month that is being played, or in which planning ended; 9 after a failed month 8."""
        return MONTHS + 1 - self.left

    def sixes(self) -> list[int]:
        """The natural dice that show 6 (CC-18)."""
        return [die for die in range(RESOURCES) if self.dice[die] == DIE_MOST]


def seat_of(view: View, seat: int) -> Seat:
    """Read one seat."""
    at = SEAT + SEAT_SIZE * seat
    return read_seat(seat, int(view.numbers[PHASE]) == PLAYING, tuple(view.numbers[at : at + SEAT_SIZE]))


@lru_cache(maxsize=512)  # texts, drawings and objections ask for the same seat again and again
def read_seat(seat: int, plays: bool, numbers: tuple[int, ...]) -> Seat:
    """A seat's block of the table."""
    stage = numbers[STAGE]
    holds = stage in (PLANS, MEETS, FENCES) and plays
    rest = [numbers[CARDS + k] & FACE for k in range(numbers[TOP], numbers[PILE])] if stage < LIVES else []
    return Seat(
        seat,
        stage,
        rest[0] if holds else 0,
        (rest[1] if len(rest) > 1 else 0) if holds else (rest[0] if rest else 0),
        rest[1:] if holds else rest,
        [numbers[CARDS + k] & FACE for k in range(numbers[LAID])],
        [numbers[DICE] >> DIE_BITS * die & DIE for die in range(2 * RESOURCES)],
        places_of(numbers[PLACED]),
        numbers[LEFT],
        bool(numbers[BUILT]),
        numbers[YEARS],
        numbers[COPY],
    )


def places_of(placed: int) -> list[int]:
    """Eight faces clockwise."""
    return [placed >> FACE_BITS * place & FACE for place in range(PLACES)]


def model_of(match: Match, view: View) -> list[int]:
    """The cabin to copy: the template's (CC-42), or the scenario's (CC-43); empty when there is none."""
    model = int(view.numbers[MODEL]) or int(match.game.scene)  # type: ignore[attr-defined]
    return places_of(model) if model else []


def drafted_hand(view: View) -> list[int]:
    """The viewer's cards in the draft."""
    hand = int(view.numbers[OPEN_SIZE + OWN_SIZE * view.seat + HAND]) if view.seat >= 0 else 0
    cards = []
    while hand:
        cards.append(hand & FACE)
        hand >>= CARD_BITS
    return cards


def kept_pile(view: View) -> list[int]:
    """What the viewer has laid down in the draft, the first card first."""
    if view.seat < 0:
        return []
    own = OPEN_SIZE + OWN_SIZE * view.seat + KEPT
    cards = [int(view.numbers[own + k // KEPT_EACH]) >> CARD_BITS * (k % KEPT_EACH) & CARD for k in range(CARDS_EACH)]
    return [card & FACE for card in cards if card]


def face_phrase(match: Match, face: int) -> Phrase:
    """A face's name."""
    return Phrase(f"card.{match.parts.id(face)}.{'home' if face & HOME else 'natural'}", texts=match.parts.names(face))


def resource_phrase(die: int) -> Phrase:
    """A resource's name."""
    return Phrase(f"resource.{RESOURCE_NAMES[die]}")


def halves(doubled: int) -> float | int:
    """Points as people count them."""
    return doubled / 2 if doubled % 2 else doubled // 2


def points_phrase(doubled: int) -> Phrase:
    """So many points, with a half where there is one."""
    return Phrase("points", {"n": halves(doubled)})


def amount_phrase(n: int, die: int) -> Phrase:
    """So much more of a resource."""
    return Phrase("amount", {"count": n, "resource": resource_phrase(die)})


def short_phrase(n: int, die: int) -> Phrase:
    """A resource and how much of it, without a sign."""
    return Phrase("short", {"count": n, "resource": resource_phrase(die)})


def joined(parts: list[Phrase]) -> Argument:
    """Phrases after each other with commas."""
    if not parts:
        return ""
    found = parts[0]
    for part in parts[1:]:
        found = Phrase("and_more", {"first": found, "second": part})
    return found
