"""What a game hands over: its rules, words, page, features, solver as typed objects of functions.

A game package holds one loader for each, a function without arguments that imports the game's modules and returns the
object; so nothing is imported before it is used, and a type checker sees the whole contract. What a game need not have
is None or has a default here. All of them are generic over the game's own match (`Match[Parts, Game]`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from domik.kernel.summaries import ScoreCell, ScoreColumn

if TYPE_CHECKING:
    from domik.kernel.drawing import Drawing, Pen, PlayerInfo
    from domik.kernel.entering import CountedPosition, EnteredTable, PositionCheck, PositionObjection
    from domik.kernel.features import Features, Fields
    from domik.kernel.game import Game
    from domik.kernel.options import ChosenOptions
    from domik.kernel.package import Match
    from domik.kernel.phrase import Phrase
    from domik.kernel.sketch import Say, TextRow
    from domik.kernel.state import State, View
    from domik.kernel.summaries import ComponentLabel, GameProgress, RoundRecap
    from domik.kernel.tally import GameEvent, GameOutcome, RuleObjection, ScoreLine

MatchT = TypeVar("MatchT", contravariant=True)


@dataclass(frozen=True)
class GameRules(Generic[MatchT]):
    """The rules beside those that play (kernel.game.Game): reasons for refusals, points and results."""

    objections: Callable[[MatchT, View, int], list[RuleObjection]]
    tally: Callable[[MatchT, View], list[ScoreLine]]
    outcome: Callable[[MatchT, View], GameOutcome]
    check_deal: Callable[[MatchT, list[int]], bool]  # whether a record's deal is impossible
    is_full: Callable[[MatchT, View, int], bool] | None = None  # whether a seat's house has no empty place at the end


def no_reasons(match: object, view: View, action: int) -> list[Phrase]:
    return []


def row_by_reason(line: ScoreLine) -> ScoreCell:
    return ScoreCell(line.reason)


def same_phrase(phrase: Phrase) -> Phrase:
    return phrase


@dataclass(frozen=True)
class GameWords(Generic[MatchT]):
    """Moves, prompts, events and summaries in words."""

    write: Callable[[MatchT, View, int], str]
    read: Callable[[MatchT, View, str], int]
    prompt: Callable[[MatchT, View], Phrase]
    describe: Callable[[MatchT, View, int], Phrase]
    events: Callable[[MatchT, View, View, int], list[GameEvent]]
    describe_aloud: Callable[[MatchT, View, int], Phrase] | None = None  # where a player would say it differently
    reasons: Callable[[MatchT, View, int], list[Phrase]] = no_reasons  # what speaks for a move
    label: Callable[[Phrase], Phrase] = same_phrase  # a tally line's reason without its counts
    score_columns: tuple[ScoreColumn, ...] = ()  # of one seat's final table; without any, the seats are the columns
    score_cell: Callable[[ScoreLine], ScoreCell] = row_by_reason
    progress: Callable[[MatchT, View], GameProgress] | None = None
    recap: Callable[[MatchT, View, int, Sequence[GameEvent]], RoundRecap | None] | None = None


@dataclass(frozen=True)
class GameSketches(Generic[MatchT]):
    """The table as rows of text, and in at most 18 rows for a low terminal."""

    sketch: Callable[[MatchT, View, Say, int], list[TextRow]]
    low: Callable[[MatchT, View, Say, int], list[TextRow]] | None = None


@dataclass(frozen=True)
class ComponentStats(Generic[MatchT]):
    """What balance statistics count: components by key, who took and who owns them, and who began."""

    component: Callable[[MatchT, str], ComponentLabel]
    taken_components: Callable[[MatchT, View, int], tuple[str, ...]]
    owned_components: Callable[[MatchT, View, int], set[str]]
    starting_seat: Callable[[MatchT, View], int]


def no_pictures(pen: Pen) -> str:
    return ""


@dataclass(frozen=True)
class GamePage(Generic[MatchT]):
    """The table drawn for browsers (kernel/drawing.py)."""

    draw: Callable[[MatchT, View, Pen, Sequence[PlayerInfo]], Drawing]
    pictures: Callable[[Pen], str] = no_pictures  # symbols, patterns and gradients that cells refer to
    icons: frozenset[str] = frozenset()  # defined once with the pictures, so that cells only refer to them
    late_pictures: str = r"animal-.*"  # ids of pictures not needed at the start: a page contains its players' animals


@dataclass(frozen=True)
class GameArtwork:
    """Pictures beside the table: the game's scene, and one for each option."""

    scene: Callable[[Pen], str] | None = None
    option_picture: Callable[[Pen, str], str] | None = None
    emblems: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)  # option: colour and icons


