"""What the conformance suite must know about Mousehole: who has seen what, and what lies where."""

from __future__ import annotations

import random

from domik.kernel.package import Match
from domik.kernel.record import RecordedMove
from domik.kernel.state import State
from mousehole.rules import state as at


def twin_deal(match: Match, deal: list[int], moves: list[RecordedMove], seat: int, rng: random.Random) -> list[int]:
    """The deal with everything permuted that the seat has not seen by the end of these moves.

    Written from the rules alone: a seat sees its hand and wish (MH-2), the shelf, whatever is dug (MH-10), what it
    draws itself (MH-12), and at the end all wishes (MH-25).
    """
    seats = match.seats
    hands = [[at.HAND * who + place for place in range(at.HAND)] for who in range(seats)]
    shelf = [at.HAND * seats + place for place in range(at.SHELVES)]
    top = at.HAND * seats + at.SHELVES
    seen = {*shelf, *(hands[seat] if seat >= 0 else [])}
    gap = 0
    dug = [0] * seats
    for move in moves:
        if move.action < at.FROM_SHELF:
            gap = move.action // 2
            seen.add(hands[move.seat][gap])
            dug[move.seat] += 1
            continue
        if move.action < at.FROM_PILE:
            hands[move.seat][gap] = shelf[move.action - at.FROM_SHELF]
            shelf[move.action - at.FROM_SHELF] = top
            seen.add(top)
        else:
            hands[move.seat][gap] = top
            seen |= {top} if move.seat == seat else set()
        top += 1
    twin = list(deal)
    permute(twin, [base for base in range(at.CARDS) if base not in seen], rng)
    if min(dug) < at.ROOMS or match.options["family"]:
        permute(twin, [at.DEAL_WISHES + k for k in range(len(at.KINDS)) if k != seat], rng)
    return twin


def permute(items: list[int], places: list[int], rng: random.Random) -> None:
    values = [items[base] for base in places]
    rng.shuffle(values)
    for base, value in zip(places, values, strict=True):
        items[base] = value


def inventory(match: Match, state: State) -> list[object]:
    """Every card and wish that lies somewhere."""
    numbers, sealed = state.numbers, int(match.game.sealed_at())
    cards = [int(numbers[at.SHELF + k]) for k in range(at.SHELVES)]
    cards += [int(numbers[sealed + k]) for k in range(int(numbers[at.PILE_LEFT]))]
    wishes = []
    for seat in range(match.seats):
        base, own = at.SEAT + at.SEAT_SIZE * seat, int(match.game.own_at(seat))
        cards += [int(numbers[base + at.BURROW + k]) for k in range(at.ROOMS)]
        cards += [int(numbers[own + at.HELD + k]) for k in range(at.HAND)]
        wishes.append(f"wish {numbers[own + at.WISH]}")
    return [*(card for card in cards if card), *wishes]


def conserved(match: Match, state: State) -> None:
    """36 cards, each in one place; what everybody knows of a hand is true."""
    cards = [card for card in inventory(match, state) if isinstance(card, int)]
    assert sorted(cards) == list(range(1, at.CARDS + 1))
    for seat in range(match.seats):
        base, own = at.SEAT + at.SEAT_SIZE * seat, int(match.game.own_at(seat))
        for place in range(at.HAND):
            shown, held = state.numbers[base + at.SHOWN + place], state.numbers[own + at.HELD + place]
            assert (shown == at.GAP) == (held == 0)
            assert shown in (at.GAP, at.UNSEEN, held)
