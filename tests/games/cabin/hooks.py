"""What the conformance suite must know about Cozy Cabin: who has seen what, and what lies where."""

from __future__ import annotations

import os
import random

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.parts import SCENARIO_NAMES
from domik.games.cabin.rules.reading import config_of
from domik.kernel.record import GameRecord, RecordedMove
from domik.kernel.state import State

FAMILIES = {
    "plain": {"neighbour": False, "draft": False},
    "neighbour": {"neighbour": True},
    "draft": {"draft": True},
}
QUICK = os.environ.get("DOMIK_QUICK") == "1"
REDEAL = "redeal_if_resource_has_no_source"


def option_sets(seats: int) -> list[dict[str, object]]:
    """Every way to make decks, with and without the neighbour and a model; alone also every scenario.

    A quick run plays each of them at one number of seats only.
    """
    found: list[dict[str, object]] = []
    for decks in ({}, {"family": True}, {"draft": True}):
        if seats == 1 and "family" in decks:
            continue  # one deck shuffled into itself
        for promo in (False, True):
            for neighbour in (False, True):
                for template in (False, True):
                    options: dict[str, object] = {"family": False, "draft": False, "promo": promo, **decks}
                    found.append({**options, "neighbour": neighbour, "template": template, "solvable": False})
    if seats > 1:
        found.append({"family": True, "draft": False, "neighbour": False, REDEAL: False})
        return found[seats % 3 :: 3] if QUICK else found
    scenarios = SCENARIO_NAMES[:2] if QUICK else SCENARIO_NAMES
    found += [{"draft": False, "neighbour": False, "scenario": name} for name in scenarios]
    found.append({"family": False, "draft": False, "neighbour": False, "template": True, "solvable": True})
    return found


def shuffle_places(items: list[int], places: list[int], rng: random.Random) -> None:
    """Permute the items at some places."""
    values = [items[place] for place in places]
    rng.shuffle(values)
    for place, value in zip(places, values, strict=True):
        items[place] = value


def twin_deal(
    match: CabinMatch, deal: list[int], moves: list[RecordedMove], seat: int, rng: random.Random
) -> list[int]:
    """The deal with everything permuted that the seat has not seen by the end of these moves.

    Written from the rules alone: every card that came into a hand, and the next one, lies face up (CC-3, CC-4); in a
    draft a seat sees the hands that come to it (CC-41). A redealt deck must still have its sources (CC-49).
    """
    if match.options["draft"]:
        return twin_draft(match, deal, moves, seat, rng)
    seats, stock = match.seats, int(config_of(match).stock)
    each = at.CARDS_EACH if match.options["family"] else stock
    taken = cards_shown(match, deal, moves)
    places = [deal[seats * stock + other] if match.options["neighbour"] else at.PILE_MOST for other in range(seats)]
    hidden: list[list[int]] = []
    twin = list(deal)
    for other in range(seats):
        shown = taken[other] - (1 if places[other] < taken[other] else 0)
        hidden.append([each * other + k for k in range(shown, stock if each == stock else at.CARDS_EACH)])
        if places[other] >= taken[other] and places[other] < at.PILE_MOST:
            twin[seats * stock + other] = rng.randrange(taken[other], at.PILE_MOST)
    for _ in range(200):
        if match.options["family"]:
            left_over = list(range(at.CARDS_EACH * seats, seats * stock))
            shuffle_places(twin, [place for part in hidden for place in part] + left_over, rng)
        else:
            for part in hidden:
                shuffle_places(twin, part, rng)
        if not config_of(match).redeal or has_sources(match, twin, each):
            return twin
    return list(deal)


def has_sources(match: CabinMatch, deal: list[int], each: int) -> bool:
    """Whether everybody's twelve cards give every natural resource."""
    return all(
        len({match.parts.side(card & at.FACE).gives for card in deal[each * seat : each * seat + at.CARDS_EACH]})
        == at.RESOURCES
        for seat in range(match.seats)
    )


def cards_shown(match: CabinMatch, deal: list[int], moves: list[RecordedMove]) -> list[int]:
    """How many cards of each deck everybody has seen in month 1: all taken, and the next one."""
    shown = [0] * match.seats
    for state in GameRecord(match, deal, [], moves).states():
        for seat in range(match.seats):
            base = at.SEAT + at.SEAT_SIZE * seat
            if int(state.numbers[at.PHASE]) == at.DRAFTING:
                continue
            stage, top, pile = (int(state.numbers[base + k]) for k in (at.STAGE, at.TOP, at.PILE))
            if int(state.numbers[base + at.LEFT]) < at.MONTHS:
                shown[seat] = at.PILE_MOST
            else:
                shown[seat] = max(shown[seat], min(pile, top + (2 if stage in (at.PLANS, at.MEETS, at.FENCES) else 1)))
                if stage >= at.LIVES:  # ended in month 1 by the last card that was built
                    shown[seat] = max(shown[seat], min(pile, top))
    return shown


