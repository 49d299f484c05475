"""The game itself: dealing, legal actions, turns, scoring-change cards and the end of a round, on the packed state."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.config import Config
from domik.games.treehouse.rules.imagine import imagined_numbers
from domik.games.treehouse.rules.parts import Parts
from domik.games.treehouse.rules.points import end_game, score_colour
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
from domik.kernel.package import Match


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
        youngest = numbers[at.AGES] & 3
        worst = youngest
        for rank in range(1, seats):
            seat = (numbers[at.AGES] >> (2 * rank)) & 3
            if numbers[at.SEAT + at.SEAT_SIZE * seat + at.SCORE] < numbers[at.SEAT + at.SEAT_SIZE * worst + at.SCORE]:
                worst = seat
        return worst
    if numbers[at.ROUND] == 0:
        return numbers[at.OPEN_SIZE + at.OWN_SIZE * seats + at.FIRST_CHOOSER] - 1
    best = numbers[at.FIRST] - 1
    seat = left_neighbour(best, seats)
    for _others in range(seats - 1):  # a bare `_` would be boxed
        if numbers[at.SEAT + at.SEAT_SIZE * seat + at.SCORE] > numbers[at.SEAT + at.SEAT_SIZE * best + at.SCORE]:
            best = seat
        seat = left_neighbour(seat, seats)
    return best


def pool_kinds(pool: i64) -> i64:
    """Mask of the kinds of change card that can still be taken."""
    kinds: i64 = 0
    for kind in range(at.NOTHING, at.MOST + 1):
        if (pool >> (at.KIND_BITS * kind)) & at.KIND:
            kinds |= bit(kind)
    return kinds


def free_colours(laid: i64) -> i64:
    """Mask of the colours with no change card on them (TH-44)."""
    colours: i64 = 0
    for colour in range(at.COLOURS):
        if not (laid >> (at.KIND_BITS * colour)) & at.KIND:
            colours |= bit(colour)
    return colours


@final
class Treehouse(Game):
    """Best Treehouse Ever in either edition, with any legal set of variants."""

    def __init__(self, seats: i64, config: Config) -> None:
        super().__init__(seats, at.OPEN_SIZE, at.OWN_SIZE, at.SEALED_SIZE)
        self.config: Config = config
        self.nk: bool = config.nk  # copies of the two settings read at every placement: one load less
        self.birdhouse: bool = config.birdhouse
        self.everyone: i64 = bit(seats) - 1
        places: i64 = 2 if config.birdhouse else 1
        self.max_moves = at.ROUNDS * seats * (at.TURNS * (1 + places) + 2)

    # ---- chance -----------------------------------------------------------------------------------

    def deal(self, luck: Luck) -> vec[i64]:
        """All 72 rooms (only those in play are shuffled to the front), the tasks, the age order, the first chooser."""
        deal = at.DECK[:]
        luck.draw(deal, 0, at.COLOURS * at.COPIES, at.ROUNDS * self.seats * at.HAND)
        if self.config.secret_tasks:
            luck.shuffle(deal, at.DEAL_TASKS, at.DEAL_TASKS + at.TASKS)
        if not self.nk:
            deal[at.DEAL_FIRST] = luck.below(self.seats)
        elif len(self.config.ages):
            for rank in range(self.seats):
                deal[at.DEAL_AGES + rank] = self.config.ages[rank]
        else:
            luck.shuffle(deal, at.DEAL_AGES, at.DEAL_AGES + self.seats)
        return deal

    def start(self, deal: vec[i64]) -> vec[i64]:
        """Bare trunks, markers in the centre, no points (TH-10); the first hands are dealt (TH-20)."""
        numbers = at.EMPTY[: self.size]
        seats = self.seats
        sealed = self.sealed_at()
        base: i64 = at.DEAL_ROOMS
        for hand_at in range(at.ROUNDS * seats):
            hand: i64 = 0
            for place in range(at.HAND):
                hand |= (deal[base] + 1) << (at.CARD_BITS * place)
                base += 1
            numbers[sealed + at.DEALT + hand_at] = hand
        if self.nk:
            ages: i64 = 0
            for rank in range(seats):
                ages |= deal[at.DEAL_AGES + rank] << (2 * rank)
            numbers[at.AGES] = ages
        else:
            numbers[sealed + at.FIRST_CHOOSER] = deal[at.DEAL_FIRST] + 1
        if self.config.secret_tasks:
            for seat in range(seats):
                numbers[self.own_at(seat) + at.TASK] = deal[at.DEAL_TASKS + seat] + 1
        if self.config.extra_changes and seats == 2:
            numbers[at.POOL] = at.EIGHT  # each card is used once in the whole game (TH-63)
        self.deal_round(numbers)
        return numbers

    def deal_round(self, numbers: vec[i64]) -> None:
        """Deal six rooms to every player (TH-20)."""
        seats = self.seats
        now = numbers[at.ROUND]
        dealt = self.sealed_at() + at.DEALT + now * seats
        own: i64 = at.OPEN_SIZE
        for seat in range(seats):
            hand = numbers[dealt + seat]
            numbers[own + at.IN_HAND] = hand
            numbers[own + at.SEEN + at.TURNS * now] = hand
            own += at.OWN_SIZE
        numbers[at.PHASE] = at.PICK
        numbers[at.TURN] = 0
        numbers[AWAITED] = self.everyone

    # ---- legal actions ----------------------------------------------------------------------------

    def legal(self, numbers: vec[i64], seat: i64) -> i64:
        """Mask of legal actions; the meaning of a bit depends on the phase."""
        phase = numbers[at.PHASE]
        if phase == at.PICK:
            return (bit(at.HAND - numbers[at.TURN])) - 1
        if phase == at.PLACE:
            return self.places(numbers, at.SEAT + at.SEAT_SIZE * seat)
        if phase == at.TAKE:
            return pool_kinds(numbers[at.POOL])
        return free_colours(numbers[at.LAID])

    def places(self, numbers: vec[i64], base: i64) -> i64:
        """Slots for the revealed room, or for the birdhouse when the balance forbids all of them (TH-35, TH-61)."""
        colour = (numbers[base + at.ROOM] - 1) >> at.COLOUR_SHIFT
        slots = slots_for(numbers, base, colour)
        if not self.nk:
            return slots | at.DISCARD
        if not self.birdhouse:
            if not slots:
                return at.DISCARD
            return slots
        if slots:
            return slots | at.DISCARD if numbers[base + at.NESTED] else slots
        if not numbers[base + at.BIRDHOUSE] and slots_ignoring_balance(numbers, base, colour):
            return at.DISCARD | balanced_slots(supported_slots(filled_slots(numbers, base)), numbers[base + at.BALANCE])
        return at.DISCARD

    # ---- applying an action -----------------------------------------------------------------------

    def apply(self, numbers: vec[i64], seat: i64, action: i64) -> None:
        """Apply one action; the last one awaited in a phase starts the next phase."""
        phase = numbers[at.PHASE]
        if phase == at.PICK:
            self.pick(numbers, seat, action)
        elif phase == at.PLACE:
            self.place(numbers, seat, action)
        elif phase == at.TAKE:
            self.take(numbers, seat, lowest(action))
        else:
            self.lay(numbers, seat, lowest(action))

    def pick(self, numbers: vec[i64], seat: i64, action: i64) -> None:
        """Choose a room in secret; once every player has chosen, all rooms are revealed (TH-21)."""
        own = at.OPEN_SIZE + at.OWN_SIZE * seat
        hand = numbers[own + at.IN_HAND]
        shift: i64 = 0
        while action > 1:
            action >>= 1
            shift += at.CARD_BITS
        before = hand & ((bit(shift)) - 1)
        numbers[own + at.CHOSEN] = (hand >> shift) & at.CARD
        numbers[own + at.IN_HAND] = before | (hand >> (shift + at.CARD_BITS)) << shift
        awaited = numbers[AWAITED] & ~(bit(seat))
        if awaited:
            numbers[AWAITED] = awaited
            return
        own = at.OPEN_SIZE
        base: i64 = at.SEAT
        for _seat in range(self.seats):  # a bare `_` would be boxed
            numbers[base + at.ROOM] = numbers[own + at.CHOSEN]
            numbers[own + at.CHOSEN] = 0
            own += at.OWN_SIZE
            base += at.SEAT_SIZE
        numbers[at.PHASE] = at.PLACE
        numbers[AWAITED] = self.everyone

    def place(self, numbers: vec[i64], seat: i64, action: i64) -> None:
        """Build the revealed room or discard it; the birdhouse is built before its room (TH-22, TH-33, TH-61)."""
        base = at.SEAT + at.SEAT_SIZE * seat
        room = numbers[base + at.ROOM]
        if action != at.DISCARD:
            colour = (room - 1) >> at.COLOUR_SHIFT
            if self.birdhouse and not slots_for(numbers, base, colour):
                numbers[base + at.BIRDHOUSE] = action
                numbers[base + at.BALANCE] += side_of(action)
                numbers[base + at.NESTED] = 1
                numbers[base + at.NESTED_IN] = at.TURNS * numbers[at.ROUND] + numbers[at.TURN] + 1
                return
            numbers[base + at.ROOMS + colour] |= action
            numbers[base + at.BALANCE] += side_of(action)
        numbers[base + at.BUILT + at.TURNS * numbers[at.ROUND] + numbers[at.TURN]] = room | action << at.CARD_BITS
        numbers[base + at.ROOM] = 0
        numbers[base + at.NESTED] = 0
        awaited = numbers[AWAITED] & ~(bit(seat))
        numbers[AWAITED] = awaited
        if not awaited:
            self.end_turn(numbers)

    def end_turn(self, numbers: vec[i64]) -> None:
        """Pass hands to the left (TH-23); after the fifth turn the last card is discarded unseen (TH-24)."""
        seats = self.seats
        turn = numbers[at.TURN] + 1
        last = at.OPEN_SIZE + at.OWN_SIZE * (seats - 1)
        if turn == at.TURNS:
            own: i64 = at.OPEN_SIZE
            while own <= last:
                numbers[own + at.IN_HAND] = 0
                own += at.OWN_SIZE
            self.begin_scoring(numbers)
            return
        seen = at.SEEN + at.TURNS * numbers[at.ROUND] + turn
        passed = numbers[last + at.IN_HAND]
        own = at.OPEN_SIZE
        while own <= last:
            kept = numbers[own + at.IN_HAND]
            numbers[own + at.IN_HAND] = passed
            numbers[own + seen] = passed
            passed = kept
            own += at.OWN_SIZE
        numbers[at.TURN] = turn
        numbers[at.PHASE] = at.PICK
        numbers[AWAITED] = self.everyone

    # ---- scoring a round --------------------------------------------------------------------------

    def begin_scoring(self, numbers: vec[i64]) -> None:
        """Determine the first chooser and start taking or laying change cards (TH-40 to TH-43, TH-60, TH-63)."""
        first = first_chooser(numbers, self.seats, self.config)
        numbers[at.FIRST] = first + 1
        numbers[at.FIRST_IN + numbers[at.ROUND]] = first + 1
        numbers[at.LAID] = 0
        numbers[at.TAKEN] = 0
        numbers[AWAITED] = bit(first)
        if self.config.young:
            numbers[at.PHASE] = at.CHOOSE
        elif self.config.extra_changes:
            if self.seats > 2:
                numbers[at.POOL] = at.ONE_EACH
            numbers[at.PHASE] = at.TAKE
        elif self.seats == 2:
            numbers[at.TAKEN] = at.NOTHING | at.NOTHING << at.KIND_BITS  # each player gets a `nothing` card (TH-43)
            numbers[at.PHASE] = at.LAY
        else:
            numbers[at.POOL] = at.FOUR
            numbers[at.PHASE] = at.TAKE

    def take(self, numbers: vec[i64], seat: i64, kind: i64) -> None:
        """Take a scoring-change card; after the last one, laying begins (TH-40, TH-42)."""
        numbers[at.POOL] -= bit(at.KIND_BITS * kind)
        numbers[at.TAKEN] |= kind << (at.KIND_BITS * seat)
        next = left_neighbour(seat, self.seats)
        first = numbers[at.FIRST] - 1
        if next != first:
            numbers[AWAITED] = bit(next)
            return
        numbers[at.PHASE] = at.LAY
        numbers[AWAITED] = bit(first if self.nk else seat)

    def lay(self, numbers: vec[i64], seat: i64, colour: i64) -> None:
        """Lay the held card on a colour that has none (TH-44), or pick a colour that scores (TH-60)."""
        kind: i64 = at.PLAIN
        if not self.config.young:
            kind = (numbers[at.TAKEN] >> (at.KIND_BITS * seat)) & at.KIND
        numbers[at.LAID] |= kind << (at.KIND_BITS * colour)
        first = numbers[at.FIRST] - 1
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
        laid = numbers[at.LAID]
        now = numbers[at.ROUND]
        numbers[at.LAID_IN + now] = laid
        for colour in range(at.COLOURS):
            score_colour(numbers, self.seats, self.config, colour, (laid >> (at.KIND_BITS * colour)) & at.KIND)
        if now + 1 < at.ROUNDS:
            numbers[at.ROUND] = now + 1
            self.deal_round(numbers)
        else:
            end_game(numbers, self.seats, self.config)

    def score(self, numbers: vec[i64], seat: i64) -> i64:
        return numbers[at.SEAT + at.SEAT_SIZE * seat + at.SCORE]

    def winners(self, numbers: vec[i64]) -> i64:
        """Mask of the winning seats, 0 before the end."""
        return numbers[at.WINNERS]

    def imagine(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """A complete state consistent with everything the seat has seen."""
        return imagined_numbers(view, seat, self.seats, self.config, luck)


TreehouseMatch = Match[Parts, Treehouse]
