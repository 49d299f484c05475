"""One house on bit masks: where cards may lie, furnishings, swaps (DH-20 to DH-25, DH-31, DH-54)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.cards import Cards
from domik.games.dream_home.state import *
from domik.kernel.game import bit, lowest

# In all of these, `at` is where the house's seat block begins.


def open_cells(table: vec[i64], at: i64) -> i64:
    """Free cells with something below them; scaffolding holds and may be built over (DH-21, DH-45)."""
    filled = table[at + FILLED]
    return (((filled | table[at + SCAFFOLD]) << LEVEL) | FOOT) & BOARD & ~filled


def scaffold_cells(table: vec[i64], at: i64) -> i64:
    """Where scaffolding may be put (DH-45)."""
    return open_cells(table, at) & ~table[at + SCAFFOLD]


def spread(cells: i64, same: i64) -> i64:
    """The cells and all of their whole rooms, within the cells of the same kind (DH-23)."""
    grown = cells | ((cells << 1 | cells >> 1) & same)
    while grown != cells:
        cells = grown
        grown = cells | ((cells << 1 | cells >> 1) & same)
    return grown


def fitting(table: vec[i64], at: i64, kind: i64, cards: Cards) -> i64:
    """Cells where a card of this kind may lie face up, whether free or not (DH-22, DH-23)."""
    same = table[at + SAME + kind]
    if not same:
        return cards.zone[kind]
    finished: i64 = 0
    if not table[at + HELD] & cards.designers:  # DH-32, DH-50
        finished = same & table[at + FURNISHED]
    return fitting_beside(same, finished, kind, cards)


def fits_instead(table: vec[i64], at: i64, kind: i64, place: i64, cards: Cards) -> bool:
    """Whether a card of this kind may lie face up on a cell whose card leaves (DH-40, DH-53)."""
    same = table[at + SAME + kind] & ~place
    finished: i64 = 0
    if not table[at + HELD] & cards.designers:
        finished = same & table[at + FURNISHED]
    return fitting_beside(same, finished, kind, cards) & place != 0


def fitting_beside(same: i64, finished: i64, kind: i64, cards: Cards) -> i64:
    """Cells for one more card of a kind, given its cards in the house and those that a furnishing finishes (DH-23)."""
    cells = cards.zone[kind]
    left = same << 1
    right = same >> 1
    most = cards.most[kind]
    if most == 1:
        return cells & ~(left | right)
    if finished:
        finished = spread(finished, same)
        cells &= ~(finished << 1 | finished >> 1)
    if most == 2:
        full = left & same
        full |= full >> 1
        return cells & ~(full << 1 | full >> 1 | left & right)
    left_two = left & same << 2
    right_two = right & same >> 2
    return cells & ~(left_two & same << 3 | right_two & same >> 3 | left_two & right | left & right_two)


def furnishable(table: vec[i64], at: i64, kinds: i64) -> i64:
    """Face-up cells of these kinds whose whole room holds no furnishing (DH-31, DH-32)."""
    cells: i64 = 0
    furnished = table[at + FURNISHED]
    while kinds:
        same = table[at + SAME + lowest(kinds)]
        kinds &= kinds - 1
        if same & furnished:
            same &= ~spread(same & furnished, same)
        cells |= same
    return cells


def lay_up(table: vec[i64], at: i64, room: i64, cell: i64, cards: Cards) -> None:
    """Put a room face up on a cell; scaffolding there goes (DH-20, DH-45)."""
    place = bit(cell)
    kind = cards.room_kind[room]
    table[at + HOUSE + cell] = room + 1
    table[at + FILLED] |= place
    table[at + SAME + kind] |= place
    if table[at + SCAFFOLD] & place:
        take_scaffold(table, at, place, cards)
    if table[at + FURNISHED] and cards.most[kind] > 1:
        keep_better(table, at, place, table[at + SAME + kind], cards)


def lay_down(table: vec[i64], at: i64, room: i64, cell: i64, cards: Cards) -> None:
    """Put a room face down on a cell (DH-25)."""
    place = bit(cell)
    table[at + HOUSE + cell] = (room + 1) | FACE_DOWN
    table[at + FILLED] |= place
    table[at + EMPTY] |= place
    if table[at + SCAFFOLD] & place:
        take_scaffold(table, at, place, cards)


def take_scaffold(table: vec[i64], at: i64, place: i64, cards: Cards) -> None:
    """A replaced scaffolding goes to the discards (DH-45)."""
    table[at + SCAFFOLD] &= ~place
    card = table[at + HELD] & cards.scaffolds
    card &= -card
    table[at + HELD] &= ~card
    table[RESOURCE_DISCARDS] |= card


def take_away(table: vec[i64], at: i64, cell: i64, cards: Cards) -> i64:
    """Take the card of a cell out of the house, its token with it; the room."""
    place = bit(cell)
    card = table[at + HOUSE + cell]
    table[at + HOUSE + cell] = 0
    table[at + FILLED] &= ~place
    room = (card & CARD) - 1
    if card & FACE_DOWN:
        table[at + EMPTY] &= ~place
    else:
        table[at + SAME + cards.room_kind[room]] &= ~place
        table[at + FURNISHED] &= ~place
    return room


def put_token(table: vec[i64], at: i64, cell: i64, token: i64) -> None:
    """Lay a furnishing on a card."""
    table[at + HOUSE + cell] |= (token + 1) << TOKEN_SHIFT
    table[at + FURNISHED] |= bit(cell)


def keep_better(table: vec[i64], at: i64, place: i64, same: i64, cards: Cards) -> None:
    """Of two furnishings in one room the better stays, of equals the leftmost (DH-50, DH-54)."""
    tokens = spread(place, same) & table[at + FURNISHED]
    if not tokens & (tokens - 1):
        return
    best: i64 = -1
    most: i64 = -1
    rest = tokens
    while rest:
        cell = lowest(rest)
        rest &= rest - 1
        points = cards.token_points[(table[at + HOUSE + cell] >> TOKEN_SHIFT) - 1]
        if points > most:
            most = points
            best = cell
    tokens &= ~bit(best)
    table[at + FURNISHED] &= ~tokens
    while tokens:
        table[at + HOUSE + lowest(tokens)] &= CARD
        tokens &= tokens - 1


def fits_after(table: vec[i64], at: i64, kind: i64, here: i64, gone: i64, cards: Cards) -> bool:
    """Whether a card of this kind may lie on `here` once it has left `gone`: zone and maximum size (DH-54)."""
    if not cards.zone[kind] & here:
        return False
    same = (table[at + SAME + kind] & ~gone) | here
    size = spread(here, same)
    most = cards.most[kind]
    while most:
        size &= size - 1
        most -= 1
    return not size


def may_swap(table: vec[i64], at: i64, one: i64, other: i64, cards: Cards) -> bool:
    """Whether the handyman may swap the cards of two filled cells (DH-54)."""
    first = table[at + HOUSE + one]
    second = table[at + HOUSE + other]
    if first & FACE_DOWN:
        if second & FACE_DOWN:
            return True
        return fits_after(table, at, cards.room_kind[(second & CARD) - 1], bit(one), bit(other), cards)
    kind = cards.room_kind[(first & CARD) - 1]
    if second & FACE_DOWN:
        return fits_after(table, at, kind, bit(other), bit(one), cards)
    other_kind = cards.room_kind[(second & CARD) - 1]
    if kind == other_kind:
        return True
    return fits_after(table, at, kind, bit(other), bit(one), cards) and fits_after(
        table, at, other_kind, bit(one), bit(other), cards
    )


def partners(table: vec[i64], at: i64, cell: i64, cards: Cards) -> i64:
    """The cells whose card may swap with this cell's."""
    found: i64 = 0
    rest = table[at + FILLED] & ~bit(cell)
    while rest:
        if may_swap(table, at, cell, lowest(rest), cards):
            found |= rest & -rest
        rest &= rest - 1
    return found