def twin_draft(
    match: CabinMatch, deal: list[int], moves: list[RecordedMove], seat: int, rng: random.Random
) -> list[int]:
    """Only cards that are not drawn yet can change without changing what others did with theirs."""
    seats, stock = match.seats, int(config_of(match).stock)
    twin = list(deal)
    drawn = 0
    for state in GameRecord(match, deal, [], moves).states():
        if int(state.numbers[at.PHASE]) == at.DRAFTING:
            rounds = int(state.numbers[at.ROUND])
            drawn = seats * min(stock, 4 + 2 * rounds)
        else:
            drawn = seats * min(stock, at.DRAWN_EACH)
    shuffle_places(twin, list(range(drawn, seats * stock)), rng)
    if match.options["neighbour"]:
        for other, shown in enumerate(cards_shown(match, deal, moves)):
            if twin[seats * stock + other] >= shown:
                twin[seats * stock + other] = rng.randrange(shown, at.PILE_MOST)
    return twin


def inventory(match: CabinMatch, state: State) -> list[object]:
    """Every card that is somewhere, with its set."""
    table = [int(number) for number in state.numbers]
    seats = match.seats
    sealed = int(match.game.sealed_at())
    cards: list[int] = []
    if table[at.PHASE] == at.DRAFTING:
        for seat in range(seats):
            own = at.OPEN_SIZE + at.OWN_SIZE * seat
            cards += unpacked(table[own + at.HAND]) + unpacked(table[own + at.PASSING])
            cards += unpacked(table[own + at.KEPT]) + unpacked(table[own + at.KEPT + 1])
        drawn = 4 * seats + 2 * seats * table[at.ROUND]
        cards += [card for card in table[sealed + drawn : sealed + at.DRAWN_EACH * seats] if card]
        return [*cards]
    for seat in range(seats):
        base = at.SEAT + at.SEAT_SIZE * seat
        here = table[base + at.CARDS : base + at.CARDS + at.PILE_MOST]
        cards += [card & ~3 for card in here[: table[base + at.LAID]]]
        if table[base + at.STAGE] >= at.LIVES:
            continue
        for index in range(table[base + at.TOP], table[base + at.PILE]):
            if here[index]:
                cards.append(here[index] & ~3)
            elif match.options["draft"]:
                cards.append(drafted_card(match, table, seat, index))
            else:
                cards.append(table[sealed + at.DRAWN_EACH * seat + index] & ~3)
    return [*cards]


def drafted_card(match: CabinMatch, table: list[int], seat: int, index: int) -> int:
    """A hidden card of a drafted deck."""
    if match.options["neighbour"]:
        place = table[int(match.game.sealed_at()) + at.DRAWN_EACH * match.seats + seat]
        if index == place:
            return at.NEIGHBOUR_FACE | seat << at.FACE_BITS
        index -= 1 if index > place else 0
    own = at.OPEN_SIZE + at.OWN_SIZE * seat
    kept = unpacked(table[own + at.KEPT]) + unpacked(table[own + at.KEPT + 1])
    return kept[at.CARDS_EACH - 1 - index]


def unpacked(hand: int) -> list[int]:
    """The cards of a packed hand."""
    cards = []
    while hand:
        cards.append(hand & at.CARD)
        hand >>= at.CARD_BITS
    return cards


def conserved(match: CabinMatch, state: State) -> None:
    """No card is doubled; a planning seat's piles and places hold its whole deck, but for a neighbour that has left."""
    held = inventory(match, state)
    assert len(held) == len(set(held))
    table = [int(number) for number in state.numbers]
    if table[at.PHASE] == at.DRAFTING:
        return
    deck = at.PILE_MOST if match.options["neighbour"] else at.CARDS_EACH
    for seat in range(match.seats):
        base = at.SEAT + at.SEAT_SIZE * seat
        if table[base + at.STAGE] < at.LIVES:
            built = sum(1 for place in range(at.PLACES) if table[base + at.PLACED] >> at.FACE_BITS * place & at.FACE)
            piled = table[base + at.LAID] + table[base + at.PILE] - table[base + at.TOP]
            assert built + piled in ((deck, deck - 1) if deck == at.PILE_MOST else (deck,))
        dice = [table[base + at.DICE] >> at.DIE_BITS * die & at.DIE for die in range(2 * at.RESOURCES)]
        assert all(0 <= die <= at.DIE_MOST for die in dice)
