"""One house as bit masks: where cards may be laid, furnishings, swaps (DH-20 to DH-25, DH-31, DH-54)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.config import Config
from domik.kernel.game import bit, lowest

# In all functions below, `at` is the offset of the house's seat block.


def open_cells(numbers: vec[i64], base: i64) -> i64:
    """Free cells with support; scaffolding supports, and may itself be built over (DH-21, DH-45)."""
    filled = numbers[base + at.FILLED]
    return (((filled | numbers[base + at.SCAFFOLD]) << at.LEVEL) | at.FOOT) & at.BOARD & ~filled


def scaffold_cells(numbers: vec[i64], base: i64) -> i64:
    """Where scaffolding may be placed (DH-45)."""
    return open_cells(numbers, base) & ~numbers[base + at.SCAFFOLD]


def expand_to_rooms(cells: i64, same: i64) -> i64:
    """The cells extended to their whole rooms; `same` are the cells of that kind (DH-23)."""
    grown = cells | ((cells << 1 | cells >> 1) & same)
    while grown != cells:
        cells = grown
        grown = cells | ((cells << 1 | cells >> 1) & same)
    return grown


def cards_left(same: i64, place: i64) -> i64:
    """Number of cards of the same kind directly left of a cell, at most two."""
    if not same & place >> 1:
        return 0
    return 2 if same & place >> 2 else 1


def cards_right(same: i64, place: i64) -> i64:
    """Number of cards of the same kind directly right of a cell, at most two."""
    if not same & place << 1:
        return 0
    return 2 if same & place << 2 else 1


def joined_size(same: i64, place: i64) -> i64:
    """Number of cards of its kind that a card on this cell would join (DH-23)."""
    return cards_left(same, place) + cards_right(same, place)


def fitting_cells(numbers: vec[i64], base: i64, kind: i64, config: Config) -> i64:
    """Cells where a card of this kind may be face up, whether they are free or not (DH-22, DH-23)."""
    same = numbers[base + at.SAME + kind]
    if not same:
        return config.zone[kind]
    finished: i64 = 0
    if not numbers[base + at.HELD] & config.designers:  # DH-32, DH-50
        finished = same & numbers[base + at.FURNISHED]
    return extension_cells(same, finished, kind, config)


def fits_instead(numbers: vec[i64], base: i64, kind: i64, place: i64, config: Config) -> bool:
    """Whether a card of this kind may be face up on a cell whose card is removed (DH-40, DH-53)."""
    same = numbers[base + at.SAME + kind] & ~place
    finished: i64 = 0
    if not numbers[base + at.HELD] & config.designers:
        finished = same & numbers[base + at.FURNISHED]
    return extension_cells(same, finished, kind, config) & place != 0


def extension_cells(same: i64, finished: i64, kind: i64, config: Config) -> i64:
    """Cells for one more card of a kind, given its cards `same` and the furnished ones `finished` (DH-23)."""
    cells = config.zone[kind]
    left = same << 1
    right = same >> 1
    most = config.most[kind]
    if most == 1:
        return cells & ~(left | right)
    if finished:
        finished = expand_to_rooms(finished, same)
        cells &= ~(finished << 1 | finished >> 1)
    if most == 2:
        full = left & same
        full |= full >> 1
        return cells & ~(full << 1 | full >> 1 | left & right)
    left_two = left & same << 2
    right_two = right & same >> 2
    return cells & ~(left_two & same << 3 | right_two & same >> 3 | left_two & right | left & right_two)


def furnishable_cells(numbers: vec[i64], base: i64, kinds: i64) -> i64:
    """Face-up cells of these kinds whose whole room has no furnishing (DH-31, DH-32)."""
    cells: i64 = 0
    furnished = numbers[base + at.FURNISHED]
    while kinds:
        same = numbers[base + at.SAME + lowest(kinds)]
        kinds &= kinds - 1
        if same & furnished:
            same &= ~expand_to_rooms(same & furnished, same)
        cells |= same
    return cells


def lay_up(numbers: vec[i64], base: i64, room: i64, cell: i64, config: Config) -> None:
    """Lay a room face up on a cell; scaffolding there is discarded (DH-20, DH-45)."""
    place = bit(cell)
    kind = config.room_kind[room]
    numbers[base + at.HOUSE + cell] = room + 1
    numbers[base + at.FILLED] |= place
    numbers[base + at.SAME + kind] |= place
    if numbers[base + at.SCAFFOLD] & place:
        take_scaffold(numbers, base, place, config)
    if numbers[base + at.FURNISHED] and config.most[kind] > 1:
        keep_better(numbers, base, place, numbers[base + at.SAME + kind], config)


def lay_down(numbers: vec[i64], base: i64, room: i64, cell: i64, config: Config) -> None:
    """Lay a room face down on a cell (DH-25)."""
    place = bit(cell)
    numbers[base + at.HOUSE + cell] = (room + 1) | at.FACE_DOWN
    numbers[base + at.FILLED] |= place
    numbers[base + at.EMPTY] |= place
    if numbers[base + at.SCAFFOLD] & place:
        take_scaffold(numbers, base, place, config)


def take_scaffold(numbers: vec[i64], base: i64, place: i64, config: Config) -> None:
    """Discard the scaffolding that a room replaces (DH-45)."""
    numbers[base + at.SCAFFOLD] &= ~place
    card = numbers[base + at.HELD] & config.scaffolds
    card &= -card
    numbers[base + at.HELD] &= ~card
    numbers[at.RESOURCE_DISCARDS] |= card


def take_away(numbers: vec[i64], base: i64, cell: i64, config: Config) -> i64:
    """Remove the card of a cell and its token from the house; returns the room."""
    place = bit(cell)
    card = numbers[base + at.HOUSE + cell]
    numbers[base + at.HOUSE + cell] = 0
    numbers[base + at.FILLED] &= ~place
    room = (card & at.CARD) - 1
    if card & at.FACE_DOWN:
        numbers[base + at.EMPTY] &= ~place
    else:
        numbers[base + at.SAME + config.room_kind[room]] &= ~place
        numbers[base + at.FURNISHED] &= ~place
    return room


def exchange(numbers: vec[i64], base: i64, cell: i64, room: i64, down: bool, config: Config) -> i64:
    """Lay a room in place of another, which is returned; its furnishing is lost (DH-40, DH-53)."""
    gone = take_away(numbers, base, cell, config)
    if down:
        lay_down(numbers, base, room, cell, config)
    else:
        lay_up(numbers, base, room, cell, config)
    return gone


def put_token(numbers: vec[i64], base: i64, cell: i64, token: i64) -> None:
    numbers[base + at.HOUSE + cell] |= (token + 1) << at.TOKEN_SHIFT
    numbers[base + at.FURNISHED] |= bit(cell)


def keep_better(numbers: vec[i64], base: i64, place: i64, same: i64, config: Config) -> None:
    """Keep the best furnishing of a room, the leftmost of equals, and remove the others (DH-50, DH-54)."""
    tokens = expand_to_rooms(place, same) & numbers[base + at.FURNISHED]
    if not tokens & (tokens - 1):
        return
    best: i64 = -1
    most: i64 = -1
    rest = tokens
    while rest:
        cell = lowest(rest)
        rest &= rest - 1
        points = config.token_points[(numbers[base + at.HOUSE + cell] >> at.TOKEN_SHIFT) - 1]
        if points > most:
            most = points
            best = cell
    tokens &= ~bit(best)
    numbers[base + at.FURNISHED] &= ~tokens
    while tokens:
        numbers[base + at.HOUSE + lowest(tokens)] &= at.CARD
        tokens &= tokens - 1


def fits_after(numbers: vec[i64], base: i64, kind: i64, here: i64, gone: i64, config: Config) -> bool:
    """Whether a card of this kind may move from `gone` to `here`: zone and maximum size (DH-54)."""
    if not config.zone[kind] & here:
        return False
    same = (numbers[base + at.SAME + kind] & ~gone) | here
    size = expand_to_rooms(here, same)
    most = config.most[kind]
    while most:
        size &= size - 1
        most -= 1
    return not size


def may_swap(numbers: vec[i64], base: i64, one: i64, other: i64, config: Config) -> bool:
    """Whether the handyman may swap the cards of two filled cells (DH-54)."""
    first = numbers[base + at.HOUSE + one]
    second = numbers[base + at.HOUSE + other]
    if first & at.FACE_DOWN:
        if second & at.FACE_DOWN:
            return True
        return fits_after(numbers, base, config.room_kind[(second & at.CARD) - 1], bit(one), bit(other), config)
    kind = config.room_kind[(first & at.CARD) - 1]
    if second & at.FACE_DOWN:
        return fits_after(numbers, base, kind, bit(other), bit(one), config)
    other_kind = config.room_kind[(second & at.CARD) - 1]
    if kind == other_kind:
        return True
    return fits_after(numbers, base, kind, bit(other), bit(one), config) and fits_after(
        numbers, base, other_kind, bit(one), bit(other), config
    )


def swap_partners(numbers: vec[i64], base: i64, cell: i64, config: Config) -> i64:
    """The cells whose card may swap with this cell's card."""
    found: i64 = 0
    rest = numbers[base + at.FILLED] & ~bit(cell)
    while rest:
        if may_swap(numbers, base, cell, lowest(rest), config):
            found |= rest & -rest
        rest &= rest - 1
    return found


