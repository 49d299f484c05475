"""The setup of a game: who sits where, and on what terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from domik.kernel.errors import BadOption
from domik.kernel.options import as_json
from domik.kernel.phrase import Phrase
from domik.table.names import has_invisible, without_invisible

HUMAN = "human"  # a person with their own screen
SCREEN = "screen"  # a person at the host's screen, with a curtain between turns
BOT = "bot"
KINDS = (HUMAN, SCREEN, BOT)
LONGEST_NAME = 24


def tidy_name(name: str) -> str:
    """Normalize a typed name: one line, nothing invisible, at most LONGEST_NAME characters."""
    return " ".join(without_invisible(name).split())[:LONGEST_NAME].strip()


def check_name(name: str) -> str:
    """A typed name, normalized; BadOption where it has characters that nobody sees."""
    if has_invisible(" ".join(name.split())):
        raise BadOption(Phrase("table.error.name_invisible"))
    return tidy_name(name)


@dataclass(frozen=True)
class SeatPlan:
    """Who is meant to sit here."""

    kind: str
    name: str = ""
    bot: str = "greedy"  # the bot that plays here, or stands in for an absent player

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise BadOption(Phrase("table.error.kind", {"kind": str(self.kind), "kinds": ", ".join(KINDS)}))


@dataclass(frozen=True)
class Terms:
    """How the table is run; the rules of the game are not touched by any of it."""

    minutes: int = 0  # per player for the whole game; 0: no clock
    bonus: int = 0  # seconds added for every move
    days: int = 0  # per move, in correspondence games; 0: no limit
    forced: bool = True  # a single legal move is played automatically
    confirm: bool = False  # every move is confirmed
    hints: bool = True  # players may ask a bot for advice
    listed: bool = True  # shown among the recent games on the home page
    patience: int = 2  # minutes until the host may let a bot play for an absent player; 0: never

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
    """Game, options, seats and terms; stored in the first entry of the journal."""

    game: str
    options: dict[str, Any]
    seats: tuple[SeatPlan, ...]
    terms: Terms = field(default_factory=Terms)
    components: str = ""  # the text of a component file; empty for the one that ships with the game

    def to_dict(self) -> dict[str, Any]:
        own = {"components": self.components} if self.components else {}
        return own | {
            "game": self.game,
            "options": as_json(self.options),
            "seats": [asdict(seat) for seat in self.seats],
            "terms": asdict(self.terms),
        }


def read_setup(document: Mapping[str, Any]) -> Setup:
    """Parse a setup; BadOption says what is wrong with it."""
    try:
        seats = tuple(
            SeatPlan(str(seat["kind"]), tidy_name(str(seat.get("name", ""))), str(seat.get("bot", "greedy")))
            for seat in document["seats"]
        )
        terms = Terms(**dict(document.get("terms", {})))
        components = str(document.get("components", ""))
        return Setup(str(document["game"]), dict(document.get("options", {})), seats, terms, components)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadOption(Phrase("table.error.setup")) from None