@dataclass(frozen=True)
class GameFeatures:
    """How views are encoded for neural networks (kernel/features.py)."""

    fields: Fields
    features: Callable[[Game], Features]
    is_order_free: Callable[[ChosenOptions], bool]  # whether awaited seats may act in any order
    not_encoded: Mapping[str, str] = field(default_factory=dict)  # fields left out of the features, and why


@dataclass(frozen=True)
class SolverResult:
    """The best plan known: stored points, an upper bound on all plans, and the seat's moves as action numbers.

    Where a goal is set, `fits` tells whether the plan achieves it; the bound then covers only such plans, otherwise
    all plans. `ruled_out` means that no plan can achieve it any more.
    """

    score: int
    bound: int
    proven: bool
    moves: tuple[int, ...]
    fits: bool = True
    ruled_out: bool = False

    def beats(self, other: SolverResult) -> bool:
        """Plans that achieve the goal first, then points."""
        return (self.fits, self.score) > (other.fits, other.score)


class Solve(Protocol[MatchT]):
    """Find the best plan of a seat within some seconds of CPU time.

    Every improvement is passed to `told` with the seconds used so far; `goes_on` is polled with them, and the search
    stops when it returns False.
    """

    def __call__(
        self,
        match: MatchT,
        state: State,
        seat: int,
        seconds: float,
        told: Callable[[SolverResult, float], None] | None = None,
        goes_on: Callable[[float], bool] | None = None,
    ) -> SolverResult: ...


@dataclass(frozen=True)
class GameSolver(Generic[MatchT]):
    """An exact planner for a seat that plays alone."""

    solve: Solve[MatchT]
    applies: Callable[[MatchT], bool]  # whether these options can be planned from the first move on
    is_fully_known: Callable[[View, int], bool]  # whether nothing that is still to come is hidden from the seat
    month: Callable[[View, int], int]  # how far the seat has come: par is told month by month
    card_ids: Callable[[MatchT], list[str]]  # what a deck can be made of
    deal_from_deck: Callable[[MatchT, list[int], list[str]], list[int] | None]  # a deal with this deck, or None


@dataclass(frozen=True)
class GameEntering(Generic[MatchT]):
    """Positions entered from a real table (kernel/entering.py)."""

    read_entry: Callable[[MatchT, int, str, str], str]  # seat or TABLE, key, value: the value as it is kept
    count: Callable[[MatchT, EnteredTable], CountedPosition]
    objections: Callable[[MatchT, EnteredTable], list[PositionObjection]]
    checks: Callable[[MatchT], tuple[PositionCheck, ...]]  # what is judged when a seat is done
    enter_view: Callable[[MatchT, View], EnteredTable]  # what lies on the table at the end of a game, by picture
    known_numbers: Callable[[MatchT, EnteredTable, int], Mapping[str, str]]  # numbers of a seat that its picture tells
    number_keys: Callable[[MatchT], tuple[str, ...]]  # what is asked of a seat by numbers, in order
    # The decision in which a seat would make an entry, and its action: what "Is this allowed?" asks about
    situation: Callable[[MatchT, EnteredTable, int, str, str], tuple[View, int]]
    open_keys: Callable[[MatchT, EnteredTable, int], tuple[str, ...]]  # free places that can be asked about
    # "What would be best?": the decision of a seat that holds these cards, and the match in which it is judged; what it
    # decides next in the same turn, None when that is all; and an action as an entry, its key "" while it has no place
    most_held: int
    decision: Callable[[MatchT, EnteredTable, int, tuple[str, ...]], tuple[Match, View]]
    follow: Callable[[MatchT, View, int], View | None]
    laid_by: Callable[[MatchT, View, int], tuple[str, str]]


Goal = Callable[..., bool]  # of a lesson's task: takes a LessonAttempt, and the task's arguments as keywords


def no_part() -> None:
    """The loader of what a game does not have."""


def no_goals() -> Mapping[str, Goal]:
    return {}
