"""Cozy Cabin positions by hand: decks in a given order, dice, locations, and plans as letters."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin import TITLE
from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.parts import RESOURCE_NAMES
from domik.games.cabin.rules.reading import CabinSeat, seat_of
from domik.kernel.luck import luck_of
from domik.kernel.state import State, new_state

LETTERS = {"g": at.GAIN, "u": at.UPGRADE, "f": at.FLIP}
EDGES = {"N": 0, "N+": at.UPGRADED, "H": at.HOME, "H+": at.HOME | at.UPGRADED}
USUAL = "forest windfall birch claypit bog ravine quarry pond spring brook garden berry"


def table_for(seats: int = 1, **options: object) -> CabinMatch:
    return TITLE.match(seats, options)


def fresh(match: CabinMatch, seed: object = 1) -> State:
    return new_state(match.game, luck_of(str(seed)))


def kind(match: CabinMatch, card: str) -> int:
    found: int = match.parts.kind(card)
    assert found, card
    return found


def with_deck(match: CabinMatch, deck: str = USUAL, *others: str) -> State:
    """A fresh base game with these decks, one a seat (the usual one where none is named)."""
    decks = [deck, *others, *[USUAL] * match.seats][: match.seats]
    cards = [
        kind(match, card) << at.KIND_SHIFT | seat << at.FACE_BITS
        for seat in range(match.seats)
        for card in decks[seat].split()
    ]
    return State(match.game, match.game.start(vec[i64](cards)))


def at_of(seat: int) -> int:
    return at.SEAT + at.SEAT_SIZE * seat


def read(state: State, seat: int = 0) -> CabinSeat:
    return seat_of(state.view(), seat)


def face(match: CabinMatch, text: str) -> int:
    """Such as "forest:H+"."""
    card, _, edge = text.partition(":")
    return kind(match, card) << at.KIND_SHIFT | EDGES[edge]


def set_dice(state: State, seat: int = 0, **dice: int) -> None:
    """Set some dice; the others stay."""
    number = int(state.numbers[at_of(seat) + at.DICE])
    for name, value in dice.items():
        shift = at.DIE_BITS * RESOURCE_NAMES.index(name)
        number = number & ~(at.DIE << shift) | value << shift
    state.numbers[at_of(seat) + at.DICE] = number


def set_cabin(match: CabinMatch, state: State, faces: list[str], seat: int = 0) -> None:
    """Locations on the places from the first on; an empty text leaves a place free."""
    placed, free = 0, 0
    for place in range(at.PLACES):
        text = faces[place] if place < len(faces) else ""
        if text:
            placed |= face(match, text) << at.FACE_BITS * place
        else:
            free |= 1 << place
    state.numbers[at_of(seat) + at.PLACED] = placed
    state.numbers[at_of(seat) + at.FREE] = free


def let_live(match: CabinMatch, state: State, faces: list[str], seat: int = 0, left: int = 4, **dice: int) -> None:
    """The seat's life begins with this cabin and these dice, the others at 0."""
    set_cabin(match, state, faces, seat)
    state.numbers[at_of(seat) + at.DICE] = 0
    set_dice(state, seat, **dice)
    state.numbers[at_of(seat) + at.STAGE] = at.LIVES
    state.numbers[at_of(seat) + at.LEFT] = left


def dice(state: State, seat: int = 0) -> dict[str, int]:
    return dict(zip(RESOURCE_NAMES, read(state, seat).dice, strict=True))


def play(state: State, plan: str, seat: int = 0) -> None:
    """Letters g, u, f, and places 1 to 8 to build on (or to start a year at)."""
    for letter in plan:
        state.play(seat, LETTERS[letter] if letter in LETTERS else 1 << int(letter) - 1)


def hand(match: CabinMatch, state: State, seat: int = 0) -> str:
    return str(match.parts.id(read(state, seat).hand))


def awaited(state: State) -> list[int]:
    mask = int(state.awaited_seats())
    return [seat for seat in range(at.MOST_SEATS) if mask >> seat & 1]


def clauses_against(match: CabinMatch, state: State, action: int, seat: int = 0) -> set[str]:
    return {found.clause for found in match.objections(state.view(seat), action)}
