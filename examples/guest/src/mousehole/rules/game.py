"""Mousehole as a kernel Game: deal, legal actions, applying them, scoring, and sampling of hidden cards."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.game import AWAITED, Game, lowest
from domik.kernel.luck import Luck
from domik.kernel.package import Match
from mousehole.rules import state as at
from mousehole.rules.parts import Parts
from mousehole.rules.scoring import points_of, ranking


def imagine(game: Game, view: vec[i64], seat: int, luck: Luck) -> vec[i64]:
    """Sample a full state consistent with the view.

    Unseen cards go to the hidden places of the other hands and to the pile, unseen wishes to the other seats.
    """
    numbers = view[:]
    unseen = vec[i64](sorted(set(range(1, at.CARDS + 1)) - set(seen_cards(game, view, seat))))
    luck.shuffle(unseen, 0, len(unseen))
    wishes = vec[i64]([kind for kind in range(len(at.KINDS)) if kind != view[game.own_at(seat) + at.WISH]])
    luck.shuffle(wishes, 0, len(wishes))
    used = told = 0
    for other in range(game.seats):
        if other == seat:
            continue
        base, own = at.SEAT + at.SEAT_SIZE * other, game.own_at(other)
        for place in range(at.HAND):
            shown = view[base + at.SHOWN + place]
            numbers[own + at.HELD + place] = max(0, shown) if shown else unseen[used]
            used += shown == at.UNSEEN
        numbers[own + at.WISH] = view[base + at.WISHED] - 1 if view[base + at.WISHED] else wishes[told]
        told += 1
    for k in range(view[at.PILE_LEFT]):
        numbers[game.sealed_at() + k] = unseen[used + k]
    return numbers


def seen_cards(game: Game, view: vec[i64], seat: int) -> list[int]:
    """Every card whose place the seat knows: shelf, burrows, cards that others took openly, its own hand."""
    seen = [view[at.SHELF + k] for k in range(at.SHELVES)]
    seen += [view[game.own_at(seat) + at.HELD + k] for k in range(at.HAND)]
    for other in range(game.seats):
        base = at.SEAT + at.SEAT_SIZE * other
        seen += [view[base + at.BURROW + k] for k in range(at.ROOMS)]
        seen += [view[base + at.SHOWN + k] for k in range(at.HAND)] if other != seat else []
    return [int(card) for card in seen if card > 0]


class Mousehole(Game):
    """Mousehole for a number of seats, with or without secret wishes."""

    def __init__(self, seats: int, parts: Parts, family: bool) -> None:
        super().__init__(seats, at.OPEN_SIZE, at.OWN_SIZE, at.SEALED_SIZE)
        self.parts = parts
        self.family = family
        self.max_moves = seats * (2 * at.ROOMS - 1)  # six digs and five takes per seat

    def deal(self, luck: Luck) -> vec[i64]:
        """All cards in order of play, then a wish for every seat (MH-2)."""
        deal = vec[i64]([*range(at.CARDS), *range(len(at.KINDS))])
        luck.shuffle(deal, 0, at.DEAL_WISHES)
        luck.shuffle(deal, at.DEAL_WISHES, at.DEAL_SIZE)
        return deal

    def start(self, deal: vec[i64]) -> vec[i64]:
        """Hands, wishes, shelf and pile (MH-2); the first seat begins."""
        numbers = vec[i64]([0] * int(self.size))
        cards = [int(deal[k]) + 1 for k in range(at.CARDS)]
        numbers[AWAITED] = 1
        for seat in range(self.seats):
            for place in range(at.HAND):
                numbers[self.own_at(seat) + at.HELD + place] = cards.pop(0)
            numbers[self.own_at(seat) + at.WISH] = deal[at.DEAL_WISHES + seat]
        for place in range(at.SHELVES):
            numbers[at.SHELF + place] = cards.pop(0)
        numbers[at.PILE_LEFT] = len(cards)
        for k, card in enumerate(reversed(cards)):
            numbers[self.sealed_at() + k] = card
        return numbers

    def legal(self, numbers: vec[i64], seat: i64) -> i64:
        """Mask of legal actions: digging (MH-10, MH-11) or taking (MH-12)."""
        if not numbers[AWAITED] >> seat & 1:
            return 0
        if numbers[at.PHASE] == at.TAKE:
            return (1 << at.FROM_PILE + 1) - (1 << at.FROM_SHELF)
        sides = 0b11 if numbers[at.SEAT + at.SEAT_SIZE * seat + at.DUG] else 1 << at.LEFT
        return sum(sides << 2 * k for k in range(at.HAND) if numbers[self.own_at(seat) + at.HELD + k])

    def apply(self, numbers: vec[i64], seat: i64, action: i64) -> None:
        """Dig or take; the turn passes to the next seat when both are done."""
        number = int(lowest(action))
        if numbers[at.PHASE] == at.DIG:
            self.dig(numbers, seat, number // 2, number % 2)
        else:
            self.take(numbers, seat, number - at.FROM_SHELF)

    def dig(self, numbers: vec[i64], seat: int, place: int, side: int) -> None:
        """Move a room from the hand to an end of the burrow (MH-10); after the sixth no card is taken (MH-13)."""
        held, base = self.own_at(seat) + at.HELD + place, at.SEAT + at.SEAT_SIZE * seat
        card, dug = numbers[held], numbers[base + at.DUG]
        numbers[held] = 0
        numbers[base + at.SHOWN + place] = at.GAP
        if side == at.LEFT:
            for k in range(dug, 0, -1):
                numbers[base + at.BURROW + k] = numbers[base + at.BURROW + k - 1]
        numbers[base + at.BURROW + (0 if side == at.LEFT else dug)] = card
        numbers[base + at.DUG] = dug + 1
        if dug + 1 < at.ROOMS:
            numbers[at.PHASE] = at.TAKE
        else:
            self.pass_on(numbers, seat)

    def take(self, numbers: vec[i64], seat: int, choice: int) -> None:
        """Take a room from the shelf, openly, or from the pile, hidden from the other seats (MH-12)."""
        base, held = at.SEAT + at.SEAT_SIZE * seat + at.SHOWN, self.own_at(seat) + at.HELD
        place = next(k for k in range(at.HAND) if numbers[base + k] == at.GAP)
        numbers[at.PILE_LEFT] -= 1
        top = numbers[self.sealed_at() + numbers[at.PILE_LEFT]]
        if choice < at.SHELVES:
            numbers[held + place] = numbers[base + place] = numbers[at.SHELF + choice]
            numbers[at.SHELF + choice] = top
        else:
            numbers[held + place], numbers[base + place] = top, at.UNSEEN
        self.pass_on(numbers, seat)

    def pass_on(self, numbers: vec[i64], seat: int) -> None:
        """Let the next seat dig; when all burrows are full, reveal the wishes (MH-13, MH-25)."""
        following = (seat + 1) % self.seats
        numbers[at.PHASE], numbers[AWAITED] = at.DIG, 1 << following
        if numbers[at.SEAT + at.SEAT_SIZE * following + at.DUG] == at.ROOMS:
            numbers[at.PHASE], numbers[AWAITED] = at.OVER, 0
            for k in range(self.seats):
                numbers[at.SEAT + at.SEAT_SIZE * k + at.WISHED] = (
                    0 if self.family else numbers[self.own_at(k) + at.WISH] + 1
                )

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


MouseholeMatch = Match[Parts, Mousehole]
