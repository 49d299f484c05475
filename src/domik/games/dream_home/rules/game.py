"""Dream Home: what may be done and what it does, one function per kind of decision."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules.ending import (
    begin_ending,
    courier,
    deliver,
    handyman,
    legal_at_the_end,
    next_helper,
    roofer,
)
from domik.games.dream_home.rules.house import (
    fits_instead,
    lay_down,
    lay_up,
    put_token,
    take_away,
)
from domik.games.dream_home.rules.imagine import imagined_table, packed
from domik.games.dream_home.rules.kit import Cards, most_actions
from domik.games.dream_home.rules.market import clear_column, lay_out, mix, pairs_of, take_room
from domik.games.dream_home.rules.points import house_points
from domik.games.dream_home.rules.resources import lay_resource, legal_lay, take_resource, targets, use_up
from domik.games.dream_home.rules.state import *
from domik.kernel.game import AWAITED, Game, bit, lowest
from domik.kernel.luck import Luck


@final
class DreamHome(Game):
    """Dream Home for two to four, with any set of options."""

    def __init__(self, seats: i64, gentle: bool, car: bool, youngest: i64, cards: Cards) -> None:
        super().__init__(seats, OPEN_SIZE, OWN_SIZE, SEALED_SIZE)
        self.discards_a_column: bool = seats < 4 and not gentle  # DH-12
        self.car: bool = car
        self.youngest: i64 = youngest  # -1: chance decides (DH-11)
        self.cards: Cards = cards
        self.longest = most_actions(seats, self.discards_a_column, car, cards)

    # ---- chance -----------------------------------------------------------------------------------

    def deal(self, luck: Luck) -> vec[i64]:
        """60 rooms, 48 resources, who has the marker first (DH-10, DH-11)."""
        deal = DECK[:]
        luck.shuffle(deal, 0, ROOMS)
        luck.shuffle(deal, DEAL_RESOURCES, DEAL_FIRST)
        deal[DEAL_FIRST] = self.youngest if self.youngest >= 0 else luck.below(self.seats)
        return deal

    def start(self, deal: vec[i64]) -> vec[i64]:
        """Empty houses, both decks sealed, the first market laid out (DH-10)."""
        numbers = BARE[:]
        sealed = OPEN_SIZE
        for now in range(ROUNDS):
            numbers[sealed + now] = packed(deal, COLUMNS * now, deal, DEAL_RESOURCES + (COLUMNS - 1) * now)
        numbers[ROOM_DECK] = bit(ROOMS) - 1
        numbers[RESOURCE_DECK] = bit(RESOURCES) - 1
        numbers[NEXT_FIRST] = deal[DEAL_FIRST]
        self.begin_round(numbers)
        return numbers

    # ---- a round ----------------------------------------------------------------------------------

    def begin_round(self, numbers: vec[i64]) -> None:
        """The marker changes hands, five rooms and four resources are laid out (DH-10, DH-13)."""
        lay_out(numbers, OPEN_SIZE)
        numbers[FIRST] = numbers[NEXT_FIRST]
        numbers[SKIPPING] = 0
        if self.discards_a_column:
            numbers[PHASE] = DISCARD
            numbers[AWAITED] = bit(numbers[FIRST])
        else:
            self.ask_hammers(numbers, 0)

    def ask_hammers(self, numbers: vec[i64], step: i64) -> None:
        """Every owner of a jackhammer is asked once, clockwise from the first player (DH-41)."""
        hammers = self.cards.hammers
        for ahead in range(step, self.seats):
            seat = self.after(numbers[FIRST], ahead)
            if numbers[SEAT + SEAT_SIZE * seat + HELD] & hammers:
                self.ask(numbers, HAMMER, ahead)
                return
        self.next_turn(numbers, 0)

    def next_turn(self, numbers: vec[i64], step: i64) -> None:
        """Clockwise; who used a jackhammer is skipped (DH-13, DH-41)."""
        for ahead in range(step, self.seats):
            if not (numbers[SKIPPING] >> self.after(numbers[FIRST], ahead)) & 1:
                self.ask(numbers, TURN, ahead)
                return
        self.end_round(numbers)

    def ask(self, numbers: vec[i64], phase: i64, step: i64) -> None:
        """It is up to the seat so many places after the first."""
        numbers[PHASE] = phase
        numbers[STEP] = step
        numbers[AWAITED] = bit(self.after(numbers[FIRST], step))

    def after(self, seat: i64, ahead: i64) -> i64:
        """The seat so many places clockwise."""
        seat += ahead
        return seat if seat < self.seats else seat - self.seats

    def end_round(self, numbers: vec[i64]) -> None:
        """What is left goes to the discards; after round 12 the helpers come (DH-14, DH-51)."""
        rest = numbers[COLUMNS_LEFT]
        while rest:
            clear_column(numbers, lowest(rest))
            rest &= rest - 1
        if numbers[ROUND] < ROUNDS:
            self.begin_round(numbers)
        else:
            begin_ending(numbers, self.seats, self.cards)

    # ---- what may be done -------------------------------------------------------------------------

    def legal(self, numbers: vec[i64], seat: i64) -> i64:
        """One mask; what a bit means depends on the phase (see state.py)."""
        phase = numbers[PHASE]
        at = SEAT + SEAT_SIZE * seat
        if phase == LAY:
            return legal_lay(numbers, at, self.cards)
        if phase == TURN:
            return self.legal_turn(numbers, at)
        if phase == DISCARD:
            return 0b11110  # any column but the leftmost (DH-12)
        if phase == HAMMER:
            return numbers[COLUMNS_LEFT] | PASS
        if phase == DRILL:
            return self.legal_drill(numbers, at)
        if phase == PARK:
            return numbers[at + SAME + self.cards.garage] | PASS
        return legal_at_the_end(numbers, at, self.cards)

    def legal_turn(self, numbers: vec[i64], at: i64) -> i64:
        """A column that has a room; before it the tools one has: mix a pair, drill a room (DH-40, DH-42 to DH-44)."""
        columns = numbers[COLUMNS_LEFT]
        held = numbers[at + HELD]
        mask = columns
        if held & self.cards.mixers:
            mask |= pairs_of(columns)
        if held & self.cards.drills:
            mask |= (numbers[at + FILLED] & ~numbers[at + EMPTY]) << DRILL_OUT
        return mask

    def legal_drill(self, numbers: vec[i64], at: i64) -> i64:
        """Any room of the market, face up if it obeys the placement rules without the card that goes (DH-40, DH-25)."""
        columns = numbers[COLUMNS_LEFT]
        mask = columns << DOWN_COLUMN
        place = bit(numbers[CHOSEN])
        while columns:
            column = columns & -columns
            columns &= columns - 1
            kind = self.cards.room_kind[numbers[MARKET_ROOMS + lowest(column)] - 1]
            if fits_instead(numbers, at, kind, place, self.cards):
                mask |= column
        return mask

    # ---- doing it ---------------------------------------------------------------------------------

    def apply(self, numbers: vec[i64], seat: i64, action: i64) -> None:
        """One action; the last one of a step brings the next step."""
        phase = numbers[PHASE]
        at = SEAT + SEAT_SIZE * seat
        if phase == LAY:
            self.lay(numbers, at, lowest(action))
        elif phase == TURN:
            self.turn(numbers, seat, lowest(action))
        elif phase == DISCARD:
            clear_column(numbers, lowest(action))
            self.ask_hammers(numbers, 0)
        elif phase == HAMMER:
            self.hammer(numbers, seat, action)
        elif phase == DRILL:
            self.drill(numbers, at, lowest(action))
        elif phase == PARK:
            self.park(numbers, at, action)
        elif phase == ROOFER:
            roofer(numbers, at, action, self.seats, self.cards)
        elif phase == COURIER:
            courier(numbers, self.seats, self.cards, action)
        elif phase == DELIVER:
            deliver(numbers, at, lowest(action), self.cards)
            if not self.asks_to_park(numbers, at, action, DELIVER):
                next_helper(numbers, self.seats, self.cards)
        else:
            handyman(numbers, at, action, self.seats, self.cards)

    def hammer(self, numbers: vec[i64], seat: i64, action: i64) -> None:
        """Take a room at once, lose the resource above it and this round's turn, not the marker (DH-41)."""
        if action == PASS:
            self.ask_hammers(numbers, numbers[STEP] + 1)
            return
        column = lowest(action)
        use_up(numbers, SEAT + SEAT_SIZE * seat, self.cards.hammers)
        numbers[ROOM] = take_room(numbers, column)
        clear_column(numbers, column)
        numbers[SKIPPING] |= bit(seat)
        numbers[PHASE] = LAY

    def turn(self, numbers: vec[i64], seat: i64, choice: i64) -> None:
        """Take a column, or use a tool before (DH-13, DH-40, DH-43)."""
        at = SEAT + SEAT_SIZE * seat
        if choice >= DRILL_OUT:
            numbers[CHOSEN] = choice - DRILL_OUT
            numbers[PHASE] = DRILL
        elif choice >= MIX:
            use_up(numbers, at, self.cards.mixers)
            mix(numbers, choice - MIX)
        else:
            numbers[ROOM] = take_room(numbers, choice)
            numbers[PHASE] = LAY
            if choice == 0:
                numbers[NEXT_FIRST] = seat  # the marker for the next round (DH-13)
                return
            resource = numbers[MARKET_RESOURCES + choice] - 1
            numbers[MARKET_RESOURCES + choice] = 0
            take_resource(numbers, at, resource, self.cards)

    def drill(self, numbers: vec[i64], at: i64, choice: i64) -> None:
        """Exchange a room of the house with one of the market; a furnishing on it is lost (DH-40)."""
        use_up(numbers, at, self.cards.drills)
        cell = numbers[CHOSEN]
        numbers[CHOSEN] = 0
        column = choice if choice < DOWN_COLUMN else choice - DOWN_COLUMN
        room = numbers[MARKET_ROOMS + column] - 1
        numbers[MARKET_ROOMS + column] = take_away(numbers, at, cell, self.cards) + 1
        numbers[PHASE] = TURN
        if choice >= DOWN_COLUMN:
            lay_down(numbers, at, room, cell, self.cards)
        else:
            lay_up(numbers, at, room, cell, self.cards)
            self.asks_to_park(numbers, at, bit(cell), DRILL)

    def lay(self, numbers: vec[i64], at: i64, choice: i64) -> None:
        """The room, or the resource, or nothing for the resource; whichever is left comes next."""
        if choice < DOWN:
            room = numbers[ROOM] - 1
            numbers[ROOM] = 0
            lay_up(numbers, at, room, choice, self.cards)
            if self.asks_to_park(numbers, at, bit(choice), LAY):
                return
        elif choice < TARGET:
            lay_down(numbers, at, numbers[ROOM] - 1, choice - DOWN, self.cards)
            numbers[ROOM] = 0
        else:
            lay_resource(numbers, at, choice - TARGET, self.cards)
        self.lay_on(numbers, at)

    def lay_on(self, numbers: vec[i64], at: i64) -> None:
        """Go on with what is left of the turn: a resource that found no place is discarded (DH-31, DH-45)."""
        if numbers[ROOM]:
            return
        resource = numbers[RESOURCE]
        if resource:
            if targets(numbers, at, resource - 1, self.cards):
                numbers[PHASE] = LAY
                return
            lay_resource(numbers, at, CELLS, self.cards)
        if (numbers[SKIPPING] & numbers[AWAITED]) != 0:
            self.ask_hammers(numbers, numbers[STEP] + 1)
        else:
            self.next_turn(numbers, numbers[STEP] + 1)

    # ---- the car ----------------------------------------------------------------------------------

    def asks_to_park(self, numbers: vec[i64], at: i64, place: i64, phase: i64) -> bool:
        """Whether the card just laid made a garage of two and the car is there to be had (DH-65)."""
        if not self.car or numbers[CAR_GONE] or not place & BASEMENT:
            return False
        if numbers[at + SAME + self.cards.garage] != BASEMENT or numbers[at + FURNISHED] & BASEMENT:
            return False
        numbers[THEN] = phase
        numbers[PHASE] = PARK
        return True

    def park(self, numbers: vec[i64], at: i64, action: i64) -> None:
        """Take the car on one of the two cards, or leave it for the next (DH-65)."""
        if action != PASS:
            numbers[CAR_GONE] = 1
            put_token(numbers, at, lowest(action), CAR)
        then = numbers[THEN]
        numbers[THEN] = 0
        if then == DRILL:
            numbers[PHASE] = TURN
        elif then == LAY:
            numbers[PHASE] = LAY
            self.lay_on(numbers, at)
        else:
            next_helper(numbers, self.seats, self.cards)

    # ---- results ----------------------------------------------------------------------------------

    def score(self, numbers: vec[i64], seat: i64) -> i64:
        """The house without its roof; all of it when the game is over (DH-60 to DH-63)."""
        at = SEAT + SEAT_SIZE * seat
        if numbers[PHASE] == OVER:
            return numbers[at + SCORE]
        return house_points(numbers, at, self.cards)

    def winners(self, numbers: vec[i64]) -> i64:
        """The winning seats, 0 before the end."""
        return numbers[WINNERS]

    def imagine(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """A whole state that agrees with all that was seen."""
        return imagined_table(view, OPEN_SIZE, luck)
