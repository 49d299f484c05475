"""`domik.position`: what lies on a real table, from a text or entry by entry; it is counted by the engine's rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from domik.games import game_package
from domik.kernel.components import read_components
from domik.kernel.entering import TABLE, PositionObjection
from domik.language import words_for
from domik.positions.position import Position, new_position, read_position
from domik.public.errors import english_errors
from domik.public.result import Result, Tally
from domik.public.start import variant_options

LANGUAGES = ("en", "ru", "pl")


class TablePosition:
    """A position entered from a real table. Seats are counted from 0, and -1 is the table itself."""

    def __init__(self, position: Position) -> None:
        self.kernel_position = position

    def put(self, seat: int, **entries: str | int) -> TablePosition:
        """Set entries whose places are plain words: `put(0, before=18, task=2)`; `enter` takes any."""
        return self.enter(seat, entries)

    def enter(self, seat: int, entries: Mapping[str, str | int]) -> TablePosition:
        """A new position with these entries: `enter(0, {"2.1": "r", "2.2": "y"})`. Errors say what would be right."""
        found = self.kernel_position
        if not TABLE <= seat < found.match.seats:
            raise ValueError(f"there is no seat {seat}")
        with english_errors(found.match.package.words_package):
            for key, value in entries.items():
                found = found.put(seat, str(key), str(value))
        return TablePosition(found)

    def allow(self, objection: PositionObjection) -> TablePosition:
        """Count in spite of an objection: a house rule."""
        return TablePosition(self.kernel_position.allow(objection.key))

    @property
    def objections(self) -> list[PositionObjection]:
        """What cannot be so and is not counted anyway, each with its clause."""
        return self.kernel_position.open_objections()

    @property
    def house_rules(self) -> list[PositionObjection]:
        return self.kernel_position.house_rules()

    @property
    def tally(self) -> Tally:
        """The points by clause."""
        return Tally(self.kernel_position.match, list(self.kernel_position.count().lines))

    @property
    def scores(self) -> tuple[float, ...]:
        found = self.kernel_position
        return tuple(found.match.points(score) for score in found.count().scores)

    @property
    def result(self) -> Result | None:
        """Who won and why; None while the game goes on."""
        found = self.kernel_position
        outcome = found.count().outcome
        if outcome is None:
            return None
        package = found.match.package.words_package
        texts = {language: words_for(language, (package,))(outcome.reason) for language in LANGUAGES}
        return Result(found.match, outcome.winners, outcome.clause, self.scores, texts)

    def is_allowed(self, seat: int, place: str, what: str) -> bool:
        """Whether the rules allow a seat this move now: `is_allowed(0, "4.2", "g")`."""
        with english_errors(self.kernel_position.match.package.words_package):
            return not self.kernel_position.why_not(seat, place, what)

    @property
    def text(self) -> str:
        """The position as text, which `domik.position` reads."""
        return self.kernel_position.text()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<TablePosition of {self.kernel_position.match.package.name}: {self.scores}>"


def position(
    source: str | Path,
    seats: int = 0,
    *,
    edition: str | None = None,
    variants: Sequence[str] = (),
    components: str | Path | None = None,
    **options: object,
) -> TablePosition:
    """A position from its text or file; or, with the name of a game and its seats, one with nothing entered yet."""
    own = None if components is None else read_components(Path(components))
    if seats and isinstance(source, str):
        with english_errors():
            title = game_package(source)
        with english_errors(title.words_package):
            given = {**options, **variant_options(title, variants)}
            if edition is not None:
                given["edition"] = edition
            return TablePosition(new_position(title.match(seats, given, own)))
    with english_errors():
        is_text = isinstance(source, str) and "\n" in source
        return TablePosition(read_position(str(source) if is_text else Path(source).read_text("utf-8"), components=own))