def swappable(table: vec[i64], at: i64, cards: Cards) -> i64:
    """The cells whose card may swap with some other (DH-54)."""
    filled = table[at + FILLED]
    found = table[at + EMPTY]  # empty rooms swap with each other
    if not found & (found - 1):
        found = 0
    left = filled & ~found
    while left:
        place = left & -left
        left &= left - 1
        if found & place:
            continue
        cell = lowest(place)
        rest = filled & ~place
        while rest:
            if may_swap(table, at, cell, lowest(rest), cards):
                found |= place | rest & -rest
                break
            rest &= rest - 1
    return found


def swap(table: vec[i64], at: i64, one: i64, other: i64, cards: Cards) -> None:
    """Swap two cards of the house, each with its token; an empty room stays empty (DH-54)."""
    first = table[at + HOUSE + one]
    second = table[at + HOUSE + other]
    take_away(table, at, one, cards)
    take_away(table, at, other, cards)
    set_card(table, at, other, first, cards)
    set_card(table, at, one, second, cards)
    join_tokens(table, at, one, cards)
    join_tokens(table, at, other, cards)


def join_tokens(table: vec[i64], at: i64, cell: i64, cards: Cards) -> None:
    """See to it that the whole room of a cell holds one furnishing at most (DH-54)."""
    card = table[at + HOUSE + cell]
    if not card & FACE_DOWN:
        keep_better(table, at, bit(cell), table[at + SAME + cards.room_kind[(card & CARD) - 1]], cards)


def set_card(table: vec[i64], at: i64, cell: i64, card: i64, cards: Cards) -> None:
    """Put a card with all that lies on it into an empty cell."""
    place = bit(cell)
    table[at + HOUSE + cell] = card
    table[at + FILLED] |= place
    if card & FACE_DOWN:
        table[at + EMPTY] |= place
        return
    table[at + SAME + cards.room_kind[(card & CARD) - 1]] |= place
    if card >> TOKEN_SHIFT:
        table[at + FURNISHED] |= place
