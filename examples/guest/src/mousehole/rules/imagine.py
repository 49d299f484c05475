"""A world that agrees with what a mouse has seen: everything unseen is shuffled."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.game import Game
from domik.kernel.luck import Luck
from mousehole.rules.state import *


def imagine(game: Game, view: vec[i64], seat: int, luck: Luck) -> vec[i64]:
    """The unseen cards go to the unseen places of the other hands and to the pile, the unseen wishes to the others."""
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
    """Every card that the seat knows the place of: shelf, burrows, what others took openly, its own hand."""
    seen = [view[SHELF + k] for k in range(SHELVES)]
    seen += [view[game.own_at(seat) + HELD + k] for k in range(HAND)]
    for other in range(game.seats):
        at = SEAT + SEAT_SIZE * other
        seen += [view[at + BURROW + k] for k in range(ROOMS)]
        seen += [view[at + SHOWN + k] for k in range(HAND)] if other != seat else []
    return [int(card) for card in seen if card > 0]
