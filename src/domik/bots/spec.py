"""Bot specs: a name, perhaps with settings (`ismcts:iterations=2000,seed=1`), a program (`cmd:...`), an address."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from domik.bots.bot import BOTS, Bot, EasyBot, GreedyBot, RandomBot
from domik.bots.program import CommandBot, is_address
from domik.bots.search import BUDGET_KEYS, CONFIG_KEYS, LEVELS, SearchBot, SearchSettings, Setting
from domik.kernel.errors import BadOption
from domik.kernel.luck import Luck
from domik.kernel.mind import SearchConfig
from domik.kernel.phrase import Phrase

if TYPE_CHECKING:
    from domik.kernel.package import Match

COMMAND = "cmd"
SIMPLE: dict[str, Callable[[Luck], Bot]] = {
    "random": RandomBot,
    "easy": EasyBot,
    "greedy": GreedyBot,
    "normal": GreedyBot,
}


@dataclass(frozen=True)
class BotSpec:
    """A bot and its settings; read once from the text that people, records and the API have (`parse_bot`)."""

    text: str
    name: str  # of a level, or COMMAND
    settings: SearchSettings | None = None  # of a bot that searches
    command: str = ""  # of a program

    @property
    def is_searching(self) -> bool:
        """Whether its decisions take time."""
        return self.settings is not None or self == HINT

    @property
    def is_instant(self) -> bool:
        return self.name in SIMPLE

    def start(self, luck: Luck, match: Match | None = None) -> Bot:
        """The bot, ready to decide. A program needs the match it is to play in."""
        if self.settings is not None:
            return SearchBot(luck, self.settings)
        if not self.command:
            return SIMPLE[self.name](luck)
        if match is None:
            raise BadOption(Phrase("error.bot_command", {"bot": self.text}))
        return CommandBot(self.command, luck, match)

    def usual_settings(self) -> SearchSettings | None:
        """The settings of a level without any set by hand, which a table may replace."""
        return self.settings if self.text == self.name else None

    def with_budget(self, iterations: int, milliseconds: int = 0) -> BotSpec:
        """The same level with another budget; 0 milliseconds: no limit of time."""
        assert self.settings is not None, f"{self.text} does not search"
        settings = replace(self.settings, iterations=iterations, milliseconds=milliseconds, is_usual=False)
        return replace(self, settings=settings)


HINT = BotSpec("hint", "hint")  # no player: asks a worker for a hint, which the judge gives


@lru_cache(maxsize=1024)
def parse_bot(text: str) -> BotSpec:
    """The bot of a text; BadOption says what would be valid. Programs are not started."""
    name, _, rest = text.partition(":")
    if name == COMMAND and rest.strip():
        return BotSpec(text, name, command=rest.strip())
    if is_address(text):
        return BotSpec(text, COMMAND, command=text)
    if name in LEVELS:
        return BotSpec(text, name, read_settings(name, rest))
    if name not in SIMPLE:
        raise BadOption(Phrase("error.bot", {"bot": text, "bots": ", ".join(BOTS)}))
    if rest:
        raise BadOption(Phrase("error.bot_plain", {"bot": name}))
    return BotSpec(text, name)


def bot_of(text: str, luck: Luck, match: Match | None = None) -> Bot:
    """The bot of a text, ready to decide."""
    return parse_bot(text).start(luck, match)


def read_settings(name: str, rest: str) -> SearchSettings:
    """The settings of a searching bot; BadOption for unknown settings or a zero budget."""
    thought = LEVELS[name]
    budget: dict[str, Any] = {}
    by_hand: dict[str, Setting] = {}
    for word in (part.strip() for part in rest.split(",") if part.strip()):
        key, _, value = word.partition("=")
        if key in BUDGET_KEYS:
            budget[key] = read_setting(key, value, int)
        elif key in CONFIG_KEYS:
            by_hand[key] = read_setting(key, value, type(getattr(SearchConfig(), key)))
        else:
            known = ", ".join((*BUDGET_KEYS, *CONFIG_KEYS))
            raise BadOption(Phrase("error.bot_setting", {"setting": key, "settings": known, "bot": name}))
    if "milliseconds" in budget and "iterations" not in budget:
        budget["iterations"] = 0
    if "iterations" in budget and "milliseconds" not in budget:
        budget["milliseconds"] = 0
    is_usual = "iterations" not in budget  # a time limit alone sets them to 0, too
    thought = replace(thought, **budget, is_usual=is_usual, by_hand=tuple(by_hand.items()))
    if not thought.iterations and not thought.milliseconds:
        raise BadOption(Phrase("error.bot_budget", {"bot": name}))
    return thought


def read_setting(key: str, value: str, kind: type) -> Setting:
    """Parse the value of one setting; BadOption if it is not of this kind."""
    if kind is bool and value in ("0", "1"):
        return value == "1"
    if kind is int and re.fullmatch(r"\d{1,9}", value):
        return int(value)
    if kind is float and re.fullmatch(r"\d{1,6}(\.\d{1,6})?", value):
        return float(value)
    raise BadOption(Phrase("error.bot_value", {"setting": key, "value": value}))


def is_program(text: str) -> bool:
    """Whether the text names a program or an address, which keep their letters as they are."""
    return text.startswith(f"{COMMAND}:") or is_address(text)


def split_specs(text: str) -> list[str]:
    """Split at commas; `key=value` after a comma belongs to the spec before it, and quotes protect commas."""
    specs: list[str] = []
    for word in next(csv.reader([text], skipinitialspace=True), [""]):
        piece = word.strip()
        if specs and re.match(r"\w+=", piece) and not is_program(specs[-1]):
            specs[-1] += f",{piece}"
        else:
            specs.append(piece if is_program(piece) else piece.lower())
    return specs
