"""Bot specs: a name, perhaps with settings (`ismcts:iterations=2000,seed=1`), or a program (`cmd:...`)."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from domik.bots.bot import BOTS, Bot, EasyBot, GreedyBot, RandomBot
from domik.bots.program import CommandBot
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


def bot_of(spec: str, luck: Luck, match: Match | None = None) -> Bot:
    """The bot of a spec; BadOption says what would be valid. A program (`cmd:`) needs the match it is to play in."""
    name, _, rest = spec.partition(":")
    if name == COMMAND and rest.strip():
        if match is None:
            raise BadOption(Phrase("error.bot_command", {"bot": spec}))
        return CommandBot(rest.strip(), luck, match)
    if name in LEVELS:
        return SearchBot(luck, search_settings_of(spec))
    if name not in SIMPLE:
        raise BadOption(Phrase("error.bot", {"bot": spec, "bots": ", ".join(BOTS)}))
    if rest:
        raise BadOption(Phrase("error.bot_plain", {"bot": name}))
    return SIMPLE[name](luck)


def check_spec(spec: str) -> None:
    """Raise BadOption for an invalid spec; programs are not started."""
    name, _, rest = spec.partition(":")
    if not (name == COMMAND and rest.strip()):
        bot_of(spec, Luck(1, 1, 1, 1))


def search_settings_of(spec: str) -> SearchSettings:
    """The settings of a searching bot's spec; BadOption for unknown settings or a zero budget."""
    name, _, rest = spec.partition(":")
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


def split_specs(text: str) -> list[str]:
    """Split at commas; `key=value` after a comma belongs to the spec before it, and quotes protect commas."""
    specs: list[str] = []
    for word in next(csv.reader([text], skipinitialspace=True), [""]):
        piece = word.strip()
        if specs and re.match(r"\w+=", piece) and not specs[-1].startswith(f"{COMMAND}:"):
            specs[-1] += f",{piece}"
        else:
            specs.append(piece if piece.startswith(f"{COMMAND}:") else piece.lower())
    return specs
