"""Dream Home positions by hand: houses, a market, a card in hand, the end of the game; moves as people write them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from domik.games.dream_home import TITLE
from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.ending import begin_ending
from domik.games.dream_home.rules.game import DreamHome, DreamHomeMatch
from domik.games.dream_home.rules.house import set_card
from domik.games.dream_home.rules.parts import KIND_IDS
from domik.games.dream_home.rules.reading import House, Place, cell_of, house_of, market_rooms, places_of
from domik.kernel.luck import luck_of
from domik.kernel.state import State, new_state
from domik.language import words_for
from tests.conformance.tables import actions_of

CELL_MASK = (1 << at.CELLS) - 1


def table_for(seats: int = 2, **options: object) -> DreamHomeMatch:
    return TITLE.match(seats, options)


def fresh(match: DreamHomeMatch, seed: object = 1) -> State:
    return new_state(match.game, luck_of(str(seed)))


def rules_of(match: DreamHomeMatch) -> DreamHome:
    assert isinstance(match.game, DreamHome)
    return match.game


def room(match: DreamHomeMatch, kind: str, n: int = 0) -> int:
    """The n-th room card of a kind."""
    return [number for number, card in enumerate(match.parts.rooms) if card.kind == KIND_IDS.index(kind)][n]


def resource(match: DreamHomeMatch, id: str, n: int = 0) -> int:
    """The n-th resource card with an id; a colour is a roof without window, `red+` one with it."""
    wanted = [
        number
        for number, card in enumerate(match.parts.resources)
        if card.id == id.rstrip("+") and card.window == id.endswith("+")
    ]
    return wanted[n]


def token(match: DreamHomeMatch, id: str) -> int:
    return at.CAR if id == "car" else resource(match, id)


def put(match: DreamHomeMatch, state: State, seat: int, *rooms: tuple[str, Place] | tuple[str, Place, str]) -> None:
    """Lay rooms into a house without asking the rules: kind (`empty` for one face down), place, furnishing."""
    base = at.SEAT + at.SEAT_SIZE * seat
    for kind, place, *furnishing in rooms:
        if kind == "empty":
            held = [int(state.numbers[base + at.HOUSE + cell]) for cell in range(at.CELLS)]
            number = (at.ROOMS - sum(bool(card & at.FACE_DOWN) for card in held)) | at.FACE_DOWN
        else:
            copies = bin(int(state.numbers[base + at.SAME + KIND_IDS.index(kind)])).count("1")
            number = room(match, kind, copies) + 1
        if furnishing:
            number |= (token(match, furnishing[0]) + 1) << at.TOKEN_SHIFT
        set_card(state.numbers, base, cell_of(place), number, rules_of(match).config)


def hold(match: DreamHomeMatch, state: State, seat: int, *ids: str) -> None:
    """Put resource cards beside a house."""
    for id in ids:
        n = 0
        while any(
            state.numbers[at.SEAT + at.SEAT_SIZE * other + at.HELD] >> resource(match, id, n) & 1
            for other in range(match.seats)
        ):
            n += 1
        state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.HELD] |= 1 << resource(match, id, n)


def lay_market(match: DreamHomeMatch, state: State, rooms: Sequence[str], resources: Sequence[str] = ()) -> None:
    """Lay out a market: five kinds of room (an empty text: none), four resources for columns 2 to 5."""
    left = 0
    for column in range(at.COLUMNS):
        kind = rooms[column]
        copies = list(rooms[:column]).count(kind)
        state.numbers[at.MARKET_ROOMS + column] = room(match, kind, -1 - copies) + 1 if kind else 0
        left |= (1 << column) if kind else 0
        id = resources[column - 1] if column and resources else ""
        state.numbers[at.MARKET_RESOURCES + column] = resource(match, id) + 1 if id else 0
    state.numbers[at.COLUMNS_LEFT] = left


ANY_MARKET = ("living", "kitchen", "bathroom", "bedroom", "kids")
ANY_RESOURCES = ("red", "blue", "green", "brown")


def let_turn(
    match: DreamHomeMatch,
    state: State,
    seat: int,
    rooms: Sequence[str] = ANY_MARKET,
    resources: Sequence[str] = ANY_RESOURCES,
    round_number: int = 5,
) -> None:
    """The seat is first in a round and takes a column now."""
    lay_market(match, state, rooms, resources)
    state.numbers[at.ROUND] = round_number
    state.numbers[at.FIRST] = state.numbers[at.NEXT_FIRST] = seat
    state.numbers[at.STEP] = state.numbers[at.SKIPPING] = 0
    state.numbers[at.PHASE] = at.TURN
    state.numbers[0] = 1 << seat


def let_lay(match: DreamHomeMatch, state: State, seat: int, kind: str = "", resource_id: str = "") -> None:
    """The seat has a room and perhaps a furnishing or scaffolding in hand."""
    let_turn(match, state, seat)
    state.numbers[at.PHASE] = at.LAY
    state.numbers[at.ROOM] = room(match, kind, -1) + 1 if kind else 0
    state.numbers[at.RESOURCE] = resource(match, resource_id) + 1 if resource_id else 0


def let_end(match: DreamHomeMatch, state: State, first: int = 0) -> None:
    """Round 12 is over: the helpers come, or the result."""
    for base in (
        *range(at.MARKET_ROOMS, at.MARKET_ROOMS + at.COLUMNS),
        *range(at.MARKET_RESOURCES, at.MARKET_RESOURCES + at.COLUMNS),
    ):
        state.numbers[base] = 0
    state.numbers[at.COLUMNS_LEFT] = 0
    state.numbers[at.ROUND] = at.ROUNDS
    state.numbers[at.NEXT_FIRST] = first
    begin_ending(state.numbers, match.seats, rules_of(match).config)


def awaited(state: State) -> int:
    """The one seat that acts."""
    mask = int(state.awaited_seats())
    assert mask & (mask - 1) == 0
    return mask.bit_length() - 1


def play(match: DreamHomeMatch, state: State, *moves: str) -> None:
    """Moves of whoever is awaited, as people write them."""
    for text in moves:
        seat = awaited(state)
        state.play(seat, match.read(state.view(seat), text))


def moves(match: DreamHomeMatch, state: State) -> set[str]:
    """Everything that the awaited seat may do, as people write it."""
    view = state.view(awaited(state))
    legal = int(view.legal())
    return {match.write(view, 1 << number) for number in range(legal.bit_length()) if legal >> number & 1}


def ups(state: State) -> set[Place]:
    """Where the room may lie face up."""
    return set(places_of(int(state.legal(awaited(state))) & CELL_MASK))


def downs(state: State) -> set[Place]:
    """Where the room may lie face down."""
    return set(places_of(int(state.legal(awaited(state))) >> at.DOWN & CELL_MASK))


def spots(state: State) -> set[Place]:
    """Where the furnishing or scaffolding may go."""
    return set(places_of(int(state.legal(awaited(state))) >> at.TARGET & CELL_MASK))


def house(match: DreamHomeMatch, state: State, seat: int) -> House:
    return house_of(match.parts, state.view(), seat)


def kinds(match: DreamHomeMatch, state: State, seat: int) -> dict[Place, str]:
    """What stands where: the kind of every face-up room, `empty` for the others."""
    home = house(match, state, seat)
    return {
        place: "empty" if card.is_empty else KIND_IDS[match.parts.rooms[card.room].kind]
        for place, card in home.cards.items()
    }


def tokens(match: DreamHomeMatch, state: State, seat: int) -> dict[Place | None, str]:
    """Which furnishing lies where; None is beside the house."""
    return {place: furnishing.id for place, furnishing in house(match, state, seat).tokens()}


def clauses_against(match: DreamHomeMatch, state: State, text: str) -> set[str]:
    """The clauses that speak against a move of the awaited seat."""
    view = state.view(awaited(state))
    return {objection.clause for objection in match.objections(view, match.read(view, text))}


def discarded_rooms(match: DreamHomeMatch, state: State) -> list[str]:
    mask = int(state.numbers[at.ROOM_DISCARDS])
    return [KIND_IDS[match.parts.rooms[n].kind] for n in range(at.ROOMS) if mask >> n & 1]


def discarded_resources(match: DreamHomeMatch, state: State) -> list[str]:
    mask = int(state.numbers[at.RESOURCE_DISCARDS])
    return [match.parts.resources[n].id for n in range(at.RESOURCES) if mask >> n & 1]


def full_house(match: DreamHomeMatch, state: State, seat: int) -> None:
    """Twelve rooms that score nothing much: empty ones everywhere that is still free."""
    home = house(match, state, seat)
    for place in ((1, 4), (1, 5), *((floor, column) for floor in (2, 3) for column in range(1, 6))):
        if place not in home.cards:
            put(match, state, seat, ("empty", place))


def points_of(match: DreamHomeMatch, state: State, clause: str, seat: int = 0) -> list[int]:
    """The points of a seat's lines that cite a clause."""
    return [line.points for line in match.tally(state.view()) if line.seat == seat and line.clause == clause]


