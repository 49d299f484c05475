"""The game under test with its hooks, random games, and everything that a view shows."""

from __future__ import annotations

import itertools
import os
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from domik.kernel.drawing import Drawing, PlayerInfo, ScreenForm
from domik.kernel.luck import luck_of
from domik.kernel.options import Choice, Flag
from domik.kernel.package import GamePackage, Match
from domik.kernel.record import GameRecord, RecordedMove, number_of
from domik.kernel.sketch import plain_text
from domik.kernel.state import State, View, new_state
from domik.language import words_for
from domik.web.pen import pen_for

QUICK = os.environ.get("DOMIK_QUICK") == "1"


def seats_of(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def actions_of(mask: int) -> list[int]:
    """The actions of a mask, one bit each."""
    return [1 << number for number in range(mask.bit_length()) if mask >> number & 1]


def random_steps(match: Match, seed: object) -> Iterator[tuple[State, int, int]]:
    """Play a random game; yields before each step the state, an awaited seat and its action.

    The yielded state is changed in place.
    """
    state = new_state(match.game, luck_of(f"deal {seed}"))
    rng = random.Random(f"steps {seed}")
    while not state.is_over():
        seat = rng.choice(seats_of(int(state.awaited_seats())))
        action = rng.choice(actions_of(int(state.legal(seat))))
        yield state, seat, action
        state.play(seat, action)


def random_record(match: Match, seed: object) -> GameRecord:
    deal = [int(number) for number in match.game.deal(luck_of(f"deal {seed}"))]
    moves = [RecordedMove(seat, number_of(action)) for _, seat, action in random_steps(match, seed)]
    return GameRecord(match, deal, [f"player {seat}" for seat in range(match.seats)], moves)


def match_label(match: Match) -> str:
    """A match as text for assertion messages."""
    return f"{match.package.name}, {match.seats} seats, {match.package.schema.non_defaults(match.options)}"


PLAYERS = (
    PlayerInfo("Mila"),
    PlayerInfo("Ola", "bird", is_bot=True),
    PlayerInfo("Марк", "rabbit"),
    PlayerInfo("Agnieszka", "turtle", is_present=False),
)


def draw_view(
    match: Match, view: View, language: str = "en", form: ScreenForm = "desk", players: Sequence[PlayerInfo] = PLAYERS
) -> Drawing:
    """The browser's drawing of a view, with its fragments merged."""
    pen = pen_for(language, form, match.package.words_package)
    page = match.package.page()
    assert page is not None, f"{match.package.name} has no drawing"
    return page.draw(match, view, pen, list(players[: match.seats])).flatten()


def everything_visible(match: Match, view: View, with_drawing: bool = True) -> dict[str, Any]:
    """All that a view gives away: numbers, moves, texts, advice, refusals, and the drawing if the game has one."""
    say = words_for("en", (match.package.words_package,))
    legal = int(view.legal())
    shown: dict[str, Any] = {
        "numbers": list(view.numbers),
        "legal": legal,
        "sketch": plain_text(match.sketch(view, say)),
        "low sketch": plain_text(match.sketch(view, say, low=True)),
        "prompt": say(match.prompt(view)),
        "moves": [match.write(view, action) for action in actions_of(legal)],
        "words": [say(match.describe(view, action)) for action in actions_of(legal)],
        "hints": [say(match.hint(view, action)) for action in actions_of(legal)],
        "tally": match.tally(view),
        "scores": [int(view.score(seat)) for seat in range(match.seats)],
        "advice": [view.score_move(action) for action in actions_of(legal)],
        "objections": [
            [(found.clause, found.where, say(found.reason)) for found in match.objections(view, 1 << number)]
            for number in range(0, 63, 7)
        ],
    }
    if with_drawing and match.package.page() is not None:
        shown["drawing"] = draw_view(match, view)
    return shown


Options = dict[str, object]


class Subject:
    """A game package with its hooks: an object with `twin_deal`, `inventory` and `conserved`.

    Optional hooks: `option_sets(seats)` to limit the tested combinations, and `FAMILIES` of options in which fast and
    slow rules are compared at full length. `tests` is the folder whose tests name the clauses.
    """

    def __init__(self, package: GamePackage, hooks: Any, tests: Path | None = None) -> None:
        self.title = package
        self.hooks = hooks
        self.tests = Path(hooks.__file__).parent if tests is None else tests

    @property
    def name(self) -> str:
        return self.title.name

    def option_sets(self, seats: int) -> list[Options]:
        """Every combination of choices and flags, or those of the hooks; some may be illegal."""
        own = getattr(self.hooks, "option_sets", None)
        if own is not None:
            named: list[Options] = own(seats)
            return named
        names: list[str] = []
        values: list[list[object]] = []
        for option in self.title.schema.options:
            if isinstance(option, Choice):
                names.append(option.name)
                values.append(list(option.values))
            elif isinstance(option, Flag):
                names.append(option.name)
                values.append([False, True])
        return [dict(zip(names, chosen, strict=True)) for chosen in itertools.product(*values)]

    def legal_sets(self) -> list[tuple[int, Options]]:
        """Every number of seats with every legal set of options."""
        title = self.title
        return [
            (seats, options)
            for seats in range(title.least_seats, title.most_seats + 1)
            for options in self.option_sets(seats)
            if title.check(seats, title.schema.read(options)) is None
        ]

    def matches(self) -> list[Match]:
        """A match for every legal set of options."""
        return [self.title.match(seats, options) for seats, options in self.legal_sets()]

    def sample_matches(self, most: int, seed: int = 0) -> list[Match]:
        """At most `most` matches, always the same for a seed, the first and the last included."""
        sets = self.legal_sets()
        if len(sets) > most:
            chosen = random.Random(seed).sample(sets[1:-1], max(0, most - 2))
            sets = [sets[0], *chosen, sets[-1]]
        return [self.title.match(seats, options) for seats, options in sets]

    def covering_matches(self) -> list[Match]:
        """Few matches that together use every number of seats and every value of every option (greedy set cover)."""
        settings = [option.name for option in self.title.schema.options if isinstance(option, Choice | Flag)]

        def settings_of(match: Match) -> set[tuple[str, object]]:
            return {("seats", match.seats), *((name, match.options[name]) for name in settings)}

        left = self.matches()
        wanted = set().union(*map(settings_of, left))
        found = []
        while wanted:
            found.append(max(left, key=lambda match: len(settings_of(match) & wanted)))
            wanted -= settings_of(found[-1])
        return found

    def option_families(self) -> dict[str, Options]:
        """Families of options compared at full length, such as the two editions of Treehouse."""
        found: dict[str, Options] = getattr(self.hooks, "FAMILIES", {"all": {}})
        return found

    def clauses(self, language: str = "en") -> list[str]:
        """The clause ids of the rules text."""
        file = "RULES.md" if language == "en" else f"RULES.{language}.md"
        return re.findall(rf"^- ({self.title.prefix}-X?\d+)\b", self.title.read_resource(file), re.M)
