"""Cozy Cabin as a kernel Game: deal, legal actions, applying them, and scoring. Each sub-rule has its own module."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.dealing import ModelCheck, concatenate, deal_cards, draw_model
from domik.games.cabin.rules.deck import begin_round, draft_moves, keep_pair, shuffle_in, uncover
from domik.games.cabin.rules.imagine import imagined_numbers
from domik.games.cabin.rules.life import live_year
from domik.games.cabin.rules.neighbour import (
    fence_moves,
    move_fence,
    neighbour_moves,
    play_neighbour,
    settle_neighbours,
)
from domik.games.cabin.rules.parts import Parts
from domik.games.cabin.rules.planning import plan_card, plan_moves, take_card
from domik.games.cabin.rules.points import doubled_points
from domik.kernel.game import AWAITED, Game, lowest
from domik.kernel.luck import Luck
from domik.kernel.package import Match


@final
class Cabin(Game):
    """Cozy Cabin with any legal set of variants."""

    def __init__(self, config: Config, model_check: ModelCheck) -> None:
        super().__init__(config.seats, at.OPEN_SIZE, at.OWN_SIZE, at.SEALED_EACH * config.seats)
        self.config: Config = config
        self.model_check: ModelCheck = model_check
        cards: i64 = at.PILE_MOST if config.neighbour else at.CARDS_EACH
        # A month without a build is the last, so every other month has one card fewer than the month before.
        planning = at.MONTHS * cards - 28
        self.max_moves = config.seats * (
            planning + at.MOST_YEARS + (1 if config.neighbour else 0) + (at.DRAFT_ROUNDS if config.draft else 0)
        )

    # ---- deal -------------------------------------------------------------------------------------

    def deal(self, luck: Luck) -> vec[i64]:
        """Every card of every deck (those beyond twelve are discarded), each neighbour's position, the model cabin."""
        if len(self.config.deck):
            return self.config.deck[:]
        deal = deal_cards(luck, self.config)
        return (
            concatenate(deal, draw_model(luck, deal, self.config, self.model_check)) if self.config.template else deal
        )

    def start(self, deal: vec[i64]) -> vec[i64]:
        """Dice, month die and decks; the first two cards of every deck are visible (CC-1 to CC-4)."""
        numbers = at.EMPTY[: self.size]
        kit = self.config
        seats = kit.seats
        base: i64 = at.SEAT
        for _again in range(seats):
            numbers[base + at.DICE] = kit.dice
            numbers[base + at.FREE] = at.EVERY_PLACE
            numbers[base + at.LEFT] = at.MONTHS
            numbers[base + at.PILE] = at.PILE_MOST if kit.neighbour else at.CARDS_EACH
            base += at.SEAT_SIZE
        self.lay_decks(numbers, deal)
        rest = seats * kit.stock
        if kit.neighbour:
            for seat in range(seats):
                shuffle_in(numbers, seat, deal[rest + seat], kit)
            rest += seats
        if kit.template:
            for place in range(at.PLACES):
                numbers[at.MODEL] |= deal[rest + place] << (at.FACE_BITS * place)
        if kit.draft:
            begin_round(numbers, kit)
        else:
            self.begin_planning(numbers)
        return numbers

    def lay_decks(self, numbers: vec[i64], deal: vec[i64]) -> None:
        """Give every seat its twelve cards face down, or lay out the common deck of a draft."""
        kit = self.config
        if kit.draft:
            pool = kit.seats * kit.stock
            drawn = kit.seats * at.DRAWN_EACH
            for k in range(drawn if drawn < pool else pool):
                numbers[kit.sealed + k] = deal[k]
            return
        each = at.CARDS_EACH if kit.family else kit.stock
        for seat in range(kit.seats):
            for k in range(at.CARDS_EACH):
                numbers[kit.sealed + at.DRAWN_EACH * seat + k] = deal[each * seat + k]

    def begin_planning(self, numbers: vec[i64]) -> None:
        """Turn the decks face up; all seats take their first card at once (CC-3, CC-5)."""
        kit = self.config
        numbers[at.PHASE] = at.PLAYING
        numbers[AWAITED] = 0
        base: i64 = at.SEAT
        for seat in range(kit.seats):
            if len(kit.deck):
                for k in range(at.CARDS_EACH):
                    numbers[base + at.CARDS + k] = kit.deck[k]  # a scenario's deck is printed, so it is public (CC-43)
            else:
                uncover(numbers, seat, base, 0, kit)
            take_card(numbers, seat, base, kit)
            base += at.SEAT_SIZE
        if kit.neighbour:
            settle_neighbours(numbers, kit)

    # ---- legal actions ----------------------------------------------------------------------------

    def legal(self, numbers: vec[i64], seat: i64) -> i64:
        """Mask of legal actions; the meaning of a bit depends on the seat's stage."""
        base = at.SEAT + at.SEAT_SIZE * seat
        stage = numbers[base + at.STAGE]
        if stage == at.LIVES:
            return at.EVERY_PLACE & ~numbers[base + at.FREE]  # a location, not an empty place (CC-20)
        if numbers[at.PHASE] == at.DRAFTING:
            return draft_moves(numbers[at.OPEN_SIZE + at.OWN_SIZE * seat + at.HAND])
        face = numbers[base + at.CARDS + numbers[base + at.TOP]] & at.FACE
        if stage == at.PLANS:
            return plan_moves(numbers, base, face, self.config.faces)
        if stage == at.MEETS:
            return neighbour_moves(numbers, seat, face, self.config)
        return fence_moves(numbers[at.SEAT + at.SEAT_SIZE * (numbers[at.FENCED] - 1) + at.PLACED])

    # ---- applying an action -----------------------------------------------------------------------

    def apply(self, numbers: vec[i64], seat: i64, action: i64) -> None:
        """Apply one action together with everything that follows from it automatically."""
        kit = self.config
        if numbers[at.PHASE] == at.DRAFTING:
            if keep_pair(numbers, seat, lowest(action), kit):
                self.begin_planning(numbers)
            return
        base = at.SEAT + at.SEAT_SIZE * seat
        stage = numbers[base + at.STAGE]
        numbers[base + at.LAST] = action
        if stage == at.PLANS:
            plan_card(numbers, seat, base, action, kit)
        elif stage == at.LIVES:
            live_year(numbers, seat, base, lowest(action), kit)
        elif stage == at.MEETS:
            play_neighbour(numbers, seat, base, action, kit)
        else:
            move_fence(numbers, seat, base, lowest(action), kit)
        if kit.neighbour:
            settle_neighbours(numbers, kit)

    # ---- scoring ----------------------------------------------------------------------------------

    def score(self, numbers: vec[i64], seat: i64) -> i64:
        """Doubled points for the dice and the months left, now or at the end (CC-30)."""
        base = at.SEAT + at.SEAT_SIZE * seat
        if numbers[base + at.STAGE] == at.DONE:
            return numbers[base + at.POINTS]
        return doubled_points(numbers[base + at.DICE], numbers[base + at.LEFT], self.config.worth)

    def winners(self, numbers: vec[i64]) -> i64:
        """Mask of the winning seats, 0 before the end."""
        return numbers[at.WINNERS]

    def imagine(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        return imagined_numbers(view, seat, self.config, luck)


CabinMatch = Match[Parts, Cabin]
