"""A title: everything Domik knows about one game before anybody plays it, its parts loaded only when wanted."""

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
    """One game as it is to be played: the title, its seats and options, its components, and the rules made of them."""

    package: GamePackage
    seats: int
    options: ChosenOptions
    components: Components
    parts: Any
    game: Game

    def options_json(self) -> dict[str, object]:
        """The options as plain JSON, every one of them named."""
        return as_json(self.options)

    def points(self, kept: float) -> float:
        """Points as people count them, from the whole numbers that scores and tallies keep."""
        if not self.package.halves:
            return kept
        whole = int(kept) // 2
        return whole if kept == 2 * whole else kept / 2

    def format_points(self, kept: int) -> str:
        """Points as people write them: 12, or 12½ where a game counts halves."""
        return self.package.format_points(kept)

    def objections(self, view: View, action: int) -> list[RuleObjection]:
        """Why this action (one bit) is refused to the view's seat; empty when it is legal."""
        found: list[RuleObjection] = self.package.module("rules.objections").objections(self, view, action)
        return found

    def write(self, view: View, action: int) -> str:
        """A legal action of the view's seat as a short text."""
        text: str = self.package.module("words.notation").write(self, view, action)
        return text

    def read(self, view: View, text: str) -> int:
        """The action (one bit) that a text means; BadNotation when it means none. It may still be illegal."""
        action: int = self.package.module("words.notation").read(self, view, text)
        return action

    def tally(self, view: View) -> list[ScoreLine]:
        """Points so far with their reasons, as far as the view may know them; complete when the game is over."""
        lines: list[ScoreLine] = self.package.module("rules.scoring").tally(self, view)
        return lines

    def score_columns(self) -> tuple[ScoreColumn, ...]:
        """The columns of a seat's points at the end; none where the seats themselves are the columns."""
        columns: tuple[ScoreColumn, ...] = (
            getattr(self.package.module("words.summary"), "SCORE_COLUMNS", ())
            if self.package.has_module("words.summary")
            else ()
        )
        return columns

    def score_cell(self, line: ScoreLine) -> ScoreCell:
        """Where a line of the tally stands among the points at the end."""
        if not self.package.has_module("words.summary"):
            return ScoreCell(line.reason)
        score_cell = getattr(self.package.module("words.summary"), "score_cell", None)
        found: ScoreCell = score_cell(line) if score_cell is not None else ScoreCell(line.reason)
        return found

    def recap(self, view: View, number: int, told: Sequence[GameEvent]) -> RoundRecap | None:
        """What a round brought, from an onlooker's view and all that was told; None where there is nothing to say."""
        if not self.package.has_module("words.recap"):
            return None
        found: RoundRecap | None = self.package.module("words.recap").recap(self, view, number, told)
        return found

    def outcome(self, view: View) -> GameOutcome:
        """Who won and why; only when the game is over."""
        found: GameOutcome = self.package.module("rules.scoring").outcome(self, view)
        return found

    def events(self, before: View, after: View, seat: int) -> list[GameEvent]:
        """What everybody saw happen when `seat` acted: from two onlookers' views, so that it cannot say more."""
        found: list[GameEvent] = self.package.module("words.events").tell(self, before, after, seat)
        return found

    def describe(self, view: View, action: int) -> Phrase:
        """A legal action in words, for the seat that may take it."""
        phrase: Phrase = self.package.module("words.prompts").describe(self, view, action)
        return phrase

    def reasons(self, view: View, action: int) -> list[Phrase]:
        """What speaks for a legal action, for the seat that may take it; at least that a search liked it."""
        found: list[Phrase] = []
        if self.package.has_module("mind.reasons"):
            found = self.package.module("mind.reasons").reasons(self, view, action)
        return found or [Phrase("reason.search")]

    def hint(self, view: View, action: int) -> Phrase:
        """A move that a bot recommends, with its reasons."""
        first, *more = self.reasons(view, action)
        for reason in more:
            first = Phrase("hint.and", {"first": first, "second": reason})
        return Phrase("hint.because", {"what": self.spoken_phrase(view, action), "why": first})

    def spoken_phrase(self, view: View, action: int) -> Phrase:
        """A legal action as one says it beside the board; where a game has no other words for it, as described."""
        say = getattr(self.package.module("words.prompts"), "describe_aloud", None)
        found: Phrase = say(self, view, action) if say else self.describe(view, action)
        return found

    def prompt(self, view: View) -> Phrase:
        """What the view's seat is to do now, or whom it waits for."""
        phrase: Phrase = self.package.module("words.prompts").prompt(self, view)
        return phrase

    def progress(self, view: View) -> GameProgress | None:
        """How far the game has come; None where it cannot say."""
        if not self.package.has_module("words.summary"):
            return None
        progress = getattr(self.package.module("words.summary"), "progress", None)
        found: GameProgress | None = progress(self, view) if progress is not None else None
        return found

    def sketch(self, view: View, say: Say, columns: int = 80, low: bool = False) -> list[TextRow]:
        """The view drawn in letters; low, in so few lines that a small terminal has room for the question as well."""
        low = low and self.package.has_module("words.sketch_low")
        module = self.package.module("words.sketch_low" if low else "words.sketch")
        rows: list[TextRow] = module.sketch(self, view, say, columns)
        return rows


