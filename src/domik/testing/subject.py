"""The game under test: its title, and what only its own tests can know."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path
from typing import Any

from domik.kernel.options import Choice, Flag
from domik.kernel.title import Match, Title

Options = dict[str, object]


class Subject:
    """A title with its hooks: a module or anything else that has `twin_deal`, `inventory` and `conserved`.

    Optional hooks: `option_sets(seats)` where not every combination is worth testing, `FAMILIES` of options in which
    both readings of the rules are compared at full length. `tests` is the folder whose tests name the clauses.
    """

    def __init__(self, title: Title, hooks: Any, tests: Path | None = None) -> None:
        self.title = title
        self.hooks = hooks
        self.tests = Path(hooks.__file__).parent if tests is None else tests

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.title.name

    def option_sets(self, seats: int) -> list[Options]:
        """Every combination of choices and flags, or those that the hooks name; not all of them may be legal."""
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
        """Every way to play the game."""
        return [self.title.match(seats, options) for seats, options in self.legal_sets()]

    def sampled(self, most: int, seed: int = 0) -> list[Match]:
        """So many ways to play, always the same ones, the first and the last among them."""
        sets = self.legal_sets()
        if len(sets) > most:
            chosen = random.Random(seed).sample(sets[1:-1], max(0, most - 2))
            sets = [sets[0], *chosen, sets[-1]]
        return [self.title.match(seats, options) for seats, options in sets]

    def ways(self) -> list[Match]:
        """So few ways to play that every number of seats and every value of every option still occurs."""
        settings = [option.name for option in self.title.schema.options if isinstance(option, Choice | Flag)]

        def shown(match: Match) -> set[tuple[str, object]]:
            return {("seats", match.seats), *((name, match.options[name]) for name in settings)}

        left = self.matches()
        wanted = set().union(*map(shown, left))
        found = []
        while wanted:
            found.append(max(left, key=lambda match: len(shown(match) & wanted)))
            wanted -= shown(found[-1])
        return found

    def families(self) -> dict[str, Options]:
        """The families of options that are compared at full length, such as the two editions of Treehouse."""
        found: dict[str, Options] = getattr(self.hooks, "FAMILIES", {"all": {}})
        return found

    def clauses(self, language: str = "en") -> list[str]:
        """The clause ids of the rules text."""
        file = "RULES.md" if language == "en" else f"RULES.{language}.md"
        return re.findall(rf"^- ({self.title.prefix}-X?\d+)\b", self.title.resource(file), re.M)
