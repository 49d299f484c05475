"""The review's report as typed objects that are serialized to JSON and back.

Chances are whole millionths and points whole thousandths, so that sums are exact. Seats, steps and action numbers are
those of the record; a step is the number of moves made before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from domik.judge.calibration import joint_chances
from domik.judge.thresholds import FIRST_LOOK, GRAVE, HINTED, MARKED, MILLION, UNCOUNTED
from domik.judge.value import ZERO_VALUE, Value
from domik.kernel.errors import BadRecord
from domik.kernel.phrase import Argument, Phrase

FORMAT = 2


@dataclass(frozen=True)
class Candidate:
    """A possible move; equivalent actions form one candidate."""

    actions: tuple[int, ...]  # equivalent action numbers, the played or the first one first
    notation: str
    what: Phrase
    value: Value
    doubt: Value  # half of the 95 % interval
    worlds: int  # worlds played out

    @property
    def action(self) -> int:
        """The action number that represents the candidate."""
        return self.actions[0]


@dataclass(frozen=True)
class ClausePoints:
    """Mean difference in points under one clause between the better move and the move played."""

    clause: str
    what: Phrase
    points: int


@dataclass(frozen=True)
class Hindsight:
    """The same two moves with all cards open; shown for comparison, never graded."""

    played: Value
    best: Value

    @property
    def loss(self) -> Value:
        return self.best - self.played


THE_GAME = Phrase("review.game")


@dataclass(frozen=True)
class Judgement:
    """One decision of one seat, judged by what it could know."""

    step: int
    seat: int
    phase: int  # third of the game: 0, 1 or 2
    verdict: str
    candidates: tuple[Candidate, ...]  # best first
    best: int  # index into candidates, like `played`
    played: int
    usual: Value  # expected value with the rollout player's own choice
    loss: Value  # best minus played, measured in worlds that did not choose the best
    low: Value  # 95 % interval of the loss
    high: Value
    why: tuple[Phrase, ...] = ()  # reasons for the better move
    clauses: tuple[ClausePoints, ...] = ()
    for_played: tuple[Phrase, ...] = ()
    hindsight: Hindsight | None = None
    by_points: bool = False  # judged by points, because the chance to win says nothing here
    when: Phrase = THE_GAME  # such as "Round 2 of 3, choice 3"

    @property
    def best_candidate(self) -> Candidate:
        return self.candidates[self.best]

    @property
    def played_candidate(self) -> Candidate:
        return self.candidates[self.played]

    @property
    def is_marked(self) -> bool:
        return self.verdict in MARKED

    @property
    def is_grave(self) -> bool:
        return self.verdict in GRAVE

    def counted_loss(self) -> Value:
        """The loss added to the seat's total; zero where nothing is sure, and where a hint was followed."""
        return self.loss if self.verdict not in UNCOUNTED else ZERO_VALUE


CARDS = "cards"  # hidden information was revealed
OTHERS = "others"  # another seat made an open move


@dataclass(frozen=True)
class ValueChange:
    """A change of a seat's value that its own decisions did not cause."""

    step: int  # moves made, including this one
    seat: int
    by: int  # the seat that acted
    kind: str
    value: Value


@dataclass(frozen=True)
class ResultBreakdown:
    """The parts of a seat's result. They add up to it exactly."""

    start: Value
    cards: Value  # luck: value after minus value before, over all reveals
    others: Value  # open moves of other seats
    gained: Value  # own decisions where the best move beat the rollout player's choice
    lost: Value  # own decisions that were not the best; at most 0
    result: Value

    def adds_up(self) -> bool:
        return self.start + self.cards + self.others + self.gained + self.lost == self.result

    @property
    def luck_adjusted(self) -> Value:
        """The result without the luck of the cards."""
        return self.result - self.cards


@dataclass(frozen=True)
class SeatReview:
    seat: int
    name: str
    decisions: int
    accuracy: float  # 0 to 100
    marks: dict[str, int]  # decisions by verdict
    lost_by_phase: tuple[Value, Value, Value]
    ledger: ResultBreakdown
    values: tuple[Value, ...]  # before every step and after the last, by what the seat could know
    chances: tuple[tuple[int, ...], ...]  # every seat's chance as estimated from this seat, at the same steps


@dataclass(frozen=True)
class Month:
    """Solo Cozy Cabin: the best known plan and the proven bound at the start of a month."""

    month: int
    step: int
    best: int  # thousandths of a point
    bound: int
    proven: bool


@dataclass(frozen=True)
class MonthlyPar:
    """Par of a solo game, month by month with all cards open, and the decision that lost most of it."""

    months: tuple[Month, ...]
    result: int
    worst_step: int  # -1: no loss
    worst_loss: int


