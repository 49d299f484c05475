"""The report: everything a review has found, as plain typed objects that travel as JSON both ways.

Chances are whole millionths and points whole thousandths (as people count them), so that what is added up adds up
exactly. Seats, steps and action numbers are those of the record; a step is the number of moves made before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from domik.kernel.errors import BadRecord
from domik.kernel.phrase import Argument, Phrase
from domik.reviews.thresholds import GRAVE, MARKED

FORMAT = 1


@dataclass(frozen=True)
class Value:
    """What a seat may expect: its chance, its margin over the best other seat (alone: its points), and points."""

    chance: int = 0
    margin: int = 0
    points: int = 0

    def __add__(self, other: Value) -> Value:
        return Value(self.chance + other.chance, self.margin + other.margin, self.points + other.points)

    def __sub__(self, other: Value) -> Value:
        return Value(self.chance - other.chance, self.margin - other.margin, self.points - other.points)

    def judged_value(self, alone: bool) -> int:
        """The number by which decisions are judged."""
        return self.points if alone else self.chance


ZERO_VALUE = Value()


@dataclass(frozen=True)
class Candidate:
    """One thing that could have been done; actions that come to the same are one candidate."""

    actions: tuple[int, ...]  # action numbers, the played or the first one first
    notation: str
    what: Phrase
    value: Value
    doubt: Value  # half of the 95 % interval of chance and margin
    worlds: int  # how many were played out

    @property
    def action(self) -> int:
        """The action number that stands for all of them."""
        return self.actions[0]


@dataclass(frozen=True)
class ClausePoints:
    """Points that the better move would have brought more (or less) by one clause, on average."""

    clause: str
    what: Phrase
    points: int


@dataclass(frozen=True)
class Hindsight:
    """The same two moves with all cards open; shown beside, never graded."""

    played: Value
    best: Value

    @property
    def loss(self) -> Value:
        """What it turned out to cost."""
        return self.best - self.played


@dataclass(frozen=True)
class Judgement:
    """One decision of one seat, judged by what it could know."""

    step: int
    seat: int
    phase: int  # 0 the first third of the game, 1 the second, 2 the last
    verdict: str
    candidates: tuple[Candidate, ...]  # the best first
    best: int  # places among the candidates
    played: int
    usual: Value  # what the rollouts' own player would expect here
    loss: Value  # the best's value minus the played one's, measured in worlds that did not choose the best
    low: Value  # its 95 % interval
    high: Value
    why: tuple[Phrase, ...] = ()  # what speaks for the better move
    clauses: tuple[ClausePoints, ...] = ()
    for_played: tuple[Phrase, ...] = ()
    hindsight: Hindsight | None = None

    @property
    def best_candidate(self) -> Candidate:
        """The best candidate."""
        return self.candidates[self.best]

    @property
    def played_candidate(self) -> Candidate:
        """What was played."""
        return self.candidates[self.played]

    @property
    def is_marked(self) -> bool:
        """Whether it is an inaccuracy or worse."""
        return self.verdict in MARKED

    @property
    def is_grave(self) -> bool:
        """Whether it is a mistake or worse."""
        return self.verdict in GRAVE

    def counted_loss(self) -> Value:
        """What is added to the seat's losses: nothing where it is too close to tell."""
        return self.loss if self.verdict not in ("best", "close") else ZERO_VALUE


CARDS = "cards"  # something came up that the seat could not know
OTHERS = "others"  # another seat acted in the open


@dataclass(frozen=True)
class ValueChange:
    """What a step changed for a seat without its own doing."""

    step: int  # the number of moves after it
    seat: int
    by: int  # the seat that acted
    kind: str
    value: Value


@dataclass(frozen=True)
class ResultBreakdown:
    """Where a seat's result came from; the parts add up to it exactly."""

    start: Value
    cards: Value  # luck: at every reveal the value after minus the value before
    others: Value  # what the others did in the open
    gained: Value  # by own decisions, where the best move was better than what the rollouts' player would do
    lost: Value  # by own decisions that were not the best; not positive
    result: Value

    def adds_up(self) -> bool:
        """The identity."""
        return self.start + self.cards + self.others + self.gained + self.lost == self.result

    @property
    def luck_adjusted(self) -> Value:
        """The result with average cards."""
        return self.result - self.cards


