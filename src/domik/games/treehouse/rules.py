"""Treehouse: what may be done and what it does, one function per kind of decision."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.treehouse.advice import judgement
from domik.games.treehouse.changes import free_colours, pool_kinds
from domik.games.treehouse.hunch import first_thought, hasty_view, what_it_is
from domik.games.treehouse.imagine import imagined_table
from domik.games.treehouse.state import *
from domik.games.treehouse.tree import built_on, side_of, slots_for, slots_ignoring_balance, supported, swaying
from domik.games.treehouse.worth import end_game, score_colour
from domik.kernel.game import AWAITED, Game, bit, lowest
from domik.kernel.luck import Luck


@final
class Treehouse(Game):
    """Best Treehouse Ever, in either edition and with any legal set of variants."""

    def __init__(
        self,
        seats: i64,
        nk: bool,
        young: bool,
        birdhouse: bool,
        secret_tasks: bool,
        extra_changes: bool,
        ages: vec[i64],
        tasks: vec[i64],
        worth: vec[i64],
    ) -> None:
        super().__init__(seats, OPEN_SIZE, OWN_SIZE, SEALED_SIZE)
        self.nk: bool = nk
        self.young: bool = young
        self.birdhouse: bool = birdhouse
        self.secret_tasks: bool = secret_tasks
        self.extra_changes: bool = extra_changes
        self.ages: vec[i64] = ages  # the seats from the youngest on; empty: chance decides (TH-12)
        self.tasks: vec[i64] = tasks  # a task: row colours, row points, triangle colours, triangle points
        self.worth: vec[i64] = worth  # points of `most` a room and of `fewest` flat (TH-65)
        self.everyone: i64 = bit(seats) - 1
        places: i64 = 2 if birdhouse else 1
        self.longest = ROUNDS * seats * (TURNS * (1 + places) + 2)

    # ---- chance -----------------------------------------------------------------------------------

    def deal(self, luck: Luck) -> vec[i64]:
        """72 rooms (only those in play are shuffled to the front), the tasks, the age order, the first chooser."""
        deal = DECK[:]
        dealt = ROUNDS * self.seats * HAND
        for at in range(dealt):
            other = at + luck.below(COLOURS * COPIES - at)
            room = deal[other]
            deal[other] = deal[at]
            deal[at] = room
        if self.secret_tasks:
            luck.shuffle(deal, DEAL_TASKS, DEAL_TASKS + TASKS)
        if not self.nk:
            deal[DEAL_FIRST] = luck.below(self.seats)
        elif len(self.ages):
            for rank in range(self.seats):
                deal[DEAL_AGES + rank] = self.ages[rank]
        else:
            luck.shuffle(deal, DEAL_AGES, DEAL_AGES + self.seats)
        return deal

    def start(self, deal: vec[i64]) -> vec[i64]:
        """Trunks, markers in the centre, no points (TH-10); the first hands are dealt (TH-20)."""
        table = EMPTY[: self.size]
        seats = self.seats
        sealed = self.sealed_at()
        at: i64 = DEAL_ROOMS
        for hand_at in range(ROUNDS * seats):
            hand: i64 = 0
            for place in range(HAND):
                hand |= (deal[at] + 1) << (CARD_BITS * place)
                at += 1
            table[sealed + DEALT + hand_at] = hand
        if self.nk:
            ages: i64 = 0
            for rank in range(seats):
                ages |= deal[DEAL_AGES + rank] << (2 * rank)
            table[AGES] = ages
        else:
            table[sealed + FIRST_CHOOSER] = deal[DEAL_FIRST] + 1
        if self.secret_tasks:
            for seat in range(seats):
                table[self.own_at(seat) + TASK] = deal[DEAL_TASKS + seat] + 1
        if self.extra_changes and seats == 2:
            table[POOL] = EIGHT  # each used once in the whole game (TH-63)
        self.deal_round(table)
        return table

    def deal_round(self, table: vec[i64]) -> None:
        """Six rooms to everybody (TH-20)."""
        seats = self.seats
        now = table[ROUND]
        dealt = self.sealed_at() + DEALT + now * seats
        own: i64 = OPEN_SIZE
        for seat in range(seats):
            hand = table[dealt + seat]
            table[own + IN_HAND] = hand
            table[own + SEEN + TURNS * now] = hand
            own += OWN_SIZE
        table[PHASE] = PICK
        table[TURN] = 0
        table[AWAITED] = self.everyone

    # ---- what may be done -------------------------------------------------------------------------

    def legal(self, table: vec[i64], seat: i64) -> i64:
        """One mask; what a bit means depends on the phase."""
        phase = table[PHASE]
        if phase == PICK:
            return (bit(HAND - table[TURN])) - 1
        if phase == PLACE:
            return self.places(table, SEAT + SEAT_SIZE * seat)
        if phase == TAKE:
            return pool_kinds(table[POOL])
        return free_colours(table[LAID])

    def places(self, table: vec[i64], at: i64) -> i64:
        """Slots for the revealed room; or for the birdhouse, when the balance forbids every slot (TH-35, TH-61)."""
        colour = (table[at + ROOM] - 1) >> COLOUR_SHIFT
        slots = slots_for(table, at, colour)
        if not self.nk:
            return slots | DISCARD
        if not self.birdhouse:
            return slots if slots else DISCARD
        if slots:
            return slots | DISCARD if table[at + NESTED] else slots
        if not table[at + BIRDHOUSE] and slots_ignoring_balance(table, at, colour):
            return DISCARD | swaying(supported(built_on(table, at)), table[at + BALANCE])
        return DISCARD

    # ---- doing it ---------------------------------------------------------------------------------

    def apply(self, table: vec[i64], seat: i64, action: i64) -> None:
        """One action; the last one of a step brings the next step."""
        phase = table[PHASE]
        if phase == PICK:
            self.pick(table, seat, action)
        elif phase == PLACE:
            self.place(table, seat, action)
        elif phase == TAKE:
            self.take(table, seat, lowest(action))
        else:
            self.lay(table, seat, lowest(action))

    def pick(self, table: vec[i64], seat: i64, action: i64) -> None:
        """Choose a room in secret; when all have, all are revealed (TH-21)."""
        own = OPEN_SIZE + OWN_SIZE * seat
        hand = table[own + IN_HAND]
        shift: i64 = 0
        while action > 1:
            action >>= 1
            shift += CARD_BITS
        before = hand & ((bit(shift)) - 1)
        table[own + CHOSEN] = (hand >> shift) & CARD
        table[own + IN_HAND] = before | (hand >> (shift + CARD_BITS)) << shift
        awaited = table[AWAITED] & ~(bit(seat))
        if awaited:
            table[AWAITED] = awaited
            return
        own = OPEN_SIZE
        at: i64 = SEAT
        for _ in range(self.seats):
            table[at + ROOM] = table[own + CHOSEN]
            table[own + CHOSEN] = 0
            own += OWN_SIZE
            at += SEAT_SIZE
        table[PHASE] = PLACE
        table[AWAITED] = self.everyone

    def place(self, table: vec[i64], seat: i64, action: i64) -> None:
        """Build the room, or put it aside; the birdhouse comes before its room (TH-22, TH-33, TH-61)."""
        at = SEAT + SEAT_SIZE * seat
        room = table[at + ROOM]
        if action != DISCARD:
            colour = (room - 1) >> COLOUR_SHIFT
            if self.birdhouse and not slots_for(table, at, colour):
                table[at + BIRDHOUSE] = action
                table[at + BALANCE] += side_of(action)
                table[at + NESTED] = 1
                table[at + NESTED_IN] = TURNS * table[ROUND] + table[TURN] + 1
                return
            table[at + ROOMS + colour] |= action
            table[at + BALANCE] += side_of(action)
        table[at + BUILT + TURNS * table[ROUND] + table[TURN]] = room | action << CARD_BITS
        table[at + ROOM] = 0
        table[at + NESTED] = 0
        awaited = table[AWAITED] & ~(bit(seat))
        table[AWAITED] = awaited
        if not awaited:
            self.end_turn(table)

    def end_turn(self, table: vec[i64]) -> None:
        """Hands go to the left neighbour (TH-23); after the fifth turn the last card is put away unseen (TH-24)."""
        seats = self.seats
        turn = table[TURN] + 1
        last = OPEN_SIZE + OWN_SIZE * (seats - 1)
        if turn == TURNS:
            own: i64 = OPEN_SIZE
            while own <= last:
                table[own + IN_HAND] = 0
                own += OWN_SIZE
            self.begin_scoring(table)
            return
        seen = SEEN + TURNS * table[ROUND] + turn
        passed = table[last + IN_HAND]
        own = OPEN_SIZE
        while own <= last:
            kept = table[own + IN_HAND]
            table[own + IN_HAND] = passed
            table[own + seen] = passed
            passed = kept
            own += OWN_SIZE
        table[TURN] = turn
        table[PHASE] = PICK
        table[AWAITED] = self.everyone

    # ---- scoring a round --------------------------------------------------------------------------

    def begin_scoring(self, table: vec[i64]) -> None:
        """The first chooser is known now; cards are taken, then laid (TH-40 to TH-43, TH-60, TH-63)."""
        first = self.first_chooser(table)
        table[FIRST] = first + 1
        table[FIRST_IN + table[ROUND]] = first + 1
        table[LAID] = 0
        table[TAKEN] = 0
        table[AWAITED] = bit(first)
        if self.young:
            table[PHASE] = CHOOSE
        elif self.extra_changes:
            if self.seats > 2:
                table[POOL] = ONE_EACH
            table[PHASE] = TAKE
        elif self.seats == 2:
            table[TAKEN] = NOTHING | NOTHING << KIND_BITS  # each gets a `nothing` card (TH-43)
            table[PHASE] = LAY
        else:
            table[POOL] = FOUR
            table[PHASE] = TAKE

    def first_chooser(self, table: vec[i64]) -> i64:
        """Original: random, then the leader (TH-41); nk: the youngest, then whoever is last (TH-42, TH-43)."""
        if self.nk:
            youngest = table[AGES] & 3
            worst = youngest
            for rank in range(1, self.seats):
                seat = (table[AGES] >> (2 * rank)) & 3
                if table[SEAT + SEAT_SIZE * seat + SCORE] < table[SEAT + SEAT_SIZE * worst + SCORE]:
                    worst = seat
            return worst
        if table[ROUND] == 0:
            return table[self.sealed_at() + FIRST_CHOOSER] - 1
        best = table[FIRST] - 1
        seat = self.after(best)
        for _ in range(self.seats - 1):
            if table[SEAT + SEAT_SIZE * seat + SCORE] > table[SEAT + SEAT_SIZE * best + SCORE]:
                best = seat
            seat = self.after(seat)
        return best

    def after(self, seat: i64) -> i64:
        """The left neighbour."""
        seat += 1
        return seat if seat < self.seats else 0

    def before(self, seat: i64) -> i64:
        """The right neighbour."""
        return seat - 1 if seat > 0 else self.seats - 1

    def take(self, table: vec[i64], seat: i64, kind: i64) -> None:
        """Take a scoring-change card; after the last one, laying begins (TH-40, TH-42)."""
        table[POOL] -= bit(KIND_BITS * kind)
        table[TAKEN] |= kind << (KIND_BITS * seat)
        next = self.after(seat)
        first = table[FIRST] - 1
        if next != first:
            table[AWAITED] = bit(next)
            return
        table[PHASE] = LAY
        table[AWAITED] = bit(first if self.nk else seat)

    def lay(self, table: vec[i64], seat: i64, colour: i64) -> None:
        """Lay the card on a colour that has none (TH-44), or pick a colour that scores (TH-60)."""
        kind: i64 = PLAIN
        if not self.young:
            kind = (table[TAKEN] >> (KIND_BITS * seat)) & KIND
        table[LAID] |= kind << (KIND_BITS * colour)
        first = table[FIRST] - 1
        # Laying runs backwards in the original edition, last taker first (TH-40); everything else runs clockwise.
        if self.nk or self.young or self.seats == 2:
            next = self.after(seat)
            done = next == first
        else:
            next = self.before(seat)
            done = seat == first
        if done:
            self.end_round(table)
        else:
            table[AWAITED] = bit(next)

    def end_round(self, table: vec[i64]) -> None:
        """Score the whole tree (TH-45); the change cards return (TH-46)."""
        laid = table[LAID]
        now = table[ROUND]
        table[LAID_IN + now] = laid
        for colour in range(COLOURS):
            score_colour(table, self.seats, self.young, self.worth, colour, (laid >> (KIND_BITS * colour)) & KIND)
        if now + 1 < ROUNDS:
            table[ROUND] = now + 1
            self.deal_round(table)
        else:
            end_game(table, self.seats, self.nk, self.secret_tasks, self.tasks)

    def score(self, table: vec[i64], seat: i64) -> i64:
        """Points on the score track."""
        return table[SEAT + SEAT_SIZE * seat + SCORE]

    def winners(self, table: vec[i64]) -> i64:
        """The winning seats, 0 before the end."""
        return table[WINNERS]

    def imagine(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """A whole state that agrees with all that the seat has seen."""
        return imagined_table(view, seat, self.seats, self.nk, self.secret_tasks, luck)

    def hunch(self, table: vec[i64], seat: i64, action: i64) -> float:
        """The cheapest judgement of one action."""
        return first_thought(table, seat, self.seats, self.worth, action)

    def alike(self, view: vec[i64], seat: i64, action: i64) -> i64:
        """Rooms of one colour are alike."""
        return what_it_is(view, seat, action)

    def glance(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """Some colours of the others' trees are overlooked."""
        return hasty_view(view, seat, self.seats, luck)

    def advise(self, view: vec[i64], seat: i64, action: i64) -> float:
        """A cheap judgement of one action."""
        return judgement(view, seat, self.seats, self.worth, action)