@dataclass(frozen=True)
class GamePackage:
    """A game of the registry."""

    name: str
    python_package: str
    prefix: str  # of its clause ids
    rules_version: int
    least_seats: int
    most_seats: int
    schema: OptionSchema
    check: Callable[[int, ChosenOptions], Phrase | None]  # what is wrong with these seats and options together
    make: Callable[[int, ChosenOptions, Any], Game]  # seats, options, parts
    read_parts: Callable[[Components], Any]
    facts: Mapping[str, object] = field(default_factory=dict)  # minutes, age: for the home page
    halves: bool = False  # scores and tally points are kept doubled, because the game counts half points

    def format_points(self, kept: int) -> str:
        """Points as people write them, from the whole number that is kept."""
        return format_halves(kept) if self.halves else str(kept)

    @property
    def words_package(self) -> str:
        """The room with the game's texts, where a reader of phrases finds them."""
        return f"{self.python_package}.words"

    def module(self, name: str) -> ModuleType:
        """One module of the game by room and name, such as "rules.scoring", imported when first asked for."""
        return _module(self.python_package, name)

    def has_module(self, name: str) -> bool:
        """Whether the game has this module: some, such as "page.artwork", it may do without."""
        return _has(self.python_package, name)

    def read_resource(self, name: str) -> str:
        """The text of a file in the game's folder."""
        return files(self.python_package).joinpath(name).read_text(encoding="utf-8")

    def match(
        self, seats: int, given: Mapping[str, object] | None = None, components: Components | Path | None = None
    ) -> Match:
        """The game with these seats and options, or BadOption that says what would be right."""
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


def built_in_components(title: GamePackage) -> Components:
    """The component set that Domik ships."""
    return _built_in(title.python_package, title.name)


_PARTS: dict[tuple[str, str], Any] = {}
MOST_PARTS = 64  # component sets whose parts are kept


def parts_of(title: GamePackage, components: Components) -> Any:
    """The game's typed parts, made and checked once for every component set."""
    key = (title.name, components.hash())
    if key not in _PARTS:
        if len(_PARTS) >= MOST_PARTS:
            _PARTS.clear()
        components.check_meta(title.name)
        _PARTS[key] = title.read_parts(components)
    return _PARTS[key]


@dataclass(frozen=True)
class LessonAttempt:
    """Both views are the learner's own, so that no goal can give away what the learner may not know."""

    match: Match
    before: View  # when the task began
    view: View  # now
    played: tuple[str, ...] = ()  # the learner's moves in between, as they are written
