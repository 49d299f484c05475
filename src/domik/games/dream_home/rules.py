"""Dream Home: what may be done and what it does, one function per kind of decision."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.advice import judgement
from domik.games.dream_home.cards import Cards, most_actions
from domik.games.dream_home.ending import (
    begin_ending,
    courier,
    deliver,
    handyman,
    legal_at_the_end,
    next_helper,
    roofer,
)
from domik.games.dream_home.house import (
    fits_instead,
    lay_down,
    lay_up,
    put_token,
    take_away,
)
from domik.games.dream_home.hunch import expected_points, first_thought, hasty_view
from domik.games.dream_home.imagine import imagined_table, packed
from domik.games.dream_home.market import clear_column, lay_out, mix, pairs_of, take_room
from domik.games.dream_home.points import house_points
from domik.games.dream_home.reflex import Reflexes
from domik.games.dream_home.resources import lay_resource, legal_lay, take_resource, targets, use_up
from domik.games.dream_home.state import *
from domik.kernel.game import AWAITED, Game, bit, lowest
from domik.kernel.luck import Luck
from domik.kernel.style import Style


@final
class DreamHome(Game):
    """Dream Home for two to four, with any set of options."""

    def __init__(self, seats: i64, gentle: bool, car: bool, youngest: i64, cards: Cards) -> None:
        super().__init__(seats, OPEN_SIZE, OWN_SIZE, SEALED_SIZE)
        self.discards_a_column: bool = seats < 4 and not gentle  # DH-12
        self.car: bool = car
        self.youngest: i64 = youngest  # -1: chance decides (DH-11)
        self.cards: Cards = cards
        self.reflexes: Reflexes = Reflexes(cards)
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
        table = BARE[:]
        sealed = OPEN_SIZE
        for now in range(ROUNDS):
            table[sealed + now] = packed(deal, COLUMNS * now, deal, DEAL_RESOURCES + (COLUMNS - 1) * now)
        table[ROOM_DECK] = bit(ROOMS) - 1
        table[RESOURCE_DECK] = bit(RESOURCES) - 1
        table[NEXT_FIRST] = deal[DEAL_FIRST]
        self.begin_round(table)
        return table

    # ---- a round ----------------------------------------------------------------------------------

    def begin_round(self, table: vec[i64]) -> None:
        """The marker changes hands, five rooms and four resources are laid out (DH-10, DH-13)."""
        lay_out(table, OPEN_SIZE)
        table[FIRST] = table[NEXT_FIRST]
        table[SKIPPING] = 0
        if self.discards_a_column:
            table[PHASE] = DISCARD
            table[AWAITED] = bit(table[FIRST])
        else:
            self.ask_hammers(table, 0)

    def ask_hammers(self, table: vec[i64], step: i64) -> None:
        """Every owner of a jackhammer is asked once, clockwise from the first player (DH-41)."""
        hammers = self.cards.hammers
        for ahead in range(step, self.seats):
            seat = self.after(table[FIRST], ahead)
            if table[SEAT + SEAT_SIZE * seat + HELD] & hammers:
                self.ask(table, HAMMER, ahead)
                return
        self.next_turn(table, 0)

    def next_turn(self, table: vec[i64], step: i64) -> None:
        """Clockwise; who used a jackhammer is skipped (DH-13, DH-41)."""
        for ahead in range(step, self.seats):
            if not (table[SKIPPING] >> self.after(table[FIRST], ahead)) & 1:
                self.ask(table, TURN, ahead)
                return
        self.end_round(table)

    def ask(self, table: vec[i64], phase: i64, step: i64) -> None:
        """It is up to the seat so many places after the first."""
        table[PHASE] = phase
        table[STEP] = step
        table[AWAITED] = bit(self.after(table[FIRST], step))

    def after(self, seat: i64, ahead: i64) -> i64:
        """The seat so many places clockwise."""
        seat += ahead
        return seat if seat < self.seats else seat - self.seats

    def end_round(self, table: vec[i64]) -> None:
        """What is left goes to the discards; after round 12 the helpers come (DH-14, DH-51)."""
        rest = table[COLUMNS_LEFT]
        while rest:
            clear_column(table, lowest(rest))
            rest &= rest - 1
        if table[ROUND] < ROUNDS:
            self.begin_round(table)
        else:
            begin_ending(table, self.seats, self.cards)

    # ---- what may be done -------------------------------------------------------------------------

    def legal(self, table: vec[i64], seat: i64) -> i64:
        """One mask; what a bit means depends on the phase (see state.py)."""
        phase = table[PHASE]
        at = SEAT + SEAT_SIZE * seat
        if phase == LAY:
            return legal_lay(table, at, self.cards)
        if phase == TURN:
            return self.legal_turn(table, at)
        if phase == DISCARD:
            return 0b11110  # any column but the leftmost (DH-12)
        if phase == HAMMER:
            return table[COLUMNS_LEFT] | PASS
        if phase == DRILL:
            return self.legal_drill(table, at)
        if phase == PARK:
            return table[at + SAME + self.cards.garage] | PASS
        return legal_at_the_end(table, at, self.cards)

    def legal_turn(self, table: vec[i64], at: i64) -> i64:
        """A column that has a room; before it the tools one has: mix a pair, drill a room (DH-40, DH-42 to DH-44)."""
        columns = table[COLUMNS_LEFT]
        held = table[at + HELD]
        mask = columns
        if held & self.cards.mixers:
            mask |= pairs_of(columns)
        if held & self.cards.drills:
            mask |= (table[at + FILLED] & ~table[at + EMPTY]) << DRILL_OUT
        return mask

    def legal_drill(self, table: vec[i64], at: i64) -> i64:
        """Any room of the market, face up if it obeys the placement rules without the card that goes (DH-40, DH-25)."""
        columns = table[COLUMNS_LEFT]
        mask = columns << DOWN_COLUMN
        place = bit(table[CHOSEN])
        while columns:
            column = columns & -columns
            columns &= columns - 1
            kind = self.cards.room_kind[table[MARKET_ROOMS + lowest(column)] - 1]
            if fits_instead(table, at, kind, place, self.cards):
                mask |= column
        return mask

    # ---- doing it ---------------------------------------------------------------------------------

    def apply(self, table: vec[i64], seat: i64, action: i64) -> None:
        """One action; the last one of a step brings the next step."""
        phase = table[PHASE]
        at = SEAT + SEAT_SIZE * seat
        if phase == LAY:
            self.lay(table, at, lowest(action))
        elif phase == TURN:
            self.turn(table, seat, lowest(action))
        elif phase == DISCARD:
            clear_column(table, lowest(action))
            self.ask_hammers(table, 0)
        elif phase == HAMMER:
            self.hammer(table, seat, action)
        elif phase == DRILL:
            self.drill(table, at, lowest(action))
        elif phase == PARK:
            self.park(table, at, action)
        elif phase == ROOFER:
            roofer(table, at, action, self.seats, self.cards)
        elif phase == COURIER:
            courier(table, self.seats, self.cards, action)
        elif phase == DELIVER:
            deliver(table, at, lowest(action), self.cards)
            if not self.asks_to_park(table, at, action, DELIVER):
                next_helper(table, self.seats, self.cards)
        else:
            handyman(table, at, action, self.seats, self.cards)

    def hammer(self, table: vec[i64], seat: i64, action: i64) -> None:
        """Take a room at once, lose the resource above it and this round's turn, not the marker (DH-41)."""
        if action == PASS:
            self.ask_hammers(table, table[STEP] + 1)
            return
        column = lowest(action)
        use_up(table, SEAT + SEAT_SIZE * seat, self.cards.hammers)
        table[ROOM] = take_room(table, column)
        clear_column(table, column)
        table[SKIPPING] |= bit(seat)
        table[PHASE] = LAY

    def turn(self, table: vec[i64], seat: i64, choice: i64) -> None:
        """Take a column, or use a tool before (DH-13, DH-40, DH-43)."""
        at = SEAT + SEAT_SIZE * seat
        if choice >= DRILL_OUT:
            table[CHOSEN] = choice - DRILL_OUT
            table[PHASE] = DRILL
        elif choice >= MIX:
            use_up(table, at, self.cards.mixers)
            mix(table, choice - MIX)
        else:
            table[ROOM] = take_room(table, choice)
            table[PHASE] = LAY
            if choice == 0:
                table[NEXT_FIRST] = seat  # the marker for the next round (DH-13)
                return
            resource = table[MARKET_RESOURCES + choice] - 1
            table[MARKET_RESOURCES + choice] = 0
            take_resource(table, at, resource, self.cards)

    def drill(self, table: vec[i64], at: i64, choice: i64) -> None:
        """Exchange a room of the house with one of the market; a furnishing on it is lost (DH-40)."""
        use_up(table, at, self.cards.drills)
        cell = table[CHOSEN]
        table[CHOSEN] = 0
        column = choice if choice < DOWN_COLUMN else choice - DOWN_COLUMN
        room = table[MARKET_ROOMS + column] - 1
        table[MARKET_ROOMS + column] = take_away(table, at, cell, self.cards) + 1
        table[PHASE] = TURN
        if choice >= DOWN_COLUMN:
            lay_down(table, at, room, cell, self.cards)
        else:
            lay_up(table, at, room, cell, self.cards)
            self.asks_to_park(table, at, bit(cell), DRILL)

    def lay(self, table: vec[i64], at: i64, choice: i64) -> None:
        """The room, or the resource, or nothing for the resource; whichever is left comes next."""
        if choice < DOWN:
            room = table[ROOM] - 1
            table[ROOM] = 0
            lay_up(table, at, room, choice, self.cards)
            if self.asks_to_park(table, at, bit(choice), LAY):
                return
        elif choice < TARGET:
            lay_down(table, at, table[ROOM] - 1, choice - DOWN, self.cards)
            table[ROOM] = 0
        else:
            lay_resource(table, at, choice - TARGET, self.cards)
        self.lay_on(table, at)

    def lay_on(self, table: vec[i64], at: i64) -> None:
        """Go on with what is left of the turn: a resource that found no place is discarded (DH-31, DH-45)."""
        if table[ROOM]:
            return
        resource = table[RESOURCE]
        if resource:
            if targets(table, at, resource - 1, self.cards):
                table[PHASE] = LAY
                return
            lay_resource(table, at, CELLS, self.cards)
        if (table[SKIPPING] & table[AWAITED]) != 0:
            self.ask_hammers(table, table[STEP] + 1)
        else:
            self.next_turn(table, table[STEP] + 1)

    # ---- the car ----------------------------------------------------------------------------------

    def asks_to_park(self, table: vec[i64], at: i64, place: i64, phase: i64) -> bool:
        """Whether the card just laid made a garage of two and the car is there to be had (DH-65)."""
        if not self.car or table[CAR_GONE] or not place & BASEMENT:
            return False
        if table[at + SAME + self.cards.garage] != BASEMENT or table[at + FURNISHED] & BASEMENT:
            return False
        table[THEN] = phase
        table[PHASE] = PARK
        return True

    def park(self, table: vec[i64], at: i64, action: i64) -> None:
        """Take the car on one of the two cards, or leave it for the next (DH-65)."""
        if action != PASS:
            table[CAR_GONE] = 1
            put_token(table, at, lowest(action), CAR)
        then = table[THEN]
        table[THEN] = 0
        if then == DRILL:
            table[PHASE] = TURN
        elif then == LAY:
            table[PHASE] = LAY
            self.lay_on(table, at)
        else:
            next_helper(table, self.seats, self.cards)

    # ---- results ----------------------------------------------------------------------------------

    def score(self, table: vec[i64], seat: i64) -> i64:
        """The house without its roof; all of it when the game is over (DH-60 to DH-63)."""
        at = SEAT + SEAT_SIZE * seat
        if table[PHASE] == OVER:
            return table[at + SCORE]
        return house_points(table, at, self.cards)

    def winners(self, table: vec[i64]) -> i64:
        """The winning seats, 0 before the end."""
        return table[WINNERS]

    def imagine(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """A whole state that agrees with all that was seen."""
        return imagined_table(view, OPEN_SIZE, luck)

    def advise(self, view: vec[i64], seat: i64, action: i64) -> float:
        """A cheap judgement of one action."""
        return judgement(view, seat, self.seats, self.cards, action)

    def hunch(self, table: vec[i64], seat: i64, action: i64) -> float:
        """The cheapest judgement of one action."""
        return first_thought(table, seat, self.seats, self.cards, action)

    def reflex(self, table: vec[i64], seat: i64, legal: i64, luck: Luck) -> i64:
        """What a player does at once."""
        return self.reflexes.act(table, seat, self.seats, legal, luck)

    def outlook(self, table: vec[i64], seat: i64) -> float:
        """About what the house will be worth."""
        return expected_points(table, seat, self.cards)

    def tune(self, style: Style, effort: i64) -> None:
        """Players act by reflex to the end; master tries candidates in shared worlds, with no trees below them."""
        style.reflex = True
        style.guide = 2  # for the handyman
        style.bias = 2.0
        if effort == 2:
            style.rivals = False
            style.deep = 0

    def glance(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """Half of the resources are overlooked."""
        return hasty_view(view, luck)
