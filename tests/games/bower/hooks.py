"""What the conformance suite must know about Bower: who has seen what, and what lies where."""

from __future__ import annotations

import random

from domik.games.bower.rules import state as at
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.reading import bit_numbers, columns_of
from domik.kernel.record import GameRecord, RecordedMove
from domik.kernel.state import State
from tests.games.bower.positions import tiles_in

FAMILIES = {
    "base": {"hard": False, "fair": False},
    "hard": {"hard": True, "fair": False},
    "fair": {"hard": False, "fair": True},
    "hard and fair": {"hard": True, "fair": True},
}


def twin_deal(
    match: BowerMatch, deal: list[int], moves: list[RecordedMove], seat: int, rng: random.Random
) -> list[int]:
    """The deal with everything permuted that the seat has not seen by the end of these moves.

    Written from the rules alone: a seat sees its own goals (BW-10), what it scouts (BW-34), every nest tile that leaves
    the stack (BW-11, BW-20, BW-36), the bonus tiles it draws and those that anybody keeps (BW-24).
    """
    twin = list(deal)
    nest_at, bonus_at = at.DEAL_NEST, at.DEAL_NEST + match.parts.nest_tiles
    luck_at = len(deal) - at.LUCK_WORDS
    states = [state.copy() for state in GameRecord(match, deal, [], moves).states()]
    last = states[-1]
    if not last.is_over():
        shuffle_places(twin, unseen_goals(states, moves, seat), rng)
    drawn = match.parts.nest_tiles - int(last.numbers[at.NEST_LEFT])
    shuffle_places(twin, list(range(nest_at + drawn, bonus_at)), rng)
    if match.options["hard"]:
        shuffle_places(twin, list(range(bonus_at + match.parts.counts["hard_bonus_tiles"], luck_at)), rng)
        twin[luck_at:] = [rng.randrange(1 << 32) for _ in range(at.LUCK_WORDS)]
    elif not last.numbers[at.RESHUFFLED]:  # a reshuffle mixes what the seat saw with what it did not
        shuffle_places(twin, unseen_bonus(deal, states, moves, seat, bonus_at, luck_at), rng)
        twin[luck_at:] = [rng.randrange(1 << 32) for _ in range(at.LUCK_WORDS)]
    return twin


def unseen_goals(states: list[State], moves: list[RecordedMove], seat: int) -> list[int]:
    """The places of the goals that a seat does not know: columns 0-5, then the two set aside."""
    known = {column - 1 for column in columns_of(seat)} if seat >= 0 else set()
    for state, move in zip(states, moves, strict=False):
        if move.seat != seat:
            continue
        if state.numbers[at.PHASE] == at.SCOUT:
            known.add(move.action)
        if state.numbers[at.PHASE] == at.USE and state.numbers[at.USING] == at.SCOUT_ASIDE + 1 and move.action == 0:
            known |= {6, 7}
    return [place for place in range(at.GOALS) if place not in known]


def unseen_bonus(
    deal: list[int], states: list[State], moves: list[RecordedMove], seat: int, bonus_at: int, luck_at: int
) -> list[int]:
    """The places of bonus tiles that a seat has never seen; nobody has reshuffled yet."""
    places = []
    first = bonus_at
    for state, move in zip(states, moves, strict=False):
        if state.numbers[at.PHASE] == at.BONUS:
            if move.seat != seat:
                places += [place for place in range(first, first + at.DRAW) if deal[place] != move.action]
            first += at.DRAW
    if states[-1].numbers[at.PHASE] == at.BONUS:
        if states[-1].numbers[at.ACTOR] != seat:
            places += list(range(first, first + at.DRAW))
        first += at.DRAW
    return places + list(range(first, luck_at))


def shuffle_places(items: list[int], places: list[int], rng: random.Random) -> None:
    """Permute the items at some places."""
    values = [items[place] for place in places]
    rng.shuffle(values)
    for place, value in zip(places, values, strict=True):
        items[place] = value


def inventory(match: BowerMatch, state: State) -> list[object]:
    """Every nest tile, bonus tile and goal that lies somewhere; a covered tile lies under its cover."""
    return [*nest_tiles(match, state), *bonus_tiles(match, state), *goals(state)]


def nest_tiles(match: BowerMatch, state: State) -> list[object]:
    """The tiles in the stack, the row, the hands, the nests, a gift, a cover, and the one that was lost."""
    numbers = state.numbers
    tiles = tiles_in(numbers, at.NEST_STACK)
    assert len(tiles) == numbers[at.NEST_LEFT]
    for place in (
        *range(at.ROW, at.ROW + at.ROW_SIZE),
        at.COVERING,
        at.SEAT + at.GIVEN,
        at.SEAT + at.SEAT_SIZE + at.GIVEN,
        at.LOST,
    ):
        tiles += [int(numbers[place]) - 1] if numbers[place] else []
    for seat in range(2):
        base = at.SEAT + at.SEAT_SIZE * seat
        tiles += bit_numbers(int(numbers[at.OWN + at.OWN_SIZE * seat + at.HAND]))
        laid = {(int(numbers[base + at.CELL + k]) - 1) // 2 for k in range(at.CELLS) if numbers[base + at.CELL + k]}
        went = set(bit_numbers(int(numbers[base + at.WENT]))) - {int(numbers[at.LOST]) - 1}
        tiles += sorted(laid | went)  # a tile wholly covered is known to have gone there
    return [f"tile {tile}" for tile in tiles]


def bonus_tiles(match: BowerMatch, state: State) -> list[object]:
    """The bonus tiles in the stack or on offer, being chosen from, kept and discarded."""
    numbers = state.numbers
    tiles = tiles_in(numbers, at.BONUS_STACK) + bit_numbers(int(numbers[at.OFFER]))
    for seat in range(2):
        own = at.OWN + at.OWN_SIZE * seat
        tiles += bit_numbers(int(numbers[at.SEAT + at.SEAT_SIZE * seat + at.KEPT]))
        tiles += bit_numbers(int(numbers[own + at.DRAWN])) + bit_numbers(int(numbers[own + at.DISCARDS]))
    return [f"bonus {tile}" for tile in tiles]


def goals(state: State) -> list[object]:
    """The eight goals."""
    dealt = int(state.numbers[at.SEALED + at.GOALS_DEALT])
    return [f"goal {dealt >> at.GOAL_BITS * place & at.GOAL}" for place in range(at.GOALS)]


def conserved(match: BowerMatch, state: State) -> None:
    """Nothing is doubled and nothing is missing."""
    held = inventory(match, state)
    assert len(held) == len(set(held))
    parts = match.parts
    kept = {
        f"bonus {tile}"
        for seat in range(2)
        for tile in bit_numbers(int(state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.KEPT]))
    }
    assert {piece for piece in held if str(piece).startswith("goal")} == {f"goal {k + 1}" for k in range(at.GOALS)}
    count = parts.counts["hard_bonus_tiles"] if match.options["hard"] else len(match.game.config.bonus)
    assert len([piece for piece in held if str(piece).startswith("bonus")]) == count
    placed = {f"tile {at.NEST_BONUS + tile}" for tile in range(5) if f"bonus {tile}" in kept}
    wanted = {f"tile {tile}" for tile in range(parts.nest_tiles)} | placed
    assert set(held) >= wanted, wanted - set(held)
