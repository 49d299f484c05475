"""Cozy Cabin: what may be done, the draft, and what chance decides."""

from __future__ import annotations

import time
from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.advice import judgement
from domik.games.cabin.dealing import dealt, draw_model, joined
from domik.games.cabin.draft import card_in, cards_drawn, draft_moves, draw, lay_down, passed_on
from domik.games.cabin.imagine import imagined_table
from domik.games.cabin.life import worth_of
from domik.games.cabin.neighbour import fence_moves, neighbour_moves
from domik.games.cabin.neighbourhood import Neighbourhood
from domik.games.cabin.pondering import most_voted, orders_to_try, planned, problem_with
from domik.games.cabin.solver import Solver
from domik.games.cabin.state import *
from domik.kernel.game import AWAITED, bit, lowest
from domik.kernel.luck import Luck
from domik.kernel.playout import advised
from domik.kernel.style import Style


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
        table = EMPTY[: self.size]
        seats = self.seats
        sealed = self.sealed_at()
        dealt_each = CARDS_EACH if self.family else self.stock
        pool = seats * self.stock
        at: i64 = SEAT
        cards: i64 = CARDS_EACH
        if self.neighbour:
            cards = PILE_MOST
        for _ in range(seats):
            table[at + DICE] = self.dice
            table[at + FREE] = EVERY_PLACE
            table[at + LEFT] = MONTHS
            table[at + PILE] = cards
            at += SEAT_SIZE
        if self.draft:
            for k in range(seats * DRAWN_EACH if seats * DRAWN_EACH < pool else pool):
                table[sealed + k] = deal[k]
        else:
            for seat in range(seats):
                for k in range(CARDS_EACH):
                    table[sealed + DRAWN_EACH * seat + k] = deal[dealt_each * seat + k]
        rest = pool
        if self.neighbour:
            for seat in range(seats):
                self.shuffle_in(table, seat, deal[rest + seat])
            rest += seats
        if self.template:
            for place in range(PLACES):
                table[MODEL] |= deal[rest + place] << (FACE_BITS * place)
        if self.draft:
            self.begin_round(table)
        else:
            self.begin_planning(table)
        return table

    def shuffle_in(self, table: vec[i64], seat: i64, place: i64) -> None:
        """The neighbour comes in at a random place, after the cut and after the draft (CC-47)."""
        sealed = self.sealed_at()
        table[sealed + DRAWN_EACH * self.seats + seat] = place
        if not self.draft:
            first = sealed + DRAWN_EACH * seat
            k: i64 = CARDS_EACH
            while k > place:
                table[first + k] = table[first + k - 1]
                k -= 1
            table[first + place] = NEIGHBOUR_FACE | seat << FACE_BITS

    # ---- what may be done -------------------------------------------------------------------------

    def legal(self, table: vec[i64], seat: i64) -> i64:
        """One mask; what a bit means depends on the seat's stage."""
        at = SEAT + SEAT_SIZE * seat
        stage = table[at + STAGE]
        if stage == LIVES:
            return EVERY_PLACE & ~table[at + FREE]  # a location, not an empty place (CC-20)
        if table[PHASE] == DRAFTING:
            return draft_moves(table[OPEN_SIZE + OWN_SIZE * seat + HAND])
        face = table[at + CARDS + table[at + TOP]] & FACE
        if stage == PLANS:
            dice = table[at + DICE]
            moves = self.faces[FACE_SIZE * face + MOVES]
            if ((dice | GUARD) - self.faces[FACE_SIZE * face + COST]) & GUARD != GUARD:
                return moves
            if (dice + SIXES) & NATURAL_GUARD:  # need to build (CC-18); domestic dice are empty while planning
                return table[at + FREE]
            return moves | table[at + FREE]
        if stage == MEETS:
            shot = self.edges[EDGE_SIZE * (face & 3) + EDGE_SHOT]
            return neighbour_moves(table, seat, self.seats, self.faces[FACE_SIZE * face + MOVES], shot)
        return fence_moves(table[SEAT + SEAT_SIZE * (table[FENCED] - 1) + PLACED])

    # ---- doing it ---------------------------------------------------------------------------------

    def apply(self, table: vec[i64], seat: i64, action: i64) -> None:
        """One action; what follows from it by itself follows at once."""
        at = SEAT + SEAT_SIZE * seat
        stage = table[at + STAGE]
        if stage == PLANS:
            if table[PHASE] == DRAFTING:
                self.keep(table, seat, lowest(action))
                return
            table[at + LAST] = action
            self.plan(table, seat, at, action)
            if self.neighbour:
                self.settle(table)
            return
        table[at + LAST] = action
        if stage == LIVES:
            self.live(table, seat, at, lowest(action))
        elif stage == MEETS:
            self.meet(table, seat, at, action)
        else:
            self.move_fence(table, seat, at, lowest(action))
        if self.neighbour:
            self.settle(table)

    # ---- the draft --------------------------------------------------------------------------------

    def begin_round(self, table: vec[i64]) -> None:
        """Everybody draws: four cards at first, then two, and nothing once the common deck is used up (CC-41)."""
        seats = self.seats
        sealed = self.sealed_at()
        cards = cards_drawn(self.stock, table[ROUND])
        own: i64 = OPEN_SIZE
        for seat in range(seats):
            draw(table, sealed, own, seats, seat, cards)
            own += OWN_SIZE
        table[AWAITED] = self.everyone

    def keep(self, table: vec[i64], seat: i64, pair: i64) -> None:
        """Lay two cards down in order; when all have, the rest goes clockwise (CC-41)."""
        own = OPEN_SIZE + OWN_SIZE * seat
        hand = table[own + HAND]
        lower = PAIR_LOWER[pair]
        upper = PAIR_UPPER[pair]
        lay_down(table, own, table[ROUND], card_in(hand, lower), card_in(hand, upper))
        table[own + PASSING] = passed_on(hand, lower, upper)
        table[own + HAND] = 0
        awaited = table[AWAITED] & ~bit(seat)
        table[AWAITED] = awaited
        if awaited:
            return
        last = OPEN_SIZE + OWN_SIZE * (self.seats - 1)
        passed = table[last + PASSING]
        over = table[ROUND] + 1 == DRAFT_ROUNDS
        own = OPEN_SIZE
        while own <= last:
            kept = table[own + PASSING]
            table[own + HAND] = 0 if over else passed  # with promo cards the last pair is discarded
            table[own + PASSING] = 0
            passed = kept
            own += OWN_SIZE
        if over:
            self.begin_planning(table)
        else:
            table[ROUND] += 1
            self.begin_round(table)

    def begin_planning(self, table: vec[i64]) -> None:
        """The decks lie face up; everybody takes the first card at once (CC-3, CC-5)."""
        table[PHASE] = PLAYING
        table[AWAITED] = 0
        for seat in range(self.seats):
            at = SEAT + SEAT_SIZE * seat
            if len(self.deck):
                for k in range(CARDS_EACH):
                    table[at + CARDS + k] = self.deck[k]  # a scenario is printed: everybody knows its deck (CC-43)
            else:
                self.uncover(table, seat, at, 0)
            self.take(table, seat, at)
        if self.neighbour:
            self.settle(table)

    # ---- points -----------------------------------------------------------------------------------

    def score(self, table: vec[i64], seat: i64) -> i64:
        """Doubled points (CC-30): what the dice and the months left are worth now, and in the end."""
        at = SEAT + SEAT_SIZE * seat
        if table[at + STAGE] == DONE:
            return table[at + POINTS]
        return worth_of(table[at + DICE], table[at + LEFT], self.worth)

    def winners(self, table: vec[i64]) -> i64:
        """The winning seats, 0 before the end."""
        return table[WINNERS]

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

    def advise(self, view: vec[i64], seat: i64, action: i64) -> float:
        """A cheap judgement of one action."""
        model = view[MODEL] | self.scene
        return judgement(view, seat, self.seats, self.faces, self.edges, self.forest, model, action)

    def tune(self, style: Style, effort: i64) -> None:
        """Where the solver has no say: random planners never finish a cabin, so players in rollouts follow advice."""
        style.guide = 4 if effort == 1 else 6
        style.bias = 4.0

    # ---- the solver as a player -----------------------------------------------------------------------

    def ponder(self, view: vec[i64], seat: i64, effort: i64, seconds: float, luck: Luck) -> i64:
        """What most plans begin with, for decks as this seat must hold them possible; 0 where there is no plan to make.

        Scenarios, drafts and neighbours are left to the kernel's search, and so is everything in the pure build: there
        the solver needs sixty times as long.
        """
        at = SEAT + SEAT_SIZE * seat
        if view[PHASE] != PLAYING or self.neighbour or len(self.deck) or __file__.endswith(".py"):
            return 0
        if view[at + STAGE] == LIVES:
            best = advised(self, view, seat, self.legal(view, seat))  # advice on a life is exact
            return best & -best
        if view[at + STAGE] != PLANS:
            return 0
        actions: list[i64] = []
        scores: list[i64] = []
        begun = time.thread_time()
        orders = orders_to_try(view, at, effort)
        for order in range(orders):
            until = begun + seconds * float(order + 1) / float(orders) if seconds > 0.0 else 0.0
            table = self.imagine(view, seat, luck)
            problem = problem_with(table, at, self.whole_deck(table, seat), view[MODEL] | self.scene)
            solver = Solver(problem, self.faces, self.worth, self.reverses, self.still_ends)
            action = planned(solver, effort, until, table, at)
            if action:
                actions.append(action)
                scores.append(solver.best)
        return most_voted(actions, scores)

    def whole_deck(self, table: vec[i64], seat: i64) -> vec[i64]:
        """Next month's cards so far, then this month's, those that are not shown yet among them."""
        at = SEAT + SEAT_SIZE * seat
        cards: list[i64] = []
        for k in range(table[at + LAID]):
            cards.append(table[at + CARDS + k])
        for index in range(table[at + TOP], table[at + PILE]):
            card = table[at + CARDS + index]
            if not card:
                if self.draft:
                    card = self.drafted(table, seat, index)
                else:
                    card = table[self.sealed_at() + DRAWN_EACH * seat + index]
            cards.append(card)
        return vec[i64](cards)
