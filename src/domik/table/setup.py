"""What is agreed before a game: who sits where, and on what terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from domik.kernel.errors import BadOption
from domik.kernel.options import as_json
from domik.kernel.phrase import Phrase

HUMAN = "human"  # a person with their own screen
SCREEN = "screen"  # a person at the host's screen, behind the curtain
BOT = "bot"
KINDS = (HUMAN, SCREEN, BOT)
LONGEST_NAME = 24


def tidy_name(name: str) -> str:
    """A name as people may type it: one line, no control characters, not too long."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:LONGEST_NAME].strip()


@dataclass(frozen=True)
class SeatPlan:
    """Who is meant to sit here."""

    kind: str
    name: str = ""
    bot: str = "greedy"  # who plays here, or stands in for somebody who is away

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise BadOption(Phrase("table.error.kind", {"kind": str(self.kind), "kinds": ", ".join(KINDS)}))


@dataclass(frozen=True)
class Terms:
    """How the table is run; the rules of the game are not touched by any of it."""

    minutes: int = 0  # on the clock for the whole game; 0: no clock
    bonus: int = 0  # seconds added for every move
    days: int = 0  # for every single move, in games over days; 0: no limit
    forced: bool = True  # a single choice plays itself
    confirm: bool = False  # every step is confirmed
    hints: bool = True  # what would the best bot do
    listed: bool = True  # among the recent games of the home page
    patience: int = 2  # minutes until the host may let a bot play for somebody who is away; 0: never, only the clock

    def __post_init__(self) -> None:
        for name, least, most in (("minutes", 0, 600), ("bonus", 0, 600), ("days", 0, 60), ("patience", 0, 600)):
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= most:
                raise BadOption(
                    Phrase("error.number", {"option": name, "value": str(value), "least": least, "most": most})
                )
        for name in ("forced", "confirm", "hints", "listed"):
            if type(getattr(self, name)) is not bool:
                raise BadOption(Phrase("error.flag", {"option": name, "value": str(getattr(self, name))}))


@dataclass(frozen=True)
class Setup:
    """The whole agreement; it is the first entry of the journal."""

    game: str
    options: dict[str, Any]
    seats: tuple[SeatPlan, ...]
    terms: Terms = field(default_factory=Terms)

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON."""
        return {
            "game": self.game,
            "options": as_json(self.options),
            "seats": [asdict(seat) for seat in self.seats],
            "terms": asdict(self.terms),
        }


def read_setup(document: Mapping[str, Any]) -> Setup:
    """The setup of a JSON document, or BadOption that says what is wrong with it."""
    try:
        seats = tuple(
            SeatPlan(str(seat["kind"]), tidy_name(str(seat.get("name", ""))), str(seat.get("bot", "greedy")))
            for seat in document["seats"]
        )
        terms = Terms(**dict(document.get("terms", {})))
        return Setup(str(document["game"]), dict(document.get("options", {})), seats, terms)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadOption(Phrase("table.error.setup")) from None
