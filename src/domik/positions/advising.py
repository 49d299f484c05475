"""What would be best at a real table: the decisions of one turn, asked one after the other.

Who judges is the caller's: `advice_questions` yields every decision with its match, and is sent the best action.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import reduce

from domik.kernel.errors import BadPosition
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.positions.position import Position

Decision = tuple[Match, View]


@dataclass(frozen=True)
class Advice:
    """What to do with the cards of a turn: each step in words, its reasons, and the entry that it would make."""

    steps: tuple[Phrase, ...]  # of the game; they may name a card, of which only the kind was entered
    reasons: tuple[Phrase, ...]
    entries: tuple[tuple[str, str], ...]  # key and value; the key is "" where a step only chooses a card


def advice_questions(position: Position, seat: int, held: tuple[str, ...]) -> Generator[Decision, int, Advice]:
    """Ask for the best action of every decision that a seat has with these cards, from what it knows."""
    if position.table.seats[seat].by_numbers:
        raise BadPosition(Phrase("error.picture_first"))
    rules = position.game_entering
    match, view = rules.decision(position.match, position.table, seat, held)
    steps: list[Phrase] = []
    reasons: list[Phrase] = []
    entries: list[tuple[str, str]] = []
    ahead: View | None = view
    while ahead is not None:
        action = yield match, ahead
        steps.append(match.spoken_phrase(ahead, action))
        reasons.append(reduce(join_reasons, match.reasons(ahead, action)))
        entries.append(rules.laid_by(match, ahead, action))
        ahead = rules.follow(match, ahead, action)
    return Advice(tuple(steps), tuple(reasons), tuple(entries))


def join_reasons(first: Phrase, second: Phrase) -> Phrase:
    return Phrase("hint.and", {"first": first, "second": second})


def advise_with(judge: Callable[[Match, View], int], position: Position, seat: int, held: tuple[str, ...]) -> Advice:
    """The advice by a judge that answers at once."""
    asking = advice_questions(position, seat, held)
    try:
        question = next(asking)
        while True:
            question = asking.send(judge(*question))
    except StopIteration as done:
        found: Advice = done.value
        return found