@dataclass(frozen=True)
class Report:
    """A whole review, final or still in progress."""

    format: int
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    players: tuple[str, ...]
    moves: int
    seed: str
    reviewed: tuple[int, ...]  # seat numbers
    progress: float  # 0 to 1
    complete: bool  # all worlds were played, so the same seed gives the same report
    seconds: float
    rollouts: int
    scores: tuple[int, ...]  # thousandths of a point
    winners: tuple[int, ...]
    judgements: tuple[Judgement, ...] = ()  # in game order
    changes: tuple[ValueChange, ...] = ()
    players_reviews: tuple[SeatReview, ...] = ()
    rounds: tuple[int, ...] = ()  # first step of each round, or what the game has in its place
    stages: tuple[Phrase, ...] = ()  # and what they are called
    course: MonthlyPar | None = None

    @property
    def is_solo(self) -> bool:
        return self.seats == 1

    def seat_review(self, seat: int) -> SeatReview:
        return next(review for review in self.players_reviews if review.seat == seat)

    def marked_judgements(self, seat: int | None = None) -> list[Judgement]:
        """Inaccuracies and worse, in game order."""
        return [one for one in self.judgements if one.is_marked and seat in (None, one.seat)]

    def second_thoughts(self, seat: int | None = None) -> list[Judgement]:
        """Hints that were followed and that the review sees otherwise."""
        return [one for one in self.judgements if one.verdict == HINTED and seat in (None, one.seat)]

    def first_looks(self, seat: int | None = None) -> list[Judgement]:
        """Decisions that look like mistakes and are not confirmed yet."""
        return [one for one in self.judgements if one.verdict == FIRST_LOOK and seat in (None, one.seat)]

    def worst_judgements(self, most: int = 3, seat: int | None = None) -> list[Judgement]:
        """The marked decisions with the largest losses, worst first."""
        found = sorted(self.marked_judgements(seat), key=lambda one: (-one.loss.judged_value(self.is_solo), one.step))
        return found[:most]

    def chances_by_step(self) -> list[list[float]]:
        """Every seat's win chance before every step and after the last, by the reviewed seats' estimates together."""
        seen = [[review.chances[step] for review in self.players_reviews] for step in range(self.moves + 1)]
        return [
            joint_chances(self.game, estimates, seen[0], 1.0 - step / max(1, self.moves))
            for step, estimates in enumerate(seen)
        ]

    def curve(self) -> list[tuple[float, list[float]]]:
        """The chances as they are drawn: at a mark as its seat saw them, and half a step later without the loss."""
        found: list[tuple[float, list[float]]] = []
        marked = {one.step: one for one in self.marked_judgements()}
        for step, chances in enumerate(self.chances_by_step()):
            one = marked.get(step)
            if one is None:
                found.append((step, chances))
                continue
            seen = [chance / MILLION for chance in self.seat_review(one.seat).chances[step]]
            rest = 1.0 - seen[one.seat]
            kept = max(0.0, seen[one.seat] - one.loss.chance / MILLION)
            after = [
                kept if seat == one.seat else (chance / rest if rest else 1.0 / (self.seats - 1)) * (1.0 - kept)
                for seat, chance in enumerate(seen)
            ]
            found += [(step, seen), (step + 0.5, after)]
        return found

    def to_json(self) -> str:
        return msgspec.json.encode(self, enc_hook=encode_phrase).decode()


def parse_report(text: str) -> Report:
    """Parse what `to_json` wrote; raises BadRecord."""
    try:
        report = msgspec.json.decode(text, type=Report, dec_hook=decode_phrase)
    except (msgspec.MsgspecError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadRecord(Phrase("review.error.report", {"why": str(error)})) from None
    if report.format != FORMAT:
        raise BadRecord(Phrase("review.error.format", {"format": report.format, "known": FORMAT}))
    return report


def encode_phrase(value: Any) -> Any:
    """msgspec encoding hook."""
    if not isinstance(value, Phrase):
        raise NotImplementedError(type(value).__name__)
    document: dict[str, Any] = {"key": value.key}
    if value.args:
        document["args"] = {
            name: encode_phrase(one) if isinstance(one, Phrase) else one for name, one in value.args.items()
        }
    if value.texts is not None:
        document["texts"] = dict(value.texts)
    return document


def decode_phrase(kind: type, value: Any) -> Any:
    """msgspec decoding hook."""
    if kind is not Phrase:
        raise NotImplementedError(kind.__name__)
    args: dict[str, Argument] = {
        name: decode_phrase(Phrase, one) if isinstance(one, dict) else one
        for name, one in value.get("args", {}).items()
    }
    return Phrase(value["key"], args, value.get("texts"))