@dataclass(frozen=True)
class SeatReview:
    """One player's sums."""

    seat: int
    name: str
    decisions: int
    accuracy: float  # 0 to 100
    marks: dict[str, int]  # how many of each verdict
    lost_by_phase: tuple[Value, Value, Value]
    ledger: ResultBreakdown
    values: tuple[Value, ...]  # before every step and after the last, by what the seat could know
    chances: tuple[tuple[int, ...], ...]  # every seat's chance as this seat could see it, at the same steps


@dataclass(frozen=True)
class Month:
    """Cozy Cabin alone: the best plan known and the proven limit when a month begins."""

    month: int
    step: int
    best: int  # thousandths of points
    bound: int
    proven: bool


@dataclass(frozen=True)
class MonthlyPar:
    """The par of a game for one, month by month, with all cards open; which decision gave most of it away."""

    months: tuple[Month, ...]
    result: int
    worst_step: int  # -1: none
    worst_loss: int


@dataclass(frozen=True)
class Report:
    """A whole review, finished or as far as it has come."""

    format: int
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    players: tuple[str, ...]
    moves: int
    seed: str
    reviewed: tuple[int, ...]  # the seats
    progress: float  # 0 to 1
    complete: bool  # every world that was asked for was played; then the same seed gives the same report
    seconds: float
    rollouts: int
    scores: tuple[int, ...]  # thousandths of points
    winners: tuple[int, ...]
    judgements: tuple[Judgement, ...] = ()  # in the order of the game
    changes: tuple[ValueChange, ...] = ()
    players_reviews: tuple[SeatReview, ...] = ()
    rounds: tuple[int, ...] = ()  # the first step of every third, for the axis
    course: MonthlyPar | None = None

    @property
    def is_solo(self) -> bool:
        """Whether points are judged and not chances."""
        return self.seats == 1

    def seat_review(self, seat: int) -> SeatReview:
        """One player's sums."""
        return next(review for review in self.players_reviews if review.seat == seat)

    def marked_judgements(self, seat: int | None = None) -> list[Judgement]:
        """The decisions that are marked, in the order of the game."""
        return [one for one in self.judgements if one.is_marked and seat in (None, one.seat)]

    def worst_judgements(self, most: int = 3, seat: int | None = None) -> list[Judgement]:
        """The gravest moments, the worst first."""
        found = sorted(self.marked_judgements(seat), key=lambda one: (-one.loss.judged_value(self.is_solo), one.step))
        return found[:most]

    def chances_by_step(self) -> list[list[float]]:
        """Every seat's chance before every step and after the last, as all reviewed seats together saw it."""
        many = len(self.players_reviews)
        return [
            [
                sum(review.chances[step][seat] for review in self.players_reviews) / many / 1e6
                for seat in range(self.seats)
            ]
            for step in range(self.moves + 1)
        ]

    def to_json(self) -> str:
        """The report as one line of text."""
        return msgspec.json.encode(self, enc_hook=encode_phrase).decode()


def parse_report(text: str) -> Report:
    """The report of a text that `to_json` wrote; BadRecord when it is none."""
    try:
        report = msgspec.json.decode(text, type=Report, dec_hook=decode_phrase)
    except (msgspec.MsgspecError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadRecord(Phrase("review.error.report", {"why": str(error)})) from None
    if report.format != FORMAT:
        raise BadRecord(Phrase("review.error.format", {"format": report.format, "known": FORMAT}))
    return report


def encode_phrase(value: Any) -> Any:
    """A phrase as plain data."""
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
    """A phrase from plain data."""
    if kind is not Phrase:
        raise NotImplementedError(kind.__name__)
    args: dict[str, Argument] = {
        name: decode_phrase(Phrase, one) if isinstance(one, dict) else one
        for name, one in value.get("args", {}).items()
    }
    return Phrase(value["key"], args, value.get("texts"))
