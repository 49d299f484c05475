"""Points with their reasons, one function per scoring clause, computed from the public history of the game."""

from __future__ import annotations

from collections.abc import Sequence

from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.parts import KIND_NAMES, Parts, Pattern
from domik.games.treehouse.rules.phrases import theme_phrase
from domik.games.treehouse.rules.reading import Place, Tree, colour_of, kinds_in_round, rounds_scored, task_of, tree_of
from domik.games.treehouse.rules.state import COLOURS, DOUBLE, FEWEST, MOST, NOTHING, PLAIN
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View
from domik.kernel.tally import GameOutcome, ScoreLine


def tally(match: TreehouseMatch, view: View) -> list[ScoreLine]:
    """All points so far, each with its clause."""
    trees = [tree_of(view, seat) for seat in range(match.seats)]
    lines: list[ScoreLine] = []
    done = rounds_scored(view)
    for number in range(done):
        lines += round_points(match, view, trees, number)
    return lines + end_points(match, view, trees) if view.is_over() else lines


def end_points(match: TreehouseMatch, view: View, trees: list[Tree]) -> list[ScoreLine]:
    """What is scored once, at the end of the game (TH-50, TH-61, TH-62)."""
    return [*colour_cards(trees), *birdhouses(trees), *secret_tasks(match, view, trees)]


def round_points(match: TreehouseMatch, view: View, trees: list[Tree], number: int) -> list[ScoreLine]:
    """Score lines of one round for all seats (TH-45, TH-60, TH-65); `number` counts from 0."""
    lines = []
    kinds = kinds_in_round(view, number)
    young = bool(match.options["young"])
    for colour in range(COLOURS):
        counts = [tree.count(colour, number + 1) for tree in trees]
        for seat in range(match.seats):
            points = points_for(match.parts, young, kinds[colour], counts, seat)
            if points:
                lines.append(ScoreLine(*round_reason(match, number, colour, kinds[colour], counts[seat], seat, points)))
    return lines


def points_for(parts: Parts, young: bool, kind: int, counts: Sequence[int], seat: int) -> int:
    """One seat's points for one colour in one round; `counts` has the rooms of that colour for each seat."""
    mine = counts[seat]
    others = [n for other, n in enumerate(counts) if other != seat]
    if young:
        return mine if kind == PLAIN else 0
    if kind == NOTHING:
        return 0
    if kind == DOUBLE:
        return 2 * mine
    if kind == MOST:
        return parts.most_a_room * mine if mine > max(others) else 0
    if kind == FEWEST:
        return parts.fewest_flat if mine < min(others) else 0
    return mine


def round_reason(
    match: TreehouseMatch, number: int, colour: int, kind: int, n: int, seat: int, points: int
) -> tuple[str, int, int, Phrase]:
    """The fields of a ScoreLine: clause, seat, points, phrase."""
    clause = "TH-60" if match.options["young"] else "TH-65" if kind in (MOST, FEWEST) else "TH-45"
    name = KIND_NAMES[kind] or "plain"
    args: dict[str, Argument] = {"round": number + 1, "colour": theme_phrase(colour), "n": n}
    return clause, seat, points, Phrase(f"tally.{name}", args)


def colour_cards(trees: list[Tree]) -> list[ScoreLine]:
    """Strictly the most rooms of a colour score once more (TH-50)."""
    lines = []
    for colour, owner in enumerate(card_owners(trees)):
        if owner is not None:
            n = trees[owner].count(colour)
            lines.append(
                ScoreLine("TH-50", owner, n, Phrase("tally.colour_card", {"colour": theme_phrase(colour), "n": n}))
            )
    return lines


def card_owners(trees: list[Tree]) -> list[int | None]:
    """The seat that takes each colour card, None on a tie (TH-50)."""
    owners: list[int | None] = []
    for colour in range(COLOURS):
        counts = [tree.count(colour) for tree in trees]
        most = max(counts)
        owners.append(counts.index(most) if counts.count(most) == 1 else None)
    return owners


def birdhouses(trees: list[Tree]) -> list[ScoreLine]:
    """A used birdhouse costs a point (TH-61)."""
    return [
        ScoreLine("TH-61", seat, -1, Phrase("tally.birdhouse")) for seat, tree in enumerate(trees) if tree.birdhouse
    ]


def secret_tasks(match: TreehouseMatch, view: View, trees: list[Tree]) -> list[ScoreLine]:
    """Each pattern of a seat's task scores once, wherever it is on the tree (TH-62)."""
    lines = []
    for seat, tree in enumerate(trees):
        task = task_of(view, seat)
        if task is None:
            continue
        card = match.parts.tasks[task]
        for pattern, found, key in (
            (card.row, has_row(tree, card.row), "tally.row"),
            (card.triangle, has_triangle(tree, card.triangle), "tally.triangle"),
        ):
            if found and pattern.points:
                first, second, third = (theme_phrase(colour) for colour in pattern.colours)
                words = Phrase(key, {"first": first, "second": second, "third": third})
                lines.append(ScoreLine("TH-62", seat, pattern.points, words))
    return lines


def colours_on(tree: Tree) -> dict[Place, int]:
    return {place: colour_of(room) for place, room in tree.rooms().items()}


def has_row(tree: Tree, pattern: Pattern) -> bool:
    """Whether three neighbours on one level show the colours, left to right (TH-62)."""
    colours = colours_on(tree)
    return any(tuple(colours.get((level, slot + k)) for k in range(3)) == pattern.colours for level, slot in colours)


def has_triangle(tree: Tree, pattern: Pattern) -> bool:
    """Whether a room and the two it rests on show the colours (TH-62)."""
    colours = colours_on(tree)
    return any(
        (colour, colours.get((level - 1, slot - 1)), colours.get((level - 1, slot))) == pattern.colours
        for (level, slot), colour in colours.items()
    )


def outcome(match: TreehouseMatch, view: View) -> GameOutcome:
    """Most points win; ties are broken by the edition's rule, then the victory is shared (TH-51)."""
    scores = [int(view.score(seat)) for seat in range(match.seats)]
    return outcome_of(match, scores, [tree_of(view, seat) for seat in range(match.seats)])


def outcome_of(match: TreehouseMatch, scores: Sequence[int], trees: list[Tree]) -> GameOutcome:
    """The outcome of final scores and the trees that break a tie."""
    best = [seat for seat in range(match.seats) if scores[seat] == max(scores)]
    if len(best) == 1:
        return GameOutcome((best[0],), "TH-51", Phrase("outcome.points", {"n": max(scores)}))
    if match.options["edition"] == "nk":
        owners = card_owners(trees)
        breaks = {seat: owners.count(seat) for seat in best}
        key = "outcome.cards"
    else:
        breaks = {seat: max(trees[seat].count(colour) for colour in range(COLOURS)) for seat in best}
        key = "outcome.group"
    most = max(breaks.values())
    winners = tuple(seat for seat in best if breaks[seat] == most)
    if len(winners) > 1:
        return GameOutcome(winners, "TH-51", Phrase("outcome.shared", {"n": max(scores)}))
    return GameOutcome(winners, "TH-51", Phrase(key, {"points": max(scores), "n": most}))
