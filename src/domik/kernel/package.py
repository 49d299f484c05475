"""GamePackage, what a game hands over, and Match, a game with its options chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Generic

from domik.kernel.components import Components, read_components
from domik.kernel.contract import (
    ComponentStats,
    GameArtwork,
    GameEntering,
    GameFeatures,
    GamePage,
    GameRules,
    GameSketches,
    GameSolver,
    GameWords,
    Goal,
    no_goals,
    no_part,
)
from domik.kernel.errors import BadOption
from domik.kernel.options import ChosenOptions, OptionSchema, as_json
from domik.kernel.phrase import Phrase
from domik.kernel.tally import format_halves

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with defaults, which typing has from Python 3.13 on

    from domik.kernel.box_form import GameBoxForm
    from domik.kernel.entry_board import GameEntryBoard
    from domik.kernel.game import Game
    from domik.kernel.sketch import Say, TextRow
    from domik.kernel.state import View
    from domik.kernel.summaries import GameProgress, RoundRecap, ScoreCell, ScoreColumn
    from domik.kernel.tally import GameEvent, GameOutcome, RuleObjection, ScoreLine

    # Covariant, so that a plain Match or GamePackage is one of any game: a package is only ever given its own matches.
    PartsT = TypeVar("PartsT", covariant=True, default=object)
    GameT = TypeVar("GameT", bound=Game, covariant=True, default=Game)
    MatchT = TypeVar("MatchT", covariant=True, default="Match")
else:
    from typing import TypeVar

    PartsT, GameT, MatchT = TypeVar("PartsT"), TypeVar("GameT"), TypeVar("MatchT")


MOST_PARTS = 64  # component sets in the cache of a game


@dataclass(frozen=True)
class Match(Generic[PartsT, GameT]):
    """One game ready to be played: its package, seats, options, components, and the rules built from them.

    Inside a game it is `Match[Parts, Game]`, with the game's own classes; for everybody else a plain Match.
    """

    package: GamePackage[PartsT, GameT]
    seats: int
    options: ChosenOptions
    components: Components
    parts: PartsT
    game: GameT

    def __repr__(self) -> str:
        options = "".join(f", {name}={value}" for name, value in self.package.schema.non_defaults(self.options).items())
        return f"<Match of {self.package.name}, {self.seats} seats{options}>"

    def __copy__(self) -> Match[PartsT, GameT]:
        return self  # nothing in it ever changes

    def __deepcopy__(self, memo: dict[int, object]) -> Match[PartsT, GameT]:
        return self

    def options_json(self) -> dict[str, object]:
        """All options as plain JSON, including those at their defaults."""
        return as_json(self.options)

    def points(self, kept: float) -> float:
        """Points as players count them, from the integers that scores and tallies store."""
        if not self.package.halves:
            return kept
        whole = int(kept) // 2
        return whole if kept == 2 * whole else kept / 2

    def format_points(self, kept: int) -> str:
        """Points as players write them: 12, or 12½ where a game counts halves."""
        return self.package.format_points(kept)

    def objections(self, view: View, action: int) -> list[RuleObjection]:
        """Why this action (one bit) is refused to the view's seat; empty when it is legal."""
        return self.package.rules().objections(self, view, action)

    def write(self, view: View, action: int) -> str:
        """A legal action of the view's seat in the game's notation."""
        return self.package.words().write(self, view, action)

    def read(self, view: View, text: str) -> int:
        """The action (one bit) that a text denotes, possibly an illegal one; BadNotation if it denotes none."""
        return self.package.words().read(self, view, text)

    def tally(self, view: View) -> list[ScoreLine]:
        """The points so far with their reasons, limited to what the view shows; complete when the game is over."""
        return self.package.rules().tally(self, view)

    def score_columns(self) -> tuple[ScoreColumn, ...]:
        """The columns of a seat's final score table; none where the seats themselves are the columns."""
        return self.package.words().score_columns

    def score_cell(self, line: ScoreLine) -> ScoreCell:
        """The place of a tally line in the final score table."""
        return self.package.words().score_cell(line)

    def recap(self, view: View, number: int, told: Sequence[GameEvent]) -> RoundRecap | None:
        """A summary of a round, from a spectator's view and all events so far; None where the game has none."""
        recap = self.package.words().recap
        return recap(self, view, number, told) if recap else None

    def full_houses(self, view: View) -> list[int]:
        """The seats whose house has no empty place at the end; none in games where that means nothing."""
        is_full = self.package.rules().is_full
        return [seat for seat in range(self.seats) if is_full(self, view, seat)] if is_full is not None else []

    def outcome(self, view: View) -> GameOutcome:
        """The winners and the deciding clause; valid only when the game is over."""
        return self.package.rules().outcome(self, view)

    def events(self, before: View, after: View, seat: int) -> list[GameEvent]:
        """What all could see when `seat` acted: derived from two spectator views, so it cannot reveal more."""
        return self.package.words().events(self, before, after, seat)

    def describe(self, view: View, action: int) -> Phrase:
        """A legal action in words, addressed to the seat that may take it."""
        return self.package.words().describe(self, view, action)

    def reasons(self, view: View, action: int) -> list[Phrase]:
        """What speaks for a legal action; if the game names no reason, that the search preferred it."""
        return self.package.words().reasons(self, view, action) or [Phrase("reason.search")]

    def hint(self, view: View, action: int) -> Phrase:
        """A recommended move with its reasons in one phrase."""
        first, *more = self.reasons(view, action)
        for reason in more:
            first = Phrase("hint.and", {"first": first, "second": reason})
        return Phrase("hint.because", {"what": self.spoken_phrase(view, action), "why": first})

    def spoken_phrase(self, view: View, action: int) -> Phrase:
        """A legal action as a player would say it; `describe` unless the game has other words for it."""
        words = self.package.words()
        return (words.describe_aloud or words.describe)(self, view, action)

    def prompt(self, view: View) -> Phrase:
        """What the view's seat is to do now, or which seats it waits for."""
        return self.package.words().prompt(self, view)

    def progress(self, view: View) -> GameProgress | None:
        """How far the game has come; None where the game does not say."""
        progress = self.package.words().progress
        return progress(self, view) if progress else None

    def sketch(self, view: View, say: Say, columns: int = 80, low: bool = False) -> list[TextRow]:
        """The view as rows of text; `low` asks for a version short enough for a small terminal with a prompt."""
        sketches = self.package.sketches()
        return ((low and sketches.low) or sketches.sketch)(self, view, say, columns)


