"""Display names of a game's options, for texts that must not show the identifiers used by programs."""

from __future__ import annotations

import re

from domik.kernel.options import Choice
from domik.kernel.package import GamePackage, Match
from domik.kernel.phrase import Phrase
from domik.language.words import Words, words_for

QUOTES = {"en": "“{}”", "ru": "«{}»", "pl": "„{}”"}
IN_BRACKETS = re.compile(r" \([^)]*\)$")  # an edition's short name after its long one


def option_names(package: GamePackage, language: str) -> dict[str, str]:
    """The display name of every option and every choice, by identifier."""
    words = words_for(language, (package.words_package,))
    found = {}
    for option in package.schema.options:
        keys = {option.name: [f"{kind}.{option.name}" for kind in ("variant", "mode", "option")]}
        if isinstance(option, Choice):
            keys |= {value: [f"{option.name}.{value}"] for value in option.values}
        for name, tried in keys.items():
            label = next((text for key in tried if isinstance(text := words.texts.get(key), str)), "")
            if label:
                found[name] = IN_BRACKETS.sub("", label)
    return found


def replace_option_names(text: str, names: dict[str, str], language: str) -> str:
    """A text of the rules with option identifiers replaced by display names."""

    def quote_name(match: re.Match[str]) -> str:
        return QUOTES[language].format(names[match[1]]) if match[1] in names else match[0]

    def bracket_name(match: re.Match[str]) -> str:
        before, name = match[1], match[2]
        if name not in names:
            return match[0]
        stem = names[name].split()[-1].casefold()[:5]  # издание, wydanie, edition: already there, in any case
        return before if stem in before.casefold() else f"{before} ({names[name]})"

    text = re.sub(r"`([a-z_]+)`", quote_name, text)
    return re.sub(r"(\b[\w’'-]+(?: [\w’'-]+)?) \(([a-z_]+)\)", bracket_name, text)


def option_summary(match: Match, words: Words) -> list[str]:
    """The edition first, then every option that differs from its default."""
    unusual = match.package.schema.non_defaults(match.options)
    found = []
    for name, value in match.options.items():
        if name == "edition" or name in unusual:
            found.append(option_text(words, name, value))
    return [text for text in found if text]


def option_text(words: Words, name: str, value: object) -> str:
    """One chosen option as text; empty where the game has no text for it."""
    if isinstance(value, str):
        return first_text(words, f"{name}.{value}", f"option.{value}")
    label = first_text(words, f"variant.{name}", f"mode.{name}", f"option.{name}")
    if not label or value is True:
        return label
    if value is False:
        return words.say(Phrase("way.off", {"option": label}))
    shown = ", ".join(str(seat + 1) for seat in value) if isinstance(value, (tuple, list)) else str(value)
    return words.say(Phrase("way.value", {"option": label, "value": shown}))


def first_text(words: Words, *keys: str) -> str:
    """The first of these texts that exists, or ""."""
    return next((words.say(Phrase(key)) for key in keys if words.has(key)), "")
