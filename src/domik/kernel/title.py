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
from domik.kernel.ledger import Column, Spot
from domik.kernel.options import Chosen, Schema, as_json
from domik.kernel.phrase import Phrase
from domik.kernel.tally import half

if TYPE_CHECKING:
    from domik.kernel.game import Game
    from domik.kernel.recap import Recap
    from domik.kernel.sketch import Row, Say
    from domik.kernel.stage import Stage
    from domik.kernel.state import View
    from domik.kernel.tally import Event, Line, Objection, Outcome


@dataclass(frozen=True)
class Match:
    """One game as it is to be played: the title, its seats and options, its components, and the rules made of them."""

    title: Title
    seats: int
    options: Chosen
    components: Components
    parts: Any
    game: Game

    def options_json(self) -> dict[str, object]:
        """The options as plain JSON, every one of them named."""
        return as_json(self.options)

    def points(self, kept: float) -> float:
        """Points as people count them, from the whole numbers that scores and tallies keep."""
        if not self.title.halves:
            return kept
        whole = int(kept) // 2
        return whole if kept == 2 * whole else kept / 2

    def written(self, kept: int) -> str:
        """Points as people write them: 12, or 12½ where a game counts halves."""
        return self.title.written(kept)

    def objections(self, view: View, action: int) -> list[Objection]:
        """Why this action (one bit) is refused to the view's seat; empty when it is legal."""
        found: list[Objection] = self.title.module("rules.objections").objections(self, view, action)
        return found

    def write(self, view: View, action: int) -> str:
        """A legal action of the view's seat as a short text."""
        text: str = self.title.module("words.notation").write(self, view, action)
        return text

    def read(self, view: View, text: str) -> int:
        """The action (one bit) that a text means; BadNotation when it means none. It may still be illegal."""
        action: int = self.title.module("words.notation").read(self, view, text)
        return action

    def tally(self, view: View) -> list[Line]:
        """Points so far with their reasons, as far as the view may know them; complete when the game is over."""
        lines: list[Line] = self.title.module("rules.scoring").tally(self, view)
        return lines

    def ledger(self) -> tuple[Column, ...]:
        """The columns of a seat's points at the end; none where the seats themselves are the columns."""
        columns: tuple[Column, ...] = (
            self.title.module("words.ledger").COLUMNS if self.title.has("words.ledger") else ()
        )
        return columns

    def spot(self, line: Line) -> Spot:
        """Where a line of the tally stands among the points at the end."""
        if not self.title.has("words.ledger"):
            return Spot(line.reason)
        found: Spot = self.title.module("words.ledger").spot(line)
        return found

    def recap(self, view: View, number: int, told: Sequence[Event]) -> Recap | None:
        """What a round brought, from an onlooker's view and all that was told; None where there is nothing to say."""
        if not self.title.has("words.recap"):
            return None
        found: Recap | None = self.title.module("words.recap").recap(self, view, number, told)
        return found

    def outcome(self, view: View) -> Outcome:
        """Who won and why; only when the game is over."""
        found: Outcome = self.title.module("rules.scoring").outcome(self, view)
        return found

    def tell(self, before: View, after: View, seat: int) -> list[Event]:
        """What everybody saw happen when `seat` acted: from two onlookers' views, so that it cannot say more."""
        found: list[Event] = self.title.module("words.events").tell(self, before, after, seat)
        return found

    def describe(self, view: View, action: int) -> Phrase:
        """A legal action in words, for the seat that may take it."""
        phrase: Phrase = self.title.module("words.telling").describe(self, view, action)
        return phrase

    def reasons(self, view: View, action: int) -> list[Phrase]:
        """What speaks for a legal action, for the seat that may take it; at least that a search liked it."""
        found: list[Phrase] = []
        if self.title.has("mind.reasons"):
            found = self.title.module("mind.reasons").reasons(self, view, action)
        return found or [Phrase("reason.search")]

    def hint(self, view: View, action: int) -> Phrase:
        """A move that a bot recommends, with its reasons."""
        first, *more = self.reasons(view, action)
        for reason in more:
            first = Phrase("hint.and", {"first": first, "second": reason})
        return Phrase("hint.because", {"what": self.spoken(view, action), "why": first})

    def spoken(self, view: View, action: int) -> Phrase:
        """A legal action as one says it beside the board; where a game has no other words for it, as described."""
        say = getattr(self.title.module("words.telling"), "spoken", None)
        found: Phrase = say(self, view, action) if say else self.describe(view, action)
        return found

    def prompt(self, view: View) -> Phrase:
        """What the view's seat is to do now, or whom it waits for."""
        phrase: Phrase = self.title.module("words.telling").prompt(self, view)
        return phrase

    def stage(self, view: View) -> Stage | None:
        """How far the game has come; None where it cannot say."""
        found: Stage | None = None
        if self.title.has("words.stage"):
            found = self.title.module("words.stage").stage(self, view)
        return found

    def sketch(self, view: View, say: Say, columns: int = 80, low: bool = False) -> list[Row]:
        """The view drawn in letters; low, in so few lines that a small terminal has room for the question as well."""
        low = low and self.title.has("words.sketch_low")
        module = self.title.module("words.sketch_low" if low else "words.sketch")
        rows: list[Row] = module.sketch(self, view, say, columns)
        return rows


@dataclass(frozen=True)
class Title:
    """A game of the registry."""

    name: str
    package: str
    prefix: str  # of its clause ids
    rules_version: int
    least_seats: int
    most_seats: int
    schema: Schema
    check: Callable[[int, Chosen], Phrase | None]  # what is wrong with these seats and options together
    make: Callable[[int, Chosen, Any], Game]  # seats, options, parts
    read_parts: Callable[[Components], Any]
    facts: Mapping[str, object] = field(default_factory=dict)  # minutes, age: for the home page
    halves: bool = False  # scores and tally points are kept doubled, because the game counts half points

    def written(self, kept: int) -> str:
        """Points as people write them, from the whole number that is kept."""
        return half(kept) if self.halves else str(kept)

    @property
    def words(self) -> str:
        """The room with the game's texts, where a reader of phrases finds them."""
        return f"{self.package}.words"

    def module(self, name: str) -> ModuleType:
        """One module of the game by room and name, such as "rules.scoring", imported when first asked for."""
        return _module(self.package, name)

    def has(self, name: str) -> bool:
        """Whether the game has this module: some, such as "page.scene", it may do without."""
        return _has(self.package, name)

    def resource(self, name: str) -> str:
        """The text of a file in the game's folder."""
        return files(self.package).joinpath(name).read_text(encoding="utf-8")

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
            components = built_in(self)
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


def built_in(title: Title) -> Components:
    """The component set that Domik ships."""
    return _built_in(title.package, title.name)


_PARTS: dict[tuple[str, str], Any] = {}
MOST_PARTS = 64  # component sets whose parts are kept


def parts_of(title: Title, components: Components) -> Any:
    """The game's typed parts, made and checked once for every component set."""
    key = (title.name, components.hash())
    if key not in _PARTS:
        if len(_PARTS) >= MOST_PARTS:
            _PARTS.clear()
        components.check_meta(title.name)
        _PARTS[key] = title.read_parts(components)
    return _PARTS[key]
