"""A view decoded into plain Python objects (cards, piles, places, dice), for code that need not be fast."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.game import Cabin
from domik.kernel.package import Match
from domik.kernel.state import View

DECISIONS = ("plan", "wait", "neighbour", "fence", "life", "over")  # kind of decision, by stage number
HAND_PAIRS = [(lower, upper) for lower in range(4) for upper in range(4) if lower != upper]  # CC-41
PLACE_PAIRS = [(a, b) for a in range(at.PLACES) for b in range(a + 1, at.PLACES)]  # CC-46


@dataclass(frozen=True)
class CabinSeat:
    """The public part of one seat: cards, dice and cabin."""

    seat: int
    stage: int
    hand: int  # face, 0 for none
    next: int  # the face on top of the deck, 0 for none
    deck: list[int]  # this month's faces below the card in hand, 0 for hidden ones
    aside: list[int]  # next month's pile in the order it was laid
    dice: list[int]
    places: list[int]  # faces clockwise, 0 empty
    left: int  # the month die
    has_built: bool
    years: int
    copy: int

    def month(self) -> int:
        """The current month, or the one in which planning ended; 9 after a failed month 8."""
        return at.MONTHS + 1 - self.left

    def sixes(self) -> list[int]:
        """The natural dice that show 6 (CC-18)."""
        return [die for die in range(at.RESOURCES) if self.dice[die] == at.DIE_MOST]


def seat_of(view: View, seat: int) -> CabinSeat:
    base = at.SEAT + at.SEAT_SIZE * seat
    return read_seat(seat, int(view.numbers[at.PHASE]) == at.PLAYING, tuple(view.numbers[base : base + at.SEAT_SIZE]))


@lru_cache(maxsize=512)  # texts, drawings and objections decode the same seat repeatedly
def read_seat(seat: int, plays: bool, numbers: tuple[int, ...]) -> CabinSeat:
    """Decode a seat's block of numbers."""
    stage = numbers[at.STAGE]
    holds = stage in (at.PLANS, at.MEETS, at.FENCES) and plays
    rest = (
        [numbers[at.CARDS + k] & at.FACE for k in range(numbers[at.TOP], numbers[at.PILE])] if stage < at.LIVES else []
    )
    return CabinSeat(
        seat,
        stage,
        rest[0] if holds else 0,
        (rest[1] if len(rest) > 1 else 0) if holds else (rest[0] if rest else 0),
        rest[1:] if holds else rest,
        [numbers[at.CARDS + k] & at.FACE for k in range(numbers[at.LAID])],
        list(dice_of(numbers[at.DICE])),
        list(places_of(numbers[at.PLACED])),
        numbers[at.LEFT],
        bool(numbers[at.BUILT]),
        numbers[at.YEARS],
        numbers[at.COPY],
    )


def places_of(placed: int) -> tuple[int, ...]:
    """Eight faces clockwise, 0 for a free place."""
    return tuple(placed >> at.FACE_BITS * place & at.FACE for place in range(at.PLACES))


def dice_of(dice: int) -> tuple[int, ...]:
    return tuple(dice >> at.DIE_BITS * die & at.DIE for die in range(2 * at.RESOURCES))


def cards_of(packed: int) -> list[int]:
    """Unpack cards from one number, lowest bits first."""
    cards = []
    while packed:
        cards.append(packed & at.CARD)
        packed >>= at.CARD_BITS
    return cards


def model_of(match: Match, view: View) -> tuple[int, ...]:
    """The cabin to copy: the template's (CC-42) or the scenario's (CC-43); empty when there is none."""
    model = int(view.numbers[at.MODEL]) or int(config_of(match).scene)
    return places_of(model) if model else ()


def config_of(match: Match) -> Config:
    game = match.game
    assert isinstance(game, Cabin)
    return game.config


def drafted_hand(view: View) -> list[int]:
    hand = int(view.numbers[at.OPEN_SIZE + at.OWN_SIZE * view.seat + at.HAND]) if view.seat >= 0 else 0
    return [card & at.FACE for card in cards_of(hand)]


def kept_pile(view: View) -> list[int]:
    """The faces the viewer has laid down in the draft, in order."""
    if view.seat < 0:
        return []
    kept = at.OPEN_SIZE + at.OWN_SIZE * view.seat + at.KEPT
    return [card & at.FACE for half in (0, 1) for card in cards_of(int(view.numbers[kept + half]))]


def decision_of(view: View) -> str:
    if int(view.numbers[at.PHASE]) == at.DRAFTING:
        return "draft"
    if view.is_over() or view.seat < 0:
        return "over"
    return DECISIONS[seat_of(view, view.seat).stage]
