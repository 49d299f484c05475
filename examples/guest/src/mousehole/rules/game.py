"""Mousehole as a kernel Game: deal, legal actions, applying them, scoring, and sampling of hidden cards."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.game import AWAITED, Game, lowest
from domik.kernel.luck import Luck
from mousehole.rules.parts import Parts
from mousehole.rules.scoring import points_of, ranking
from mousehole.rules.state import *


def imagine(game: Game, view: vec[i64], seat: int, luck: Luck) -> vec[i64]:
    """Sample a full state consistent with the view.

    Unseen cards go to the hidden places of the other hands and to the pile, unseen wishes to the other seats.
    """
    numbers = view[:]
    unseen = vec[i64](sorted(set(range(1, CARDS + 1)) - set(seen_cards(game, view, seat))))
    luck.shuffle(unseen, 0, len(unseen))
    wishes = vec[i64]([kind for kind in range(len(KINDS)) if kind != view[game.own_at(seat) + WISH]])
    luck.shuffle(wishes, 0, len(wishes))
    used = told = 0
    for other in range(game.seats):
        if other == seat:
            continue
        at, own = SEAT + SEAT_SIZE * other, game.own_at(other)
        for place in range(HAND):
            shown = view[at + SHOWN + place]
            numbers[own + HELD + place] = max(0, shown) if shown else unseen[used]
            used += shown == UNSEEN
        numbers[own + WISH] = view[at + WISHED] - 1 if view[at + WISHED] else wishes[told]
        told += 1
    for k in range(view[PILE_LEFT]):
        numbers[game.sealed_at() + k] = unseen[used + k]
    return numbers


def seen_cards(game: Game, view: vec[i64], seat: int) -> list[int]:
    """Every card whose place the seat knows: shelf, burrows, cards that others took openly, its own hand."""
    seen = [view[SHELF + k] for k in range(SHELVES)]
    seen += [view[game.own_at(seat) + HELD + k] for k in range(HAND)]
    for other in range(game.seats):
        at = SEAT + SEAT_SIZE * other
        seen += [view[at + BURROW + k] for k in range(ROOMS)]
        seen += [view[at + SHOWN + k] for k in range(HAND)] if other != seat else []
    return [int(card) for card in seen if card > 0]


class Mousehole(Game):
    """Mousehole for a number of seats, with or without secret wishes."""

    def __init__(self, seats: int, parts: Parts, family: bool) -> None:
        super().__init__(seats, OPEN_SIZE, OWN_SIZE, SEALED_SIZE)
        self.parts = parts
        self.family = family
        self.max_moves = seats * (2 * ROOMS - 1)  # six digs and five takes per seat

    def deal(self, luck: Luck) -> vec[i64]:
        """All cards in order of play, then a wish for every seat (MH-2)."""
        deal = vec[i64]([*range(CARDS), *range(len(KINDS))])
        luck.shuffle(deal, 0, DEAL_WISHES)
        luck.shuffle(deal, DEAL_WISHES, DEAL_SIZE)
        return deal

    def start(self, deal: vec[i64]) -> vec[i64]:
        """Hands, wishes, shelf and pile (MH-2); the first seat begins."""
        numbers = vec[i64]([0] * int(self.size))
        cards = [int(deal[k]) + 1 for k in range(CARDS)]
        numbers[AWAITED] = 1
        for seat in range(self.seats):
            for place in range(HAND):
                numbers[self.own_at(seat) + HELD + place] = cards.pop(0)
            numbers[self.own_at(seat) + WISH] = deal[DEAL_WISHES + seat]
        for place in range(SHELVES):
            numbers[SHELF + place] = cards.pop(0)
        numbers[PILE_LEFT] = len(cards)
        for k, card in enumerate(reversed(cards)):
            numbers[self.sealed_at() + k] = card
        return numbers

    def legal(self, numbers: vec[i64], seat: i64) -> i64:
        """Mask of legal actions: digging (MH-10, MH-11) or taking (MH-12)."""
        if not numbers[AWAITED] >> seat & 1:
            return 0
        if numbers[PHASE] == TAKE:
            return (1 << FROM_PILE + 1) - (1 << FROM_SHELF)
        sides = 0b11 if numbers[SEAT + SEAT_SIZE * seat + DUG] else 1 << LEFT
        return sum(sides << 2 * k for k in range(HAND) if numbers[self.own_at(seat) + HELD + k])

    def apply(self, numbers: vec[i64], seat: i64, action: i64) -> None:
        """Dig or take; the turn passes to the next seat when both are done."""
        number = int(lowest(action))
        if numbers[PHASE] == DIG:
            self.dig(numbers, seat, number // 2, number % 2)
        else:
            self.take(numbers, seat, number - FROM_SHELF)

    def dig(self, numbers: vec[i64], seat: int, place: int, side: int) -> None:
        """Move a room from the hand to an end of the burrow (MH-10); after the sixth no card is taken (MH-13)."""
        held, at = self.own_at(seat) + HELD + place, SEAT + SEAT_SIZE * seat
        card, dug = numbers[held], numbers[at + DUG]
        numbers[held] = 0
        numbers[at + SHOWN + place] = GAP
        if side == LEFT:
            for k in range(dug, 0, -1):
                numbers[at + BURROW + k] = numbers[at + BURROW + k - 1]
        numbers[at + BURROW + (0 if side == LEFT else dug)] = card
        numbers[at + DUG] = dug + 1
        if dug + 1 < ROOMS:
            numbers[PHASE] = TAKE
        else:
            self.pass_on(numbers, seat)

    def take(self, numbers: vec[i64], seat: int, choice: int) -> None:
        """Take a room from the shelf, openly, or from the pile, hidden from the other seats (MH-12)."""
        at, held = SEAT + SEAT_SIZE * seat + SHOWN, self.own_at(seat) + HELD
        place = next(k for k in range(HAND) if numbers[at + k] == GAP)
        numbers[PILE_LEFT] -= 1
        top = numbers[self.sealed_at() + numbers[PILE_LEFT]]
        if choice < SHELVES:
            numbers[held + place] = numbers[at + place] = numbers[SHELF + choice]
            numbers[SHELF + choice] = top
        else:
            numbers[held + place], numbers[at + place] = top, UNSEEN
        self.pass_on(numbers, seat)

    def pass_on(self, numbers: vec[i64], seat: int) -> None:
        """Let the next seat dig; when all burrows are full, reveal the wishes (MH-13, MH-25)."""
        following = (seat + 1) % self.seats
        numbers[PHASE], numbers[AWAITED] = DIG, 1 << following
        if numbers[SEAT + SEAT_SIZE * following + DUG] == ROOMS:
            numbers[PHASE], numbers[AWAITED] = OVER, 0
            for k in range(self.seats):
                numbers[SEAT + SEAT_SIZE * k + WISHED] = 0 if self.family else numbers[self.own_at(k) + WISH] + 1

    def score(self, numbers: vec[i64], seat: i64) -> i64:
        """Points so far; wishes count only at the end."""
        return sum(line.points for line in points_of(self.parts, numbers, int(self.seats), seat))

    def winners(self, numbers: vec[i64]) -> i64:
        """Mask of the seats with most points, then most crumbs; ties are shared (MH-26)."""
        if numbers[AWAITED]:
            return 0
        ranks = [ranking(self.parts, numbers, int(self.seats), seat) for seat in range(self.seats)]
        return sum(1 << seat for seat, rank in enumerate(ranks) if rank == max(ranks))

    def imagine(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        return imagine(self, view, seat, luck)