@dataclass(frozen=True)
class GamePackage(Generic[PartsT, GameT]):
    """Everything a game hands over: names, limits, options, how its rules are built, and loaders of the rest.

    A loader imports modules of the game when it is first called (kernel/contract.py); each is decorated by `cache`.
    """

    name: str
    python_package: str
    prefix: str  # of its clause ids, such as TH
    rules_version: int
    least_seats: int
    most_seats: int
    schema: OptionSchema
    check: Callable[[int, ChosenOptions], Phrase | None]  # an invalid combination of seats and options
    read_parts: Callable[[Components], PartsT]
    make: Callable[[int, ChosenOptions, PartsT], GameT]  # seats, options, parts
    rules: Callable[[], GameRules[Match[PartsT, GameT]]]
    words: Callable[[], GameWords[Match[PartsT, GameT]]]
    sketches: Callable[[], GameSketches[Match[PartsT, GameT]]]
    page: Callable[[], GamePage[Match[PartsT, GameT]] | None] = no_part
    artwork: Callable[[], GameArtwork | None] = no_part
    component_stats: Callable[[], ComponentStats[Match[PartsT, GameT]] | None] = no_part
    features: Callable[[], GameFeatures | None] = no_part
    solver: Callable[[], GameSolver[Match[PartsT, GameT]] | None] = no_part
    entering: Callable[[], GameEntering[Match[PartsT, GameT]] | None] = no_part
    entry_board: Callable[[], GameEntryBoard[Match[PartsT, GameT]] | None] = no_part
    box_form: Callable[[], GameBoxForm | None] = no_part
    goals: Callable[[], Mapping[str, Goal]] = no_goals  # of its lessons' tasks
    facts: Mapping[str, object] = field(default_factory=dict)  # playing time, age: for the home page
    halves: bool = False  # scores and tally points are stored doubled, because the game counts half points
    _parts: dict[str, PartsT] = field(default_factory=dict, init=False, repr=False, compare=False)  # by component set

    def __repr__(self) -> str:
        return f"<GamePackage {self.name}>"

    def format_points(self, kept: int) -> str:
        """Points as players write them, from the stored integer."""
        return format_halves(kept) if self.halves else str(kept)

    @property
    def words_package(self) -> str:
        """The Python package that holds the game's texts."""
        return f"{self.python_package}.words"

    @property
    def default_seats(self) -> int:
        """The number of seats where none is asked for: two, if the game can be played by two."""
        return min(max(2, self.least_seats), self.most_seats)

    def read_resource(self, name: str) -> str:
        return files(self.python_package).joinpath(name).read_text(encoding="utf-8")

    def match(
        self, seats: int, given: Mapping[str, object] | None = None, components: Components | Path | None = None
    ) -> Match[PartsT, GameT]:
        """The game with these seats and options; BadOption says what would be valid."""
        if not self.least_seats <= seats <= self.most_seats:
            key = "error.seats" if self.least_seats < self.most_seats else "error.seats_exactly"
            raise BadOption(Phrase(key, {"seats": seats, "least": self.least_seats, "most": self.most_seats}))
        options = self.schema.read(given or {})
        wrong = self.check(seats, options)
        if wrong is not None:
            raise BadOption(wrong)
        if components is None:
            components = built_in_components(self)
        elif isinstance(components, Path):
            components = read_components(components)
        parts = self.parts(components)
        return Match(self, seats, options, components, parts, self.make(seats, options, parts))

    def parts(self, components: Components | None = None) -> PartsT:
        """The game's typed parts, of its own components or of others; built and checked once for every set."""
        if components is None:
            components = built_in_components(self)
        key = components.hash()
        if key not in self._parts:
            if len(self._parts) >= MOST_PARTS:
                self._parts.clear()
            components.check_meta(self.name)
            self._parts[key] = self.read_parts(components)
        return self._parts[key]


@lru_cache(maxsize=64)
def _built_in(package: str, name: str) -> Components:
    return Components(files(package).joinpath("components.toml").read_text(encoding="utf-8"), f"{name}/components.toml")


def built_in_components(package: GamePackage) -> Components:
    """The component set that ships with the game."""
    return _built_in(package.python_package, package.name)


@dataclass(frozen=True)
class LessonAttempt(Generic[MatchT]):
    """A learner's progress on a task; both views are the learner's, so no goal can reveal hidden information."""

    match: MatchT
    before: View  # when the task began
    view: View  # now
    played: tuple[str, ...] = ()  # the learner's moves in between, in notation
