"""What a seat at a real table decides: which of the rooms it holds, and where (docs/companion.md).

What went by in earlier hands is not entered, so the hands that the seat would remember are drawn once at random.
"""

from __future__ import annotations

from collections import Counter

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.entering import entered_birdhouse, entered_rooms, key_of_place
from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.objections import wants_birdhouse
from domik.games.treehouse.rules.parts import LETTERS
from domik.games.treehouse.rules.reading import Place, bit_at, colour_of, place_at, side_of_place
from domik.games.treehouse.rules.situations import DISCARD_KEY
from domik.kernel.entering import EnteredTable, bad_entry
from domik.kernel.errors import BadPosition
from domik.kernel.game import AWAITED
from domik.kernel.luck import luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.state import View

MOST_HELD = at.HAND


def decision(
    match: TreehouseMatch, table: EnteredTable, seat: int, held: tuple[str, ...]
) -> tuple[TreehouseMatch, View]:
    """The seat's view when it picks one of the rooms it holds; with one room, when it has still to place that one."""
    if any(letter not in LETTERS for letter in held) or not 1 <= len(held) <= MOST_HELD:
        raise bad_entry("holds", ",".join(held), "holds=r,y,g")
    trees = [entered_rooms(one) for one in table.seats]
    now, turn = turn_of(table, trees, seat, len(held))
    copies: Counter[int] = Counter()
    rooms = [{place: next_room(copies, colour) for place, colour in tree.items()} for tree in trees]
    hand = [next_room(copies, LETTERS.index(letter)) for letter in held]
    numbers = at.EMPTY[: match.game.size]
    numbers[at.PHASE] = at.PICK
    numbers[at.ROUND], numbers[at.TURN] = now, turn
    numbers[AWAITED] = match.game.everyone
    numbers[at.AGES] = sum(rank << 2 * rank for rank in range(match.seats))
    scores = [one.number("before") for one in table.seats]
    numbers[at.FIRST] = 1 + scores.index(max(scores)) if now else 0
    if match.options["extra_changes"] and match.seats == 2:
        numbers[at.POOL] = at.EIGHT
    for number, one in enumerate(table.seats):
        base = at.SEAT + at.SEAT_SIZE * number
        numbers[base + at.SCORE] = scores[number]
        for k, (place, room) in enumerate(rooms[number].items()):
            numbers[base + at.BUILT + k] = room + 1 | bit_at(place) << at.CARD_BITS
            numbers[base + at.ROOMS + colour_of(room)] |= bit_at(place)
        birdhouse = entered_birdhouse(one)
        standing = [*rooms[number], *([birdhouse] if birdhouse else [])]
        numbers[base + at.BALANCE] = max(-1, min(1, sum(side_of_place(place) for place in standing)))
        if birdhouse:
            numbers[base + at.BIRDHOUSE], numbers[base + at.NESTED_IN] = bit_at(birdhouse), 1
    own = at.OPEN_SIZE + at.OWN_SIZE * seat
    numbers[own + at.IN_HAND] = numbers[own + at.SEEN + at.TURNS * now + turn] = pack_hand(hand)
    if match.options["secret_tasks"]:
        numbers[own + at.TASK] = table.seats[seat].number("task", 1)
    used = {room for tree in rooms for room in tree.values()} | set(hand)
    unseen = [int(room) for room in at.ALL_ROOMS if int(room) not in used]
    for number in range(match.seats):
        discard_missing(numbers, number, at.TURNS * now + turn, unseen)
    remember_hands(match, numbers, seat, unseen)
    view = View(match.game, seat, numbers)
    if len(held) > 1:
        return match, view
    return match, placing_view(match, view, 0)