def lines(match: DreamHomeMatch, state: State, seat: int = 0) -> list[tuple[str, int]]:
    """A seat's tally in English."""
    say = words_for("en", (match.package.words_package,))
    return [(say(line.reason), line.points) for line in match.tally(state.view()) if line.seat == seat]


def market_kinds(match: DreamHomeMatch, state: State) -> list[str]:
    """The kind of room in every column."""
    rooms = market_rooms(state.view())
    return ["" if number is None else KIND_IDS[match.parts.rooms[number].kind] for number in rooms]


def building_steps(match: DreamHomeMatch, seed: object) -> Iterator[tuple[State, int, int]]:
    """Random games of people who build: rooms face up, garages gladly, tools and helpers used."""
    state = fresh(match, seed)
    rng = random.Random(f"building {seed}")
    while not state.is_over():
        seat = awaited(state)
        legal = int(state.legal(seat))
        eager = legal & ~at.PASS if state.numbers[at.PHASE] != at.PARK else legal
        if state.numbers[at.PHASE] == at.TURN and rng.random() < 0.5:
            garages = [k for k, kind in enumerate(market_kinds(match, state)) if kind == "garage"]
            eager = sum(1 << k for k in garages) or legal
        elif state.numbers[at.PHASE] in (at.LAY, at.DELIVER) and rng.random() < 0.9:
            eager = legal & ~(CELL_MASK << at.DOWN)
        choices = actions_of(legal if rng.random() < 0.1 else eager or legal)
        action = rng.choice(choices)
        yield state, seat, action
        state.play(seat, action)
