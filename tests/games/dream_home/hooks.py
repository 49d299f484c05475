"""What the conformance suite must know about Dream Home: who has seen what, and what lies where."""

from __future__ import annotations

import random

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.kernel.record import GameRecord, RecordedMove
from domik.kernel.state import State

EITHER_WAY = True  # a cell that refuses a room face up may take it face down, so it ends paths all the same


def option_sets(seats: int) -> list[dict[str, object]]:
    """Every option at every number of seats, in sets that also differ for random players.

    They hardly ever build the garage that the car wants, open roofs change only what is shown, and four players
    discard no column anyway; so these go along with other differences.
    """
    rich: dict[str, object] = {"open_roofs": True, "car": True}
    sets: dict[int, list[dict[str, object]]] = {
        2: [{}, {**rich, "gentle": True}, {**rich, "ages": "2,1"}, {"gentle": True, "ages": "1,2"}],
        3: [rich, {"gentle": True}, {"ages": "3,1,2"}, {**rich, "gentle": True, "ages": "2,3,1"}],
        4: [rich, {"ages": "4,3,2,1"}, {**rich, "gentle": True, "ages": "2,1,3,4"}],
    }
    return sets[seats]


def twin_deal(
    match: DreamHomeMatch, deal: list[int], moves: list[RecordedMove], seat: int, rng: random.Random
) -> list[int]:
    """The deal with both decks shuffled below what the rounds so far have shown to everybody (DH-10)."""
    end = GameRecord(match, deal, [], moves).end()
    rounds = sum(1 for move in rounds_begun(match, deal, moves))
    assert rounds == end.numbers[at.ROUND]
    twin = list(deal)
    for first, last in ((5 * rounds, at.ROOMS), (at.DEAL_RESOURCES + 4 * rounds, at.DEAL_FIRST)):
        tail = twin[first:last]
        rng.shuffle(tail)
        twin[first:last] = tail
    return twin


def rounds_begun(match: DreamHomeMatch, deal: list[int], moves: list[RecordedMove]) -> list[int]:
    """The markets laid out so far, known by their leftmost dealt room: a naive look at the table after every move."""
    seen: list[int] = []
    for state in GameRecord(match, deal, [], moves).states():
        begun = len(seen)
        fresh = deal[5 * begun : 5 * begun + 5] if begun < at.ROUNDS else []
        if (
            fresh
            and [int(number) - 1 for number in state.numbers[at.MARKET_ROOMS : at.MARKET_ROOMS + at.COLUMNS]] == fresh
        ):
            seen.append(fresh[0])
    return seen


def bits(mask: int) -> list[int]:
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


def inventory(match: DreamHomeMatch, state: State) -> list[object]:
    """Every room, resource and token that lies somewhere."""
    numbers = state.numbers
    rooms: list[int] = bits(int(numbers[at.ROOM_DISCARDS])) + [
        int(number) - 1 for number in numbers[at.MARKET_ROOMS : at.MARKET_ROOMS + at.COLUMNS] if number
    ]
    resources = bits(int(numbers[at.RESOURCE_DISCARDS])) + [
        int(number) - 1 for number in numbers[at.MARKET_RESOURCES : at.MARKET_RESOURCES + at.COLUMNS] if number
    ]
    tokens: list[str] = []
    rooms += [int(numbers[at.ROOM]) - 1] if numbers[at.ROOM] else []
    resources += [int(numbers[at.RESOURCE]) - 1] if numbers[at.RESOURCE] else []
    for seat in range(match.seats):
        base = at.SEAT + at.SEAT_SIZE * seat
        for number in numbers[base + at.HOUSE : base + at.HOUSE + at.CELLS]:
            if number:
                rooms.append((int(number) & at.CARD) - 1)
                tokens += [f"token {number >> at.TOKEN_SHIFT}"] if number >> at.TOKEN_SHIFT else []
        resources += bits(int(numbers[base + at.HELD]))
        tokens += [f"token {number + 1}" for number in bits(int(numbers[base + at.GARDEN]))]
    for now in range(int(numbers[at.ROUND]), at.ROUNDS):
        market = int(numbers[at.OPEN_SIZE + now])
        cards = [market >> at.CARD_BITS * k & at.CARD for k in range(9)]
        rooms += cards[:5]
        resources += cards[5:]
    return [*(f"room {room}" for room in rooms), *(f"resource {resource}" for resource in resources), *tokens]


def conserved(match: DreamHomeMatch, state: State) -> None:
    """60 rooms and 48 resources, each in one place; the masks of every house say what its cells say."""
    numbers = state.numbers
    held = inventory(match, state)
    assert len(held) == len(set(held))
    assert numbers[at.COLUMNS_LEFT] == sum(1 << k for k in range(at.COLUMNS) if numbers[at.MARKET_ROOMS + k])
    assert sum(str(thing).startswith("room") for thing in held) == at.ROOMS
    assert sum(str(thing).startswith("resource") for thing in held) == at.RESOURCES
    for seat in range(match.seats):
        base = at.SEAT + at.SEAT_SIZE * seat
        filled = empty = furnished = 0
        same = [0] * at.KINDS
        for cell in range(at.CELLS):
            number = int(numbers[base + at.HOUSE + cell])
            if not number:
                continue
            filled |= 1 << cell
            furnished |= (1 << cell) if number >> at.TOKEN_SHIFT else 0
            if number & at.FACE_DOWN:
                empty |= 1 << cell
                assert not number >> at.TOKEN_SHIFT
            else:
                same[match.parts.rooms[(number & at.CARD) - 1].kind] |= 1 << cell
        assert filled & ~at.BOARD == 0
        masks = [int(number) for number in numbers[base + at.SAME : base + at.SCAFFOLD]]
        assert masks == [*same, filled, empty, furnished]
        scaffolds = [
            number for number in bits(int(numbers[base + at.HELD])) if match.parts.resources[number].id == "scaffolding"
        ]
        assert len(scaffolds) == len(bits(int(numbers[base + at.SCAFFOLD])))
        assert not numbers[base + at.SCAFFOLD] & filled
