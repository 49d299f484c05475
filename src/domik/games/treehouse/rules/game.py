"""The game itself: dealing, legal actions, turns, scoring-change cards and the end of a round, on the packed state."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.treehouse.rules.config import Config
from domik.games.treehouse.rules.imagine import imagined_numbers
from domik.games.treehouse.rules.points import end_game, score_colour
from domik.games.treehouse.rules.state import *
from domik.games.treehouse.rules.tree import (
    balanced_slots,
    filled_slots,
    side_of,
    slots_for,
    slots_ignoring_balance,
    supported_slots,
)
from domik.kernel.game import AWAITED, Game, bit, lowest
from domik.kernel.luck import Luck


def left_neighbour(seat: i64, seats: i64) -> i64:
    seat += 1
    if seat == seats:  # no conditional expression: one with a bare 0 would be boxed
        return 0
    return seat


def right_neighbour(seat: i64, seats: i64) -> i64:
    return seat - 1 if seat > 0 else seats - 1


def first_chooser(numbers: vec[i64], seats: i64, config: Config) -> i64:
    """The seat that chooses first in this round's scoring.

    Original: at random, later the leader (TH-41); nk: the youngest, later the last player (TH-42, TH-43).
    """
    if config.nk:
        youngest = numbers[AGES] & 3
        worst = youngest
        for rank in range(1, seats):
            seat = (numbers[AGES] >> (2 * rank)) & 3
            if numbers[SEAT + SEAT_SIZE * seat + SCORE] < numbers[SEAT + SEAT_SIZE * worst + SCORE]:
                worst = seat
        return worst
    if numbers[ROUND] == 0:
        return numbers[OPEN_SIZE + OWN_SIZE * seats + FIRST_CHOOSER] - 1
    best = numbers[FIRST] - 1
    seat = left_neighbour(best, seats)
    for _others in range(seats - 1):  # a bare `_` would be boxed
        if numbers[SEAT + SEAT_SIZE * seat + SCORE] > numbers[SEAT + SEAT_SIZE * best + SCORE]:
            best = seat
        seat = left_neighbour(seat, seats)
    return best


def pool_kinds(pool: i64) -> i64:
    """Mask of the kinds of change card that can still be taken."""
    kinds: i64 = 0
    for kind in range(NOTHING, MOST + 1):
        if (pool >> (KIND_BITS * kind)) & KIND:
            kinds |= bit(kind)
    return kinds


def free_colours(laid: i64) -> i64:
    """Mask of the colours with no change card on them (TH-44)."""
    colours: i64 = 0
    for colour in range(COLOURS):
        if not (laid >> (KIND_BITS * colour)) & KIND:
            colours |= bit(colour)
    return colours


@final
class Treehouse(Game):
    """Best Treehouse Ever in either edition, with any legal set of variants."""

    def __init__(self, seats: i64, config: Config) -> None:
        super().__init__(seats, OPEN_SIZE, OWN_SIZE, SEALED_SIZE)
        self.config: Config = config
        self.nk: bool = config.nk  # copies of the two settings read at every placement: one load less
        self.birdhouse: bool = config.birdhouse
        self.everyone: i64 = bit(seats) - 1
        places: i64 = 2 if config.birdhouse else 1
        self.max_moves = ROUNDS * seats * (TURNS * (1 + places) + 2)

    # ---- chance -----------------------------------------------------------------------------------

    def deal(self, luck: Luck) -> vec[i64]:
        """All 72 rooms (only those in play are shuffled to the front), the tasks, the age order, the first chooser."""
        deal = DECK[:]
        luck.draw(deal, 0, COLOURS * COPIES, ROUNDS * self.seats * HAND)
        if self.config.secret_tasks:
            luck.shuffle(deal, DEAL_TASKS, DEAL_TASKS + TASKS)
        if not self.nk:
            deal[DEAL_FIRST] = luck.below(self.seats)
        elif len(self.config.ages):
            for rank in range(self.seats):
                deal[DEAL_AGES + rank] = self.config.ages[rank]
        else:
            luck.shuffle(deal, DEAL_AGES, DEAL_AGES + self.seats)
        return deal

    def start(self, deal: vec[i64]) -> vec[i64]:
        """Bare trunks, markers in the centre, no points (TH-10); the first hands are dealt (TH-20)."""
        numbers = EMPTY[: self.size]
        seats = self.seats
        sealed = self.sealed_at()
        at: i64 = DEAL_ROOMS
        for hand_at in range(ROUNDS * seats):
            hand: i64 = 0
            for place in range(HAND):
                hand |= (deal[at] + 1) << (CARD_BITS * place)
                at += 1
            numbers[sealed + DEALT + hand_at] = hand
        if self.nk:
            ages: i64 = 0
            for rank in range(seats):
                ages |= deal[DEAL_AGES + rank] << (2 * rank)
            numbers[AGES] = ages
        else:
            numbers[sealed + FIRST_CHOOSER] = deal[DEAL_FIRST] + 1
        if self.config.secret_tasks:
            for seat in range(seats):
                numbers[self.own_at(seat) + TASK] = deal[DEAL_TASKS + seat] + 1
        if self.config.extra_changes and seats == 2:
            numbers[POOL] = EIGHT  # each card is used once in the whole game (TH-63)
        self.deal_round(numbers)
        return numbers

    def deal_round(self, numbers: vec[i64]) -> None:
        """Deal six rooms to every player (TH-20)."""
        seats = self.seats
        now = numbers[ROUND]
        dealt = self.sealed_at() + DEALT + now * seats
        own: i64 = OPEN_SIZE
        for seat in range(seats):
            hand = numbers[dealt + seat]
            numbers[own + IN_HAND] = hand
            numbers[own + SEEN + TURNS * now] = hand
            own += OWN_SIZE
        numbers[PHASE] = PICK
        numbers[TURN] = 0
        numbers[AWAITED] = self.everyone

    # ---- legal actions ----------------------------------------------------------------------------

    def legal(self, numbers: vec[i64], seat: i64) -> i64:
        """Mask of legal actions; the meaning of a bit depends on the phase."""
        phase = numbers[PHASE]
        if phase == PICK:
            return (bit(HAND - numbers[TURN])) - 1
        if phase == PLACE:
            return self.places(numbers, SEAT + SEAT_SIZE * seat)
        if phase == TAKE:
            return pool_kinds(numbers[POOL])
        return free_colours(numbers[LAID])

    def places(self, numbers: vec[i64], at: i64) -> i64:
        """Slots for the revealed room, or for the birdhouse when the balance forbids all of them (TH-35, TH-61)."""
        colour = (numbers[at + ROOM] - 1) >> COLOUR_SHIFT
        slots = slots_for(numbers, at, colour)
        if not self.nk:
            return slots | DISCARD
        if not self.birdhouse:
            if not slots:
                return DISCARD
            return slots
        if slots:
            return slots | DISCARD if numbers[at + NESTED] else slots
        if not numbers[at + BIRDHOUSE] and slots_ignoring_balance(numbers, at, colour):
            return DISCARD | balanced_slots(supported_slots(filled_slots(numbers, at)), numbers[at + BALANCE])
        return DISCARD

    # ---- applying an action -----------------------------------------------------------------------

    def apply(self, numbers: vec[i64], seat: i64, action: i64) -> None:
        """Apply one action; the last one awaited in a phase starts the next phase."""
        phase = numbers[PHASE]
        if phase == PICK:
            self.pick(numbers, seat, action)
        elif phase == PLACE:
            self.place(numbers, seat, action)
        elif phase == TAKE:
            self.take(numbers, seat, lowest(action))
        else:
            self.lay(numbers, seat, lowest(action))

    def pick(self, numbers: vec[i64], seat: i64, action: i64) -> None:
        """Choose a room in secret; once every player has chosen, all rooms are revealed (TH-21)."""
        own = OPEN_SIZE + OWN_SIZE * seat
        hand = numbers[own + IN_HAND]
        shift: i64 = 0
        while action > 1:
            action >>= 1
            shift += CARD_BITS
        before = hand & ((bit(shift)) - 1)
        numbers[own + CHOSEN] = (hand >> shift) & CARD
        numbers[own + IN_HAND] = before | (hand >> (shift + CARD_BITS)) << shift
        awaited = numbers[AWAITED] & ~(bit(seat))
        if awaited:
            numbers[AWAITED] = awaited
            return
        own = OPEN_SIZE
        at: i64 = SEAT
        for _seat in range(self.seats):  # a bare `_` would be boxed
            numbers[at + ROOM] = numbers[own + CHOSEN]
            numbers[own + CHOSEN] = 0
            own += OWN_SIZE
            at += SEAT_SIZE
        numbers[PHASE] = PLACE
        numbers[AWAITED] = self.everyone

    def place(self, numbers: vec[i64], seat: i64, action: i64) -> None:
        """Build the revealed room or discard it; the birdhouse is built before its room (TH-22, TH-33, TH-61)."""
        at = SEAT + SEAT_SIZE * seat
        room = numbers[at + ROOM]
        if action != DISCARD:
            colour = (room - 1) >> COLOUR_SHIFT
            if self.birdhouse and not slots_for(numbers, at, colour):
                numbers[at + BIRDHOUSE] = action
                numbers[at + BALANCE] += side_of(action)
                numbers[at + NESTED] = 1
                numbers[at + NESTED_IN] = TURNS * numbers[ROUND] + numbers[TURN] + 1
                return
            numbers[at + ROOMS + colour] |= action
            numbers[at + BALANCE] += side_of(action)
        numbers[at + BUILT + TURNS * numbers[ROUND] + numbers[TURN]] = room | action << CARD_BITS
        numbers[at + ROOM] = 0
        numbers[at + NESTED] = 0
        awaited = numbers[AWAITED] & ~(bit(seat))
        numbers[AWAITED] = awaited
        if not awaited:
            self.end_turn(numbers)

    def end_turn(self, numbers: vec[i64]) -> None:
        """Pass hands to the left (TH-23); after the fifth turn the last card is discarded unseen (TH-24)."""
        seats = self.seats
        turn = numbers[TURN] + 1
        last = OPEN_SIZE + OWN_SIZE * (seats - 1)
        if turn == TURNS:
            own: i64 = OPEN_SIZE
            while own <= last:
                numbers[own + IN_HAND] = 0
                own += OWN_SIZE
            self.begin_scoring(numbers)
            return
        seen = SEEN + TURNS * numbers[ROUND] + turn
        passed = numbers[last + IN_HAND]
        own = OPEN_SIZE
        while own <= last:
            kept = numbers[own + IN_HAND]
            numbers[own + IN_HAND] = passed
            numbers[own + seen] = passed
            passed = kept
            own += OWN_SIZE
        numbers[TURN] = turn
        numbers[PHASE] = PICK
        numbers[AWAITED] = self.everyone

    # ---- scoring a round --------------------------------------------------------------------------

    def begin_scoring(self, numbers: vec[i64]) -> None:
        """Determine the first chooser and start taking or laying change cards (TH-40 to TH-43, TH-60, TH-63)."""
        first = first_chooser(numbers, self.seats, self.config)
        numbers[FIRST] = first + 1
        numbers[FIRST_IN + numbers[ROUND]] = first + 1
        numbers[LAID] = 0
        numbers[TAKEN] = 0
        numbers[AWAITED] = bit(first)
        if self.config.young:
            numbers[PHASE] = CHOOSE
        elif self.config.extra_changes:
            if self.seats > 2:
                numbers[POOL] = ONE_EACH
            numbers[PHASE] = TAKE
        elif self.seats == 2:
            numbers[TAKEN] = NOTHING | NOTHING << KIND_BITS  # each player gets a `nothing` card (TH-43)
            numbers[PHASE] = LAY
        else:
            numbers[POOL] = FOUR
            numbers[PHASE] = TAKE

    def take(self, numbers: vec[i64], seat: i64, kind: i64) -> None:
        """Take a scoring-change card; after the last one, laying begins (TH-40, TH-42)."""
        numbers[POOL] -= bit(KIND_BITS * kind)
        numbers[TAKEN] |= kind << (KIND_BITS * seat)
        next = left_neighbour(seat, self.seats)
        first = numbers[FIRST] - 1
        if next != first:
            numbers[AWAITED] = bit(next)
            return
        numbers[PHASE] = LAY
        numbers[AWAITED] = bit(first if self.nk else seat)

    def lay(self, numbers: vec[i64], seat: i64, colour: i64) -> None:
        """Lay the held card on a colour that has none (TH-44), or pick a colour that scores (TH-60)."""
        kind: i64 = PLAIN
        if not self.config.young:
            kind = (numbers[TAKEN] >> (KIND_BITS * seat)) & KIND
        numbers[LAID] |= kind << (KIND_BITS * colour)
        first = numbers[FIRST] - 1
        # In the original edition the last to take is the first to lay (TH-40); all other orders are clockwise.
        if self.nk or self.config.young or self.seats == 2:
            next = left_neighbour(seat, self.seats)
            done = next == first
        else:
            next = right_neighbour(seat, self.seats)
            done = seat == first
        if done:
            self.end_round(numbers)
        else:
            numbers[AWAITED] = bit(next)

    def end_round(self, numbers: vec[i64]) -> None:
        """Score the whole tree (TH-45); the change cards are returned (TH-46)."""
        laid = numbers[LAID]
        now = numbers[ROUND]
        numbers[LAID_IN + now] = laid
        for colour in range(COLOURS):
            score_colour(numbers, self.seats, self.config, colour, (laid >> (KIND_BITS * colour)) & KIND)
        if now + 1 < ROUNDS:
            numbers[ROUND] = now + 1
            self.deal_round(numbers)
        else:
            end_game(numbers, self.seats, self.config)

    def score(self, numbers: vec[i64], seat: i64) -> i64:
        return numbers[SEAT + SEAT_SIZE * seat + SCORE]

    def winners(self, numbers: vec[i64]) -> i64:
        """Mask of the winning seats, 0 before the end."""
        return numbers[WINNERS]

    def imagine(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """A complete state consistent with everything the seat has seen."""
        return imagined_numbers(view, seat, self.seats, self.config, luck)
