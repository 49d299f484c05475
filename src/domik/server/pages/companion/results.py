"""Who won and why: the steps, all points by clause as bars and as a table, and what would still change the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from domik.kernel.entering import TABLE, CountedPosition
from domik.kernel.phrase import Phrase
from domik.language import Words
from domik.server.pages.companion.counting import Counting
from domik.server.pages.companion.own_board import house_picture
from domik.server.rendering.templates import game_card, game_words, web_words

READABLE = 9  # per cent of the row: a part that is as wide as this has its number in it


@dataclass(frozen=True)
class BarPart:
    """The points of one clause in a player's bar."""

    number: int  # of the clause, for its shade
    percent: float
    points: str  # "" where the part is too small for it


@dataclass(frozen=True)
class Step:
    """A player on the winner's steps: the higher the fewer were better."""

    seat: int
    rank: int  # 0 for the winners
    picture: Markup  # their house; empty where only numbers were entered
    bar: list[BarPart]


def result_context(counting: Counting, names: list[str], language: str) -> dict[str, Any]:
    """Who won and why, all points by clause, and what would still change the result."""
    match, counted = counting.match, counting.current_count
    package = match.package
    words = game_words(package.name, language)
    outcome = counted.outcome
    winners = list(outcome.winners) if outcome else []
    order = sorted(range(match.seats), key=lambda seat: (seat not in winners, -counted.scores[seat], seat))
    clauses = list(dict.fromkeys(line.clause for line in counted.lines))
    points = [[clause_points(counted, seat, clause) for seat in range(match.seats)] for clause in clauses]
    sums = [
        (clause_word(words, clause), clause, [package.format_points(kept) for kept in row])
        for clause, row in zip(clauses, points, strict=True)
    ]
    lines = [
        [(words.say(line.reason), line.clause, package.format_points(line.points)) for line in counted.lines_of(seat)]
        for seat in range(match.seats)
    ]
    t = web_words(language)
    shared = f"{game_card(package, language)['title']}: " + ", ".join(
        f"{names[seat]} {package.format_points(counted.scores[seat])}" for seat in order
    )
    if counting.position.house_rules():
        shared += f" ({t('companion.house_rules', n=len(counting.position.house_rules()))})"
    return {
        "order": order,
        "winners": winners,
        "why": words.say(outcome.reason) if outcome else "",
        "why_clause": outcome.clause if outcome else "",
        "steps_up": winners_steps(counting, order, winners, points, language),
        "decided": deciding_clause(order, winners, points, sums),
        "sums": sums,
        "lines": lines,
        "questions": [one for one in open_questions(counting, names, words) if one[3]],
        "shared": shared,
    }


def clause_points(counted: CountedPosition, seat: int, clause: str) -> int:
    return sum(line.points for line in counted.lines_of(seat) if line.clause == clause)


def clause_word(words: Words, clause: str) -> str:
    key = f"scored.{clause}"
    return words.say(Phrase(key)) if words.has(key) else clause


def winners_steps(
    counting: Counting, order: list[int], winners: list[int], points: list[list[int]], language: str
) -> list[Step]:
    """Everybody from the first to the last, with their houses and bars; the widest bar fills its row."""
    scores, package = counting.current_count.scores, counting.match.package
    widest = max(1, *(sum(max(0, row[seat]) for row in points) for seat in order))
    found = []
    for seat in order:
        bar = []
        for number, row in enumerate(points):
            percent = round(100 * max(0, row[seat]) / widest, 2)
            if percent:
                bar.append(BarPart(number, percent, package.format_points(row[seat]) if percent >= READABLE else ""))
        rank = 0 if seat in winners else sum(scores[other] > scores[seat] for other in order)
        by_numbers = counting.position.table.seats[seat].by_numbers
        picture = Markup() if by_numbers else house_picture(counting, seat, language)
        found.append(Step(seat, rank, picture, bar))
    return found


def deciding_clause(
    order: list[int], winners: list[int], points: list[list[int]], sums: list[tuple[str, str, list[str]]]
) -> tuple[str, str, str, str] | None:
    """Where the winner gained most on the second: what it is, its clause, and both points."""
    if len(order) < 2 or len(winners) != 1 or len(sums) < 2:
        return None
    first, second = order[:2]
    leads = [row[first] - row[second] for row in points]
    if max(leads, default=0) <= 0:
        return None
    word, clause, shown = sums[leads.index(max(leads))]
    return word, clause, shown[first], shown[second]


def open_questions(
    counting: Counting, names: list[str], words: Words
) -> list[tuple[str, str, str, list[tuple[str, str, str]]]]:
    """What would still change the result: the question, its clause, what it is about, and a field for each player."""
    return [
        (
            words.say(one.text),
            one.clause,
            question_place(one.key, words),
            [
                (f"n.{seat}.{one.key}", names[seat], counting.position.table.seats[seat].entries.get(one.key, ""))
                for seat in one.seats
                if seat != TABLE
            ],
        )
        for one in counting.current_count.questions
    ]


def question_place(key: str, words: Words) -> str:
    """What a question is about, such as a column."""
    base = key.partition(".")[0]
    name = f"entered.number_{base}"
    return words.say(Phrase(name)) if base != key and words.has(name) else ""
