"""GamePackage, the metadata of a game with lazy access to its modules, and Match, a game with its options chosen."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from domik.kernel.components import Components, read_components
from domik.kernel.errors import BadOption
from domik.kernel.options import ChosenOptions, OptionSchema, as_json
from domik.kernel.phrase import Phrase
from domik.kernel.summaries import ScoreCell, ScoreColumn
from domik.kernel.tally import format_halves

if TYPE_CHECKING:
    from domik.kernel.game import Game
    from domik.kernel.sketch import Say, TextRow
    from domik.kernel.state import View
    from domik.kernel.summaries import GameProgress, RoundRecap
    from domik.kernel.tally import GameEvent, GameOutcome, RuleObjection, ScoreLine


@dataclass(frozen=True)
class Match:
    """One game ready to be played: its package, seats, options, components, and the rules built from them."""

    package: GamePackage
    seats: int
    options: ChosenOptions
    components: Components
    parts: Any
    game: Game

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
        found: list[RuleObjection] = self.package.module("rules.objections").objections(self, view, action)
        return found

    def write(self, view: View, action: int) -> str:
        """A legal action of the view's seat in the game's notation."""
        text: str = self.package.module("words.notation").write(self, view, action)
        return text

    def read(self, view: View, text: str) -> int:
        """The action (one bit) that a text denotes, possibly an illegal one; BadNotation if it denotes none."""
        action: int = self.package.module("words.notation").read(self, view, text)
        return action

    def tally(self, view: View) -> list[ScoreLine]:
        """The points so far with their reasons, limited to what the view shows; complete when the game is over."""
        lines: list[ScoreLine] = self.package.module("rules.scoring").tally(self, view)
        return lines

    def score_columns(self) -> tuple[ScoreColumn, ...]:
        """The columns of a seat's final score table; none where the seats themselves are the columns."""
        columns: tuple[ScoreColumn, ...] = (
            getattr(self.package.module("words.summary"), "SCORE_COLUMNS", ())
            if self.package.has_module("words.summary")
            else ()
        )
        return columns

    def score_cell(self, line: ScoreLine) -> ScoreCell:
        """The place of a tally line in the final score table."""
        if not self.package.has_module("words.summary"):
            return ScoreCell(line.reason)
        score_cell = getattr(self.package.module("words.summary"), "score_cell", None)
        found: ScoreCell = score_cell(line) if score_cell is not None else ScoreCell(line.reason)
        return found

    def recap(self, view: View, number: int, told: Sequence[GameEvent]) -> RoundRecap | None:
        """A summary of a round, from a spectator's view and all events so far; None where the game has none."""
        if not self.package.has_module("words.recap"):
            return None
        found: RoundRecap | None = self.package.module("words.recap").recap(self, view, number, told)
        return found

    def outcome(self, view: View) -> GameOutcome:
        """The winners and the deciding clause; valid only when the game is over."""
        found: GameOutcome = self.package.module("rules.scoring").outcome(self, view)
        return found

    def events(self, before: View, after: View, seat: int) -> list[GameEvent]:
        """What all could see when `seat` acted: derived from two spectator views, so it cannot reveal more."""
        found: list[GameEvent] = self.package.module("words.events").tell(self, before, after, seat)
        return found

    def describe(self, view: View, action: int) -> Phrase:
        """A legal action in words, addressed to the seat that may take it."""
        phrase: Phrase = self.package.module("words.prompts").describe(self, view, action)
        return phrase

    def reasons(self, view: View, action: int) -> list[Phrase]:
        """What speaks for a legal action; if the game names no reason, that the search preferred it."""
        found: list[Phrase] = []
        if self.package.has_module("mind.reasons"):
            found = self.package.module("mind.reasons").reasons(self, view, action)
        return found or [Phrase("reason.search")]

    def hint(self, view: View, action: int) -> Phrase:
        """A recommended move with its reasons in one phrase."""
        first, *more = self.reasons(view, action)
        for reason in more:
            first = Phrase("hint.and", {"first": first, "second": reason})
        return Phrase("hint.because", {"what": self.spoken_phrase(view, action), "why": first})

    def spoken_phrase(self, view: View, action: int) -> Phrase:
        """A legal action as a player would say it; `describe` unless the game has other words for it."""
        say = getattr(self.package.module("words.prompts"), "describe_aloud", None)
        found: Phrase = say(self, view, action) if say else self.describe(view, action)
        return found

    def prompt(self, view: View) -> Phrase:
        """What the view's seat is to do now, or which seats it waits for."""
        phrase: Phrase = self.package.module("words.prompts").prompt(self, view)
        return phrase

    def progress(self, view: View) -> GameProgress | None:
        """How far the game has come; None where the game does not say."""
        if not self.package.has_module("words.summary"):
            return None
        progress = getattr(self.package.module("words.summary"), "progress", None)
        found: GameProgress | None = progress(self, view) if progress is not None else None
        return found

    def sketch(self, view: View, say: Say, columns: int = 80, low: bool = False) -> list[TextRow]:
        """The view as rows of text; `low` asks for a version short enough for a small terminal with a prompt."""
        low = low and self.package.has_module("words.sketch_low")
        module = self.package.module("words.sketch_low" if low else "words.sketch")
        rows: list[TextRow] = module.sketch(self, view, say, columns)
        return rows


