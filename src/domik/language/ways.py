"""The ways a game is played: its edition and whatever is not as usual, by the names that people know."""

from __future__ import annotations

from domik.kernel.phrase import Phrase
from domik.kernel.title import Match
from domik.language.words import Words


def ways_of(match: Match, words: Words) -> list[str]:
    """The edition first, then every option that differs from the usual game."""
    unusual = match.title.schema.differing(match.options)
    found = []
    for name, value in match.options.items():
        if name == "edition" or name in unusual:
            found.append(said(words, name, value))
    return [text for text in found if text]


def said(words: Words, name: str, value: object) -> str:
    """One option as it was chosen; empty where the game has no words for it."""
    if isinstance(value, str):
        return first_said(words, f"{name}.{value}", f"option.{value}")
    label = first_said(words, f"variant.{name}", f"mode.{name}", f"option.{name}")
    if not label or value is True:
        return label
    if value is False:
        return words.say(Phrase("way.off", {"option": label}))
    shown = ", ".join(str(seat + 1) for seat in value) if isinstance(value, (tuple, list)) else str(value)
    return words.say(Phrase("way.value", {"option": label, "value": shown}))


def first_said(words: Words, *keys: str) -> str:
    """The first of these texts that exists."""
    return next((words.say(Phrase(key)) for key in keys if words.has(key)), "")
