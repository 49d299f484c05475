"""Translation of phrases, with plural forms, from TOML files that hold all languages side by side.

    [objection.support]
    en = "Nothing stands below yet."
    [points]
    en = { one = "{n} point", other = "{n} points" }
    ru = { one = "{n} очко", few = "{n} очка", many = "{n} очков" }

A plural form is chosen by the argument `n`. A phrase given as an argument is translated first. Control characters in
foreign texts (arguments, names of component files) are made visible.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import Any

from babel import Locale

from domik.kernel.phrase import Argument, Phrase
from domik.kernel.tally import format_halves

LANGUAGES = ("en", "ru", "pl")
# Spaces where a line must not break: after a number, before the number of a place, before + and a dash
LOOSE_SPACES = re.compile(
    r"(?<=\{n\}) (?=[^\W\d])|(?<=\d) (?=[^\W\d])|(?<=[^\W\d]) (?=\{(?:column|floor|month|place|round|row|seat|year)\})"
    r"|(?<=\S) (?=\+\{)|(?<=\S) (?=[—–] )"
)
Text = str | dict[str, str]
CONTROL_PICTURES = {code: 0x2400 + code for code in range(0x20)}  # Unicode control pictures: ␛ for escape
CONTROL_PICTURES[0x7F] = 0x2421
# C1 controls, Unicode line separators, bidirectional controls, surrogates
UNSHOWABLE = (
    *range(0x80, 0xA0),
    *(0x061C, 0x200E, 0x200F, 0x2028, 0x2029),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
    *range(0xD800, 0xE000),
)
CONTROL_PICTURES |= dict.fromkeys(UNSHOWABLE, 0xFFFD)


def show_control_characters(text: str) -> str:
    """The text with a visible symbol in place of every control character, so that it keeps its length.

    Names in a shared record or component file may hold escape sequences, which a terminal must show and not obey.
    """
    return text if text.isprintable() else text.translate(CONTROL_PICTURES)


@lru_cache(maxsize=4096, typed=True)  # 1 and 1.0 may have different plurals
def plural_of(language: str, n: int | float) -> str:
    """The CLDR plural category of a number, such as "one" or "few"."""
    return str(Locale.parse(language).plural_form(n))


class Words:
    """All texts of one language: the shared ones and, usually, those of one game."""

    def __init__(self, language: str, texts: dict[str, Text]) -> None:
        self.language = language
        self.texts = texts

    def __call__(self, phrase: Phrase) -> str:
        return self.say(phrase)

    def say(self, phrase: Phrase) -> str:
        """The phrase in this language; KeyError if there is no such text."""
        if phrase.texts is not None:
            return show_control_characters(phrase.texts[self.language])
        text = self.texts[phrase.key]
        if isinstance(text, dict):
            n = phrase.args["n"]
            form = plural_of(self.language, n if isinstance(n, (int, float)) else 0)
            text = text.get(form) or text["other" if "other" in text else "many"]
        if not phrase.args:
            return text
        return text.format_map({name: self._argument(name, value) for name, value in phrase.args.items()})

    def has(self, key: str) -> bool:
        return key in self.texts

    def _argument(self, name: str, value: Argument) -> str:
        if isinstance(value, Phrase):
            return self.say(value)
        if isinstance(value, float):
            return self.format_points(value) if name == "n" else self.format_number(value)
        return show_control_characters(value) if isinstance(value, str) else str(value)

    def format_points(self, value: float) -> str:
        """A number of points; halves are written as in the drawings: 12½."""
        return format_halves(round(2 * value)) if 2 * value % 1 == 0 else self.format_number(value)

    def format_number(self, value: float) -> str:
        """A number with this language's decimal separator."""
        text = f"{value:g}"
        return text if self.language == "en" else text.replace(".", ",")


@lru_cache(maxsize=256)
def words_for(language: str, packages: tuple[str, ...] = ()) -> Words:
    """The shared texts and those of the given packages (a game's is its `words_package`)."""
    texts: dict[str, Text] = {}
    for package in ("domik.language", *packages):
        texts |= {key: text[language] for key, text in catalogue(package).items()}
    return Words(language, texts if language == "en" else {key: bind_spaces(text) for key, text in texts.items()})


def bind_spaces(text: Text) -> Text:
    """Put no-break spaces where Russian and Polish typography wants them: after numbers and before dashes."""
    if isinstance(text, dict):
        return {form: LOOSE_SPACES.sub("\u00a0", one) for form, one in text.items()}
    return LOOSE_SPACES.sub("\u00a0", text)


@lru_cache(maxsize=64)
def catalogue(package: str) -> dict[str, dict[str, Text]]:
    """Every key of a package's word files with its text in every language."""
    found: dict[str, dict[str, Text]] = {}
    for document in word_documents(package):
        found |= dict(_entries(document, ()))
    return found


def word_documents(package: str) -> list[dict[str, Any]]:
    """The parsed word files of a package; installed builds have them as one JSON file, ten times as fast to read."""
    kept = files(package).joinpath("words.json")
    if kept.is_file():
        found: list[dict[str, Any]] = json.loads(kept.read_text(encoding="utf-8"))
        return found
    names = sorted(path.name for path in files(package).iterdir() if path.name.startswith("words"))
    return [
        tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
        for name in names
        if name.endswith(".toml")
    ]


def _entries(found: dict[str, Any], path: tuple[str, ...]) -> Iterable[tuple[str, dict[str, Text]]]:
    if set(LANGUAGES) <= found.keys():
        yield ".".join(path), {language: found[language] for language in LANGUAGES}
        return
    for name, inner in found.items():
        yield from _entries(inner, (*path, name))


def preferred_language(wanted: str) -> str:
    """The first supported language in an Accept-Language header or locale ("pl-PL,pl;q=0.9", "ru_RU.UTF-8")."""
    weighed: list[tuple[float, int, str]] = []
    for place, part in enumerate(wanted.split(",")):
        name, _, weight = part.strip().partition(";q=")
        code = name.replace("_", "-").split("-")[0].split(".")[0].lower()
        try:
            weighed.append((-float(weight or 1), place, code))
        except ValueError:
            continue
    return next((code for _, _, code in sorted(weighed) if code in LANGUAGES), "en")