@dataclass(frozen=True)
class GamePackage:
    """Everything known about a game before it is played: names, limits, options, and factories for its rules."""

    name: str
    python_package: str
    prefix: str  # of its clause ids, such as TH
    rules_version: int
    least_seats: int
    most_seats: int
    schema: OptionSchema
    check: Callable[[int, ChosenOptions], Phrase | None]  # an invalid combination of seats and options
    make: Callable[[int, ChosenOptions, Any], Game]  # seats, options, parts
    read_parts: Callable[[Components], Any]
    facts: Mapping[str, object] = field(default_factory=dict)  # playing time, age: for the home page
    halves: bool = False  # scores and tally points are stored doubled, because the game counts half points

    def format_points(self, kept: int) -> str:
        """Points as players write them, from the stored integer."""
        return format_halves(kept) if self.halves else str(kept)

    @property
    def words_package(self) -> str:
        """The Python package that holds the game's texts."""
        return f"{self.python_package}.words"

    def module(self, name: str) -> ModuleType:
        """A module of the game by its dotted name, such as "rules.scoring"; imported on first use."""
        return _module(self.python_package, name)

    def has_module(self, name: str) -> bool:
        """Whether the game has this module; some, such as "page.artwork", are optional."""
        return _has(self.python_package, name)

    def read_resource(self, name: str) -> str:
        return files(self.python_package).joinpath(name).read_text(encoding="utf-8")

    def match(
        self, seats: int, given: Mapping[str, object] | None = None, components: Components | Path | None = None
    ) -> Match:
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
        parts = parts_of(self, components)
        return Match(self, seats, options, components, parts, self.make(seats, options, parts))


@lru_cache(maxsize=1024)
def _module(package: str, name: str) -> ModuleType:
    return importlib.import_module(f"{package}.{name}")


@lru_cache(maxsize=1024)
def _has(package: str, name: str) -> bool:
    room, _, module = f"{package}.{name}".rpartition(".")
    return find_spec(room) is not None and find_spec(f"{room}.{module}") is not None


@lru_cache(maxsize=64)
def _built_in(package: str, name: str) -> Components:
    return Components(files(package).joinpath("components.toml").read_text(encoding="utf-8"), f"{name}/components.toml")


def built_in_components(package: GamePackage) -> Components:
    """The component set that ships with the game."""
    return _built_in(package.python_package, package.name)


_PARTS: dict[tuple[str, str], Any] = {}
MOST_PARTS = 64  # component sets in the cache


def parts_of(package: GamePackage, components: Components) -> Any:
    """The game's typed parts, built and checked once for every component set."""
    key = (package.name, components.hash())
    if key not in _PARTS:
        if len(_PARTS) >= MOST_PARTS:
            _PARTS.clear()
        components.check_meta(package.name)
        _PARTS[key] = package.read_parts(components)
    return _PARTS[key]


@dataclass(frozen=True)
class LessonAttempt:
    """A learner's progress on a task; both views are the learner's, so no goal can reveal hidden information."""

    match: Match
    before: View  # when the task began
    view: View  # now
    played: tuple[str, ...] = ()  # the learner's moves in between, in notation
