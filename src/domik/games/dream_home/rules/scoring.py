"""Points with their reasons, one function per scoring clause."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.parts import COLOURS, KIND_IDS, Parts
from domik.games.dream_home.rules.phrases import kind_phrase
from domik.games.dream_home.rules.reading import House, house_of
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View
from domik.kernel.tally import GameOutcome, ScoreLine

ROOF = 4  # cards of a complete roof


def tally(match: DreamHomeMatch, view: View) -> list[ScoreLine]:
    """All points so far, each with its clause; roofs only once they are revealed (DH-30)."""
    lines: list[ScoreLine] = []
    for seat in range(match.seats):
        house = house_of(match.parts, view, seat)
        lines += room_lines(house, seat)
        lines += furnishing_lines(house, seat)
        lines += comfort_lines(house, seat)
        lines += empty_lines(house, seat)
        if view.is_over():
            lines += roof_lines(house, seat)
    return lines


def room_lines(house: House, seat: int) -> list[ScoreLine]:
    """Rooms by number of cards; unique rooms by their neighbours (DH-60, DH-26)."""
    lines = []
    for kind, places in house.whole_rooms():
        floor = places[0][0]
        args: dict[str, Argument] = {"room": kind_phrase(kind.id)}
        ends = (places[0][1] - 1, places[-1][1] + 1)
        if kind.beside >= 0 and any(house.kind_at((floor, column)) == kind.beside for column in ends):
            wanted = Phrase(f"beside.{KIND_IDS[kind.beside]}")
            lines.append(
                ScoreLine("DH-26", seat, kind.beside_points, Phrase("tally.beside", {**args, "beside": wanted}))
            )
            continue
        clause = "DH-26" if kind.beside >= 0 else "DH-60"
        points = kind.points[min(len(places), kind.most) - 1]  # larger ones are house rules (docs/companion.md)
        key = "tally.room" if len(places) == 1 else "tally.rooms"
        lines.append(ScoreLine(clause, seat, points, Phrase(key, {**args, "n": len(places)})))
    return lines


def furnishing_lines(house: House, seat: int) -> list[ScoreLine]:
    """Furnishings by their printed points; the designer adds to each (DH-61, DH-50)."""
    lines = []
    for _, furnishing in house.tokens():
        name = Phrase(f"resource.{furnishing.id}")
        clause = "DH-65" if furnishing.id == "car" else "DH-61"
        lines.append(ScoreLine(clause, seat, furnishing.points, Phrase("tally.furnishing", {"furnishing": name})))
        if house.has("designer"):
            more = house.parts.score["designer"]
            lines.append(ScoreLine("DH-50", seat, more, Phrase("tally.designer", {"furnishing": name})))
    return lines


def comfort_lines(house: House, seat: int) -> list[ScoreLine]:
    """The two home-comfort bonuses, which the architect increases (DH-62, DH-55)."""
    found = {(KIND_IDS[kind], place[0]) for place in house.cards if (kind := house.kind_at(place)) is not None}
    kinds = {kind for kind, _ in found}
    architect = house.has("architect")
    points = house.parts.score["architect_comfort" if architect else "comfort"]
    clause = "DH-55" if architect else "DH-62"
    lines = []
    if {("bathroom", 2), ("bathroom", 3)} <= found:
        lines.append(ScoreLine(clause, seat, points, Phrase("tally.bathrooms")))
    if {"bathroom", "kitchen", "bedroom"} <= kinds:
        lines.append(ScoreLine(clause, seat, points, Phrase("tally.comfort")))
    return lines


def empty_lines(house: House, seat: int) -> list[ScoreLine]:
    """Face-down rooms score nothing without an architect (DH-25, DH-55)."""
    n = sum(card.is_empty for card in house.cards.values())
    if not n:
        return []
    if house.has("architect"):
        return [ScoreLine("DH-55", seat, n * house.parts.score["architect_empty"], Phrase("tally.architect", {"n": n}))]
    return [ScoreLine("DH-25", seat, 0, Phrase("tally.empty", {"n": n}))]


def is_full(match: DreamHomeMatch, view: View, seat: int) -> bool:
    """Whether every room of a finished house is furnished: no card lies face down (DH-25)."""
    cards = house_of(match.parts, view, seat).cards
    return bool(cards) and not any(card.is_empty for card in cards.values())


def roof_lines(house: House, seat: int) -> list[ScoreLine]:
    """The best four of the stack (DH-63)."""
    stack = house.roofs()
    if len(stack) < ROOF:
        return [ScoreLine("DH-63", seat, 0, Phrase("tally.no_roof", {"n": len(stack)}))] if stack else []
    window = house.parts.score["window"]
    roofs = [roof_of(house.parts, four) for four in combinations(stack, ROOF)]
    base, windows, colour = max(roofs, key=lambda roof: roof[0] + window * roof[1])
    words = Phrase("tally.one_colour", {"colour": Phrase(f"colour.{colour}")}) if colour else Phrase("tally.mixed")
    lines = [ScoreLine("DH-63", seat, base, words)]
    if windows:
        lines.append(ScoreLine("DH-63", seat, window * windows, Phrase("tally.windows", {"n": windows})))
    return lines


def roof_of(parts: Parts, four: tuple[int, ...]) -> tuple[int, int, str]:
    """Points for colour, number of windows, and the common colour of four roofs ("" when mixed)."""
    cards = [parts.resources[number] for number in four]
    windows = sum(card.window for card in cards)
    colours = {card.id for card in cards}
    assert colours <= set(COLOURS)
    if len(colours) == 1:
        return parts.score["one_colour"], windows, cards[0].id
    return parts.score["mixed"], windows, ""


def children_in(house: House) -> int:
    """Children drawn on the face-up rooms (DH-64)."""
    return sum(house.parts.rooms[card.room].children for card in house.cards.values() if not card.is_empty)


def outcome(match: DreamHomeMatch, view: View) -> GameOutcome:
    """Most points win; a tie is broken by children, then shared (DH-64)."""
    scores = [int(view.score(seat)) for seat in range(match.seats)]
    return outcome_of(scores, [children_in(house_of(match.parts, view, seat)) for seat in range(match.seats)])


def outcome_of(scores: Sequence[int], children: Sequence[int]) -> GameOutcome:
    """The outcome of final scores, and the children that break a tie."""
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(best) == 1:
        return GameOutcome((best[0],), "DH-60", Phrase("outcome.points", {"n": max(scores)}))
    most = max(children[seat] for seat in best)
    winners = tuple(seat for seat in best if children[seat] == most)
    if len(winners) > 1:
        return GameOutcome(winners, "DH-64", Phrase("outcome.shared", {"n": max(scores)}))
    return GameOutcome(winners, "DH-64", Phrase("outcome.children", {"points": max(scores), "n": most}))