def turn_of(table: EnteredTable, trees: list[dict[Place, int]], seat: int, held: int) -> tuple[int, int]:
    """The round and the turn, both from 0, from the cards in hand and on the trees."""
    said = int(table.entries.get("round", 1)) - 1
    mine, most = len(trees[seat]), max(len(tree) for tree in trees)
    if held > 1:
        turn = at.HAND - held
        now = max(said, -(-(most - turn) // at.TURNS))
    else:  # the others may have placed theirs
        now, turn = divmod(max(mine, most - 1, at.TURNS * said), at.TURNS)
    if now >= at.ROUNDS:
        raise BadPosition(Phrase("error.nothing_to_decide"))
    return now, turn


def next_room(copies: Counter[int], colour: int) -> int:
    """A room of this colour that is nowhere else; where the box has no more, any."""
    room = colour << at.COLOUR_SHIFT | copies[colour] % at.COPIES
    copies[colour] += 1
    return room


def pack_hand(rooms: list[int]) -> int:
    return sum(room + 1 << at.CARD_BITS * k for k, room in enumerate(rooms))


def discard_missing(numbers: vec[i64], seat: int, turns: int, unseen: list[int]) -> None:
    """Turns of which no room stands on the tree: it was discarded, whichever it was (TH-35)."""
    luck = luck_of(f"discarded by {seat}")
    built = at.SEAT + at.SEAT_SIZE * seat + at.BUILT
    for k in range(turns):
        if not numbers[built + k]:
            numbers[built + k] = unseen.pop(int(luck.below(len(unseen)))) + 1 | at.DISCARD << at.CARD_BITS


def remember_hands(match: TreehouseMatch, found: vec[i64], seat: int, unseen: list[int]) -> None:
    """Hands that the seat passed on in this round: what others picked from them, and random rooms (TH-23)."""
    now, turn = int(found[at.ROUND]), int(found[at.TURN])
    own = at.OPEN_SIZE + at.OWN_SIZE * seat
    luck, rest = luck_of("what went by"), list(unseen)
    for back in range(1, min(turn, match.seats - 1) + 1):
        hand = [rest.pop(int(luck.below(len(rest)))) for _ in range(at.HAND - turn)]
        for k in range(back):
            holder = at.SEAT + at.SEAT_SIZE * ((seat + k) % match.seats)
            picked = int(found[holder + at.BUILT + at.TURNS * now + turn - back + k]) & at.CARD
            if picked:
                hand.append(picked - 1)
        found[own + at.SEEN + at.TURNS * now + turn - back] = pack_hand(hand)


def placing_view(match: TreehouseMatch, view: View, card: int) -> View:
    """The decision where to place a card of the hand, once all have chosen (TH-22)."""
    numbers = view.numbers[:]
    now, turn = int(numbers[at.ROUND]), int(numbers[at.TURN])
    own = at.OPEN_SIZE + at.OWN_SIZE * view.seat
    rooms = cards_of(int(numbers[own + at.IN_HAND]))
    numbers[at.SEAT + at.SEAT_SIZE * view.seat + at.ROOM] = rooms.pop(card) + 1
    left = at.HAND - turn - 1
    luck = luck_of("the rest of the hand")
    known = {room + 1 for room in rooms} | {int(numbers[at.SEAT + at.SEAT_SIZE * view.seat + at.ROOM])}
    for seat in range(match.seats):
        built = at.SEAT + at.SEAT_SIZE * seat + at.BUILT
        known |= {int(number) & at.CARD for number in numbers[built : built + at.ROUNDS * at.TURNS]}
    for hand in numbers[own + at.SEEN : own + at.OWN_SIZE]:
        known |= {room + 1 for room in cards_of(int(hand))}
    unseen = [int(room) for room in at.ALL_ROOMS if int(room) + 1 not in known]
    while len(rooms) < left:  # only the room itself was told
        rooms.append(unseen.pop(int(luck.below(len(unseen)))))
    numbers[own + at.IN_HAND] = pack_hand(rooms)
    for other in range(match.seats):
        if other != view.seat:
            discard_missing(numbers, other, at.TURNS * now + turn + 1, unseen)
    for back in range(1, min(turn, match.seats - 1) + 1):  # the others have picked one more
        numbers[own + at.SEEN + at.TURNS * now + turn - back] >>= at.CARD_BITS
    numbers[at.PHASE] = at.PLACE
    numbers[AWAITED] = 1 << view.seat
    return View(match.game, view.seat, numbers)


def cards_of(hand: int) -> list[int]:
    """The rooms of a packed hand, in order."""
    found = []
    while hand:
        found.append((hand & at.CARD) - 1)
        hand >>= at.CARD_BITS
    return found


def follow(match: TreehouseMatch, view: View, action: int) -> View | None:
    """What is decided next in the same turn: the place of a room that was picked."""
    return placing_view(match, view, action.bit_length() - 1) if view.numbers[at.PHASE] == at.PICK else None


def laid_by(match: TreehouseMatch, view: View, action: int) -> tuple[str, str]:
    """A decision as an entry: `3.1` and `r`; without a place while only the room is chosen."""
    if view.numbers[at.PHASE] == at.PICK:
        hand = cards_of(int(view.numbers[at.OPEN_SIZE + at.OWN_SIZE * view.seat + at.IN_HAND]))
        return "", LETTERS[colour_of(hand[action.bit_length() - 1])]
    room = int(view.numbers[at.SEAT + at.SEAT_SIZE * view.seat + at.ROOM]) - 1
    place = place_at(action)
    if place is None:
        return DISCARD_KEY, LETTERS[colour_of(room)]
    return key_of_place(place), "h" if wants_birdhouse(match, view) else LETTERS[colour_of(room)]