def swappable_cells(numbers: vec[i64], base: i64, config: Config) -> i64:
    """The cells whose card may swap with at least one other (DH-54)."""
    filled = numbers[base + at.FILLED]
    found = numbers[base + at.EMPTY]  # empty rooms can swap with each other
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
            if may_swap(numbers, base, cell, lowest(rest), config):
                found |= place | rest & -rest
                break
            rest &= rest - 1
    return found


def swap(numbers: vec[i64], base: i64, one: i64, other: i64, config: Config) -> None:
    """Swap two cards of the house, each with its token; a face-down card stays face down (DH-54)."""
    first = numbers[base + at.HOUSE + one]
    second = numbers[base + at.HOUSE + other]
    take_away(numbers, base, one, config)
    take_away(numbers, base, other, config)
    set_card(numbers, base, other, first, config)
    set_card(numbers, base, one, second, config)
    join_tokens(numbers, base, one, config)
    join_tokens(numbers, base, other, config)


def join_tokens(numbers: vec[i64], base: i64, cell: i64, config: Config) -> None:
    """Keep at most one furnishing in the whole room of a cell (DH-54)."""
    card = numbers[base + at.HOUSE + cell]
    if not card & at.FACE_DOWN:
        keep_better(numbers, base, bit(cell), numbers[base + at.SAME + config.room_kind[(card & at.CARD) - 1]], config)


def set_card(numbers: vec[i64], base: i64, cell: i64, card: i64, config: Config) -> None:
    """Put a packed card, with its token, into an empty cell."""
    place = bit(cell)
    numbers[base + at.HOUSE + cell] = card
    numbers[base + at.FILLED] |= place
    if card & at.FACE_DOWN:
        numbers[base + at.EMPTY] |= place
        return
    numbers[base + at.SAME + config.room_kind[(card & at.CARD) - 1]] |= place
    if card >> at.TOKEN_SHIFT:
        numbers[base + at.FURNISHED] |= place
