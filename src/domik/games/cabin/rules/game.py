"""Cozy Cabin: what may be done, the draft, and what chance decides."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.dealing import dealt, draw_model, joined
from domik.games.cabin.rules.draft import card_in, cards_drawn, draft_moves, draw, lay_down, passed_on
from domik.games.cabin.rules.imagine import imagined_table
from domik.games.cabin.rules.life import worth_of
from domik.games.cabin.rules.neighbour import fence_moves, neighbour_moves
from domik.games.cabin.rules.neighbourhood import Neighbourhood
from domik.games.cabin.rules.state import *
from domik.kernel.game import AWAITED, bit, lowest
from domik.kernel.luck import Luck


@final
class Cabin(Neighbourhood):
    """Cozy Cabin with any legal set of variants."""

    # ---- chance -----------------------------------------------------------------------------------

    def deal(self, luck: Luck) -> vec[i64]:
        """Every card of every deck (what is over twelve is discarded), where each neighbour lies, the model cabin."""
        if len(self.deck):
            return self.deck[:]
        deal = dealt(
            luck, self.pool, self.seats, self.stock, self.family or self.draft, self.redeal, self.neighbour, self.faces
        )
        if not self.template:
            return deal
        return joined(
            deal,
            draw_model(luck, deal, self.seats, self.stock, self.solvable, self.dice, self.faces, self.reverses),
        )

    def start(self, deal: vec[i64]) -> vec[i64]:
        """Dice, month die and decks; the first two cards of every deck can be seen (CC-1 to CC-4)."""
        numbers = EMPTY[: self.size]
        seats = self.seats
        sealed = self.sealed_at()
        dealt_each = CARDS_EACH if self.family else self.stock
        pool = seats * self.stock
        at: i64 = SEAT
        cards: i64 = CARDS_EACH
        if self.neighbour:
            cards = PILE_MOST
        for _ in range(seats):
            numbers[at + DICE] = self.dice
            numbers[at + FREE] = EVERY_PLACE
            numbers[at + LEFT] = MONTHS
            numbers[at + PILE] = cards
            at += SEAT_SIZE
        if self.draft:
            for k in range(seats * DRAWN_EACH if seats * DRAWN_EACH < pool else pool):
                numbers[sealed + k] = deal[k]
        else:
            for seat in range(seats):
                for k in range(CARDS_EACH):
                    numbers[sealed + DRAWN_EACH * seat + k] = deal[dealt_each * seat + k]
        rest = pool
        if self.neighbour:
            for seat in range(seats):
                self.shuffle_in(numbers, seat, deal[rest + seat])
            rest += seats
        if self.template:
            for place in range(PLACES):
                numbers[MODEL] |= deal[rest + place] << (FACE_BITS * place)
        if self.draft:
            self.begin_round(numbers)
        else:
            self.begin_planning(numbers)
        return numbers

    def shuffle_in(self, numbers: vec[i64], seat: i64, place: i64) -> None:
        """The neighbour comes in at a random place, after the cut and after the draft (CC-47)."""
        sealed = self.sealed_at()
        numbers[sealed + DRAWN_EACH * self.seats + seat] = place
        if not self.draft:
            first = sealed + DRAWN_EACH * seat
            k: i64 = CARDS_EACH
            while k > place:
                numbers[first + k] = numbers[first + k - 1]
                k -= 1
            numbers[first + place] = NEIGHBOUR_FACE | seat << FACE_BITS

    # ---- what may be done -------------------------------------------------------------------------

    def legal(self, numbers: vec[i64], seat: i64) -> i64:
        """One mask; what a bit means depends on the seat's stage."""
        at = SEAT + SEAT_SIZE * seat
        stage = numbers[at + STAGE]
        if stage == LIVES:
            return EVERY_PLACE & ~numbers[at + FREE]  # a location, not an empty place (CC-20)
        if numbers[PHASE] == DRAFTING:
            return draft_moves(numbers[OPEN_SIZE + OWN_SIZE * seat + HAND])
        face = numbers[at + CARDS + numbers[at + TOP]] & FACE
        if stage == PLANS:
            dice = numbers[at + DICE]
            moves = self.faces[FACE_SIZE * face + MOVES]
            if ((dice | GUARD) - self.faces[FACE_SIZE * face + COST]) & GUARD != GUARD:
                return moves
            if (dice + SIXES) & NATURAL_GUARD:  # need to build (CC-18); domestic dice are empty while planning
                return numbers[at + FREE]
            return moves | numbers[at + FREE]
        if stage == MEETS:
            shot = self.edges[EDGE_SIZE * (face & 3) + EDGE_SHOT]
            return neighbour_moves(numbers, seat, self.seats, self.faces[FACE_SIZE * face + MOVES], shot)
        return fence_moves(numbers[SEAT + SEAT_SIZE * (numbers[FENCED] - 1) + PLACED])

    # ---- doing it ---------------------------------------------------------------------------------

    def apply(self, numbers: vec[i64], seat: i64, action: i64) -> None:
        """One action; what follows from it by itself follows at once."""
        at = SEAT + SEAT_SIZE * seat
        stage = numbers[at + STAGE]
        if stage == PLANS:
            if numbers[PHASE] == DRAFTING:
                self.keep(numbers, seat, lowest(action))
                return
            numbers[at + LAST] = action
            self.plan(numbers, seat, at, action)
            if self.neighbour:
                self.settle(numbers)
            return
        numbers[at + LAST] = action
        if stage == LIVES:
            self.live(numbers, seat, at, lowest(action))
        elif stage == MEETS:
            self.meet(numbers, seat, at, action)
        else:
            self.move_fence(numbers, seat, at, lowest(action))
        if self.neighbour:
            self.settle(numbers)

    # ---- the draft --------------------------------------------------------------------------------

    def begin_round(self, numbers: vec[i64]) -> None:
        """Everybody draws: four cards at first, then two, and nothing once the common deck is used up (CC-41)."""
        seats = self.seats
        sealed = self.sealed_at()
        cards = cards_drawn(self.stock, numbers[ROUND])
        own: i64 = OPEN_SIZE
        for seat in range(seats):
            draw(numbers, sealed, own, seats, seat, cards)
            own += OWN_SIZE
        numbers[AWAITED] = self.everyone

    def keep(self, numbers: vec[i64], seat: i64, pair: i64) -> None:
        """Lay two cards down in order; when all have, the rest goes clockwise (CC-41)."""
        own = OPEN_SIZE + OWN_SIZE * seat
        hand = numbers[own + HAND]
        lower = PAIR_LOWER[pair]
        upper = PAIR_UPPER[pair]
        lay_down(numbers, own, numbers[ROUND], card_in(hand, lower), card_in(hand, upper))
        numbers[own + PASSING] = passed_on(hand, lower, upper)
        numbers[own + HAND] = 0
        awaited = numbers[AWAITED] & ~bit(seat)
        numbers[AWAITED] = awaited
        if awaited:
            return
        last = OPEN_SIZE + OWN_SIZE * (self.seats - 1)
        passed = numbers[last + PASSING]
        over = numbers[ROUND] + 1 == DRAFT_ROUNDS
        own = OPEN_SIZE
        while own <= last:
            kept = numbers[own + PASSING]
            numbers[own + HAND] = 0 if over else passed  # with promo cards the last pair is discarded
            numbers[own + PASSING] = 0
            passed = kept
            own += OWN_SIZE
        if over:
            self.begin_planning(numbers)
        else:
            numbers[ROUND] += 1
            self.begin_round(numbers)

    def begin_planning(self, numbers: vec[i64]) -> None:
        """The decks lie face up; everybody takes the first card at once (CC-3, CC-5)."""
        numbers[PHASE] = PLAYING
        numbers[AWAITED] = 0
        for seat in range(self.seats):
            at = SEAT + SEAT_SIZE * seat
            if len(self.deck):
                for k in range(CARDS_EACH):
                    numbers[at + CARDS + k] = self.deck[k]  # a scenario is printed: everybody knows its deck (CC-43)
            else:
                self.uncover(numbers, seat, at, 0)
            self.take(numbers, seat, at)
        if self.neighbour:
            self.settle(numbers)

    # ---- points -----------------------------------------------------------------------------------

    def score(self, numbers: vec[i64], seat: i64) -> i64:
        """Doubled points (CC-30): what the dice and the months left are worth now, and in the end."""
        at = SEAT + SEAT_SIZE * seat
        if numbers[at + STAGE] == DONE:
            return numbers[at + POINTS]
        return worth_of(numbers[at + DICE], numbers[at + LEFT], self.worth)

    def winners(self, numbers: vec[i64]) -> i64:
        """The winning seats, 0 before the end."""
        return numbers[WINNERS]

    def imagine(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """A whole state that agrees with all that the seat has seen."""
        return imagined_table(
            view,
            seat,
            self.seats,
            self.stock,
            self.family,
            self.draft,
            self.neighbour,
            self.redeal,
            self.faces,
            luck,
        )
