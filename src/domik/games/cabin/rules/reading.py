"""A view decoded into plain Python objects (cards, piles, places, dice), for code that need not be fast."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.life import ALL_DICE, year_result
from domik.games.cabin.rules.parts import pack_dice, pack_places
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
    deck: tuple[int, ...]  # this month's faces below the card in hand, 0 for hidden ones
    aside: tuple[int, ...]  # next month's pile in the order it was laid
    dice: tuple[int, ...]
    places: tuple[int, ...]  # faces clockwise, 0 empty
    left: int  # the month die
    has_built: bool
    years: int
    copy: int
    visits: int  # cards still to be lost to a long visit (CC-46)
    last: int  # the last action in planning and life
    points: int  # doubled, once the life is over

    def month(self) -> int:
        """The current month, or the one in which planning ended; 9 after a failed month 8."""
        return at.MONTHS + 1 - self.left

    def free(self) -> int:
        """Mask of the free places."""
        return sum(1 << place for place, face in enumerate(self.places) if not face)

    def sixes(self) -> list[int]:
        """The natural dice that show 6 (CC-18)."""
        return [die for die in range(at.RESOURCES) if self.dice[die] == at.DIE_MOST]


def phase_of(view: View) -> int:
    return int(view.numbers[at.PHASE])


def draft_round(view: View) -> int:
    """The current round of the draft, from 1; 0 when none is on (CC-41)."""
    return int(view.numbers[at.ROUND]) + 1 if phase_of(view) == at.DRAFTING else 0


def fenced_seat(view: View) -> int:
    """The victim whose locations a fence swaps (CC-46)."""
    return int(view.numbers[at.FENCED]) - 1


def neighbours_up(view: View) -> list[int]:
    """The seats whose neighbour is up and not played yet (CC-47)."""
    return [seat for seat in range(at.MOST_SEATS) if view.numbers[at.UP] >> seat & 1]


def seat_of(view: View, seat: int) -> CabinSeat:
    base = at.SEAT + at.SEAT_SIZE * seat
    return read_seat(seat, phase_of(view) == at.PLAYING, tuple(view.numbers[base : base + at.SEAT_SIZE]))


@lru_cache(maxsize=512)  # texts, drawings and objections decode the same seat repeatedly
def read_seat(seat: int, plays: bool, numbers: tuple[int, ...]) -> CabinSeat:
    """Decode a seat's block of numbers."""
    stage = numbers[at.STAGE]
    holds = stage in (at.PLANS, at.MEETS, at.FENCES) and plays
    faces = tuple(card & at.FACE for card in numbers[at.CARDS : at.CARDS + at.PILE_MOST])
    rest = faces[numbers[at.TOP] : numbers[at.PILE]] if stage < at.LIVES else ()
    return CabinSeat(
        seat,
        stage,
        rest[0] if holds else 0,
        (rest[1] if len(rest) > 1 else 0) if holds else (rest[0] if rest else 0),
        rest[1:] if holds else rest,
        faces[: numbers[at.LAID]],
        dice_of(numbers[at.DICE]),
        places_of(numbers[at.PLACED]),
        numbers[at.LEFT],
        bool(numbers[at.BUILT]),
        numbers[at.YEARS],
        numbers[at.COPY],
        numbers[at.VISITS],
        numbers[at.LAST],
        numbers[at.POINTS],
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


def model_of(match: CabinMatch, view: View) -> tuple[int, ...]:
    """The cabin to copy: the template's (CC-42) or the scenario's (CC-43); empty when there is none."""
    model = int(view.numbers[at.MODEL]) or int(config_of(match).scene)
    return places_of(model) if model else ()


def config_of(match: CabinMatch) -> Config:
    return match.game.config


def drafted_cards(view: View) -> list[int]:
    """The cards in the viewer's hand in the draft: faces, and their set in the bits above (CC-41)."""
    return cards_of(int(view.numbers[at.OPEN_SIZE + at.OWN_SIZE * view.seat + at.HAND])) if view.seat >= 0 else []


def month_of(view: View, seat: int) -> int:
    return int(seat_of(view, seat).month())


def knows_deck(view: View, seat: int) -> bool:
    """Whether the viewer knows the order of a seat's deck."""
    return 0 not in seat_of(view, seat).deck


def drafted_hand(view: View) -> list[int]:
    return [card & at.FACE for card in drafted_cards(view)]


def kept_pile(view: View) -> list[int]:
    """The faces the viewer has laid down in the draft, in order."""
    if view.seat < 0:
        return []
    kept = at.OPEN_SIZE + at.OWN_SIZE * view.seat + at.KEPT
    return [card & at.FACE for half in (0, 1) for card in cards_of(int(view.numbers[kept + half]))]


def decision_of(view: View) -> str:
    if phase_of(view) == at.DRAFTING:
        return "draft"
    if view.is_over() or view.seat < 0:
        return "over"
    return DECISIONS[seat_of(view, view.seat).stage]


def year_after(
    config: Config, places: tuple[int, ...], dice: tuple[int, ...], start: int
) -> tuple[tuple[int, ...], int]:
    """The dice after a year from one place, and how it ended (CC-20 to CC-25)."""
    after = int(year_result(pack_places(places), pack_dice(dice), start, config.faces, config.still_ends))
    return dice_of(after & ALL_DICE), after & ~ALL_DICE


def refusal_numbers(view: View) -> tuple[int, ...]:
    """Everything that decides which actions are refused."""
    return (*view.numbers[at.PHASE : at.SHOWN], *view.numbers[at.SEAT : at.OPEN_SIZE], *drafted_cards(view))
