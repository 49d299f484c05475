"""What a seat at a real table decides: which tile of its hand, how it lies, and where (docs/companion.md).

The row and the other hand are not entered, so they are drawn once at random; of the goals the seat knows its own.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules import state as at
from domik.games.bower.rules.entering import (
    GOAL_KEYS,
    ORNAMENT_TILES,
    SET_TOKENS,
    entered_faces,
    key_of_cell,
    view_from_pictures,
)
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.nest import filled_cells, fitting_turns
from domik.games.bower.rules.parts import BONUS_NAMES, GOAL_NAMES
from domik.games.bower.rules.reading import ARROWS, cell_at
from domik.games.bower.rules.turns import choosable_tile
from domik.kernel.entering import EnteredSeat, EnteredTable, bad_entry
from domik.kernel.errors import BadPosition
from domik.kernel.game import AWAITED
from domik.kernel.luck import Luck, luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.state import View

MOST_HELD = 7  # tiles of a hand that can place


def decision(match: BowerMatch, table: EnteredTable, seat: int, held: tuple[str, ...]) -> tuple[BowerMatch, View]:
    """The seat's view when it chooses one of these tiles, `n05`, and how it lies."""
    tiles = {tile.id: number for number, tile in match.parts.tiles.items() if number < at.NEST_BONUS}
    hand = {tiles.get(text.rstrip("".join(ARROWS)), -1) for text in held}
    if not hand or -1 in hand or len(hand) > MOST_HELD:
        raise bad_entry("holds", ",".join(held), "n05, n12")
    config = match.game.config
    numbers = view_from_pictures(match, table).numbers[:]
    numbers[at.SHOWN_GOALS] = 0
    numbers[at.WINNERS] = 0
    laid = [{face // 2 for face in entered_faces(match, one).values()} for one in table.seats]
    luck, seen = luck_of("row and hand"), laid[0] | laid[1] | hand
    stack = [tile for tile in range(int(config.nest_tiles)) if tile not in seen]
    theirs = draw_one(stack, luck)
    for k in range(at.ROW_SIZE):
        tile = draw_one(stack, luck)
        numbers[at.ROW + k] = 0 if tile is None else tile + 1
    numbers[at.NEST_LEFT] = len(stack)
    for number, one in enumerate(table.seats):
        base = at.SEAT + at.SEAT_SIZE * number
        nest = [tile for tile in laid[number] if tile < at.NEST_BONUS]
        in_hand = hand if number == seat else set() if theirs is None else {theirs}
        numbers[base + at.EGGS] = 0
        numbers[base + at.MADE] = min(len(nest), int(config.turns) - (1 if number == seat else 0))
        numbers[base + at.WENT] = sum(1 << tile for tile in nest)
        numbers[base + at.CAME] = numbers[base + at.WENT] | sum(1 << tile for tile in in_hand)
        numbers[base + at.KEPT] = sum(1 << tile for tile in kept_bonus(one, laid[number]))
    own = at.OWN + at.OWN_SIZE * seat
    numbers[own + at.HAND] = sum(1 << tile for tile in hand)
    numbers[own + at.KNOWN] = known_goals(table, seat)
    offer_bonus(match, numbers)
    if len([tile for tile in laid[seat] if tile < at.NEST_BONUS]) >= config.turns or not fitting_turns(
        filled_cells(numbers, at.SEAT + at.SEAT_SIZE * seat), config.grid
    ):
        raise BadPosition(Phrase("error.nothing_to_decide"))
    numbers[at.PHASE] = at.CHOOSE
    numbers[at.ACTOR] = numbers[at.FIRST] = seat
    numbers[AWAITED] = 1 << seat
    return match, View(match.game, seat, numbers)


def draw_one(stack: list[int], luck: Luck) -> int | None:
    """A random tile of those that nobody has seen; None when there are no more."""
    return stack.pop(int(luck.below(len(stack)))) if stack else None


def known_goals(table: EnteredTable, seat: int) -> int:
    """The goals of the seat's own columns, as far as they were entered; never those of the other seat (BW-10)."""
    return sum(
        GOAL_NAMES.index(table.entries[key]) + 1 << at.GOAL_BITS * place
        for place, key in enumerate(GOAL_KEYS)
        if place % 2 == seat and key in table.entries
    )


def kept_bonus(one: EnteredSeat, tiles: set[int]) -> set[int]:
    """The bonus tiles that a seat must have taken: those that lie in its nest, its tokens and ornament tiles."""
    kept = {tile - at.NEST_BONUS + at.NEST_WHITE for tile in tiles if tile >= at.NEST_BONUS}
    names = [name for name in ORNAMENT_TILES if one.number(name)]
    names += [f"token_{name}" for name in ("x", *SET_TOKENS, "branch") if name in one.entries]
    return kept | {BONUS_NAMES.index(name) for name in names}


def offer_bonus(match: BowerMatch, numbers: vec[i64]) -> None:
    """The bonus tiles that nobody has: a stack, or open on the table (BW-24, BW-60)."""
    config = match.game.config
    kept = int(numbers[at.SEAT + at.KEPT]) | int(numbers[at.SEAT + at.SEAT_SIZE + at.KEPT])
    left = [int(tile) for tile in config.bonus if not kept >> int(tile) & 1]
    if not config.hard:
        numbers[at.BONUS_LEFT] = len(left)
        return
    luck = luck_of("open bonus tiles")
    while len(left) > max(1, int(config.offered) - kept.bit_count()):
        left.pop(int(luck.below(len(left))))
    numbers[at.OFFER] = sum(1 << tile for tile in left)


def follow(match: BowerMatch, view: View, action: int) -> View | None:
    """What is decided next in the same turn: the cell of the tile that was chosen."""
    if view.numbers[at.PHASE] != at.CHOOSE:
        return None
    numbers = view.numbers[:]
    match.game.apply(numbers, view.seat, action)
    return View(match.game, view.seat, numbers)


def laid_by(match: BowerMatch, view: View, action: int) -> tuple[str, str]:
    """A decision as an entry: `4.2` and `n05>`; without a cell while only the tile is chosen."""
    number = action.bit_length() - 1
    if view.numbers[at.PHASE] == at.CHOOSE:
        tile = int(choosable_tile(view.numbers, view.seat, number // at.TURNS))
        return "", f"{match.parts.tiles[tile].id}{ARROWS[number % at.TURNS]}"
    chosen = int(view.numbers[at.OWN + at.OWN_SIZE * view.seat + at.CHOSEN]) - 1
    id = match.parts.tiles[chosen // at.TURNS].id
    return key_of_cell(cell_at(number)), f"{id}{ARROWS[chosen % at.TURNS]}"
