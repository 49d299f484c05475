"""What people call a game's options: rules never show the names that programs use."""

from __future__ import annotations

import re

from domik.kernel.options import Choice
from domik.kernel.title import Title
from domik.language.words import words_for

QUOTES = {"en": "“{}”", "ru": "«{}»", "pl": "„{}”"}
IN_BRACKETS = re.compile(r" \([^)]*\)$")  # an edition's short name behind its long one


def names_of(title: Title, language: str) -> dict[str, str]:
    """Every option and every choice by the name that programs use, as people call it."""
    words = words_for(language, (title.words,))
    found = {}
    for option in title.schema.options:
        keys = {option.name: [f"{kind}.{option.name}" for kind in ("variant", "mode", "option")]}
        if isinstance(option, Choice):
            keys |= {value: [f"{option.name}.{value}"] for value in option.values}
        for name, tried in keys.items():
            label = next((text for key in tried if isinstance(text := words.texts.get(key), str)), "")
            if label:
                found[name] = IN_BRACKETS.sub("", label)
    return found


def in_words(text: str, names: dict[str, str], language: str) -> str:
    """A text of the rules with options called as people call them."""

    def quoted(match: re.Match[str]) -> str:
        return QUOTES[language].format(names[match[1]]) if match[1] in names else match[0]

    def bracketed(match: re.Match[str]) -> str:
        before, name = match[1], match[2]
        if name not in names:
            return match[0]
        stem = names[name].split()[-1].casefold()[:5]  # издание, wydanie, edition: said already, in whatever case
        return before if stem in before.casefold() else f"{before} ({names[name]})"

    text = re.sub(r"`([a-z_]+)`", quoted, text)
    return re.sub(r"(\b[\w’'-]+(?: [\w’'-]+)?) \(([a-z_]+)\)", bracketed, text)
