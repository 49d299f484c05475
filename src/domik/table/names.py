"""Names of players: characters that nobody sees, and names that look alike.

Lookalikes are found by the skeletons of UTS 39 (https://www.unicode.org/reports/tr39/): every character is replaced by
the one that it looks like. The table of them comes from the package confusable_homoglyphs, as its data file, since
importing the package would take 12 MB for good (docs/decisions/0051).
"""

from __future__ import annotations

import json
import unicodedata
from functools import cache
from importlib.resources import files

PACKAGE, DATA = "confusable_homoglyphs", "confusables.json"
INVISIBLE_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | frozenset(map(chr, range(0xFE00, 0xFE10)))
JOINERS = "\u200d\ufe0f"  # parts of an emoji, such as a family or a red heart


def is_invisible(letter: str, before: str) -> bool:
    """Whether a character shows nothing, other than a joiner after an emoji."""
    if letter in JOINERS:
        return not before or (unicodedata.category(before) not in ("So", "Sk") and before != "\ufe0f")
    return letter in INVISIBLE or unicodedata.category(letter) in INVISIBLE_CATEGORIES


def has_invisible(name: str) -> bool:
    return any(is_invisible(letter, name[k - 1 : k]) for k, letter in enumerate(name))


def without_invisible(name: str) -> str:
    """The name with spaces in place of what nobody sees."""
    return "".join(" " if is_invisible(letter, name[k - 1 : k]) else letter for k, letter in enumerate(name))


@cache
def prototypes() -> dict[str, str]:
    """What each character looks like; empty where the package is not installed."""
    try:
        found: dict[str, list[dict[str, str]]] = json.loads(files(PACKAGE).joinpath(DATA).read_bytes())
    except (ModuleNotFoundError, FileNotFoundError):
        return {}
    looks: dict[str, str] = {}
    for letter, alike in found.items():
        if len(letter) == 1 and len(alike) == 1:  # a character that others look like has them all in its list
            other = alike[0]["c"].strip("\u200e")
            if len(found.get(other, ())) > 1 or (len(other), letter) > (1, other):
                looks[letter] = other
    return looks


def skeleton(text: str) -> str:
    """The text with every character replaced by the one it looks like."""
    looks = prototypes()
    plain = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(looks.get(letter, letter) for letter in plain))


def name_keys(name: str) -> frozenset[str]:
    """Keys of which two names share one if they look alike as typed, or but for case; spaces and signs do not count."""
    plain = unicodedata.normalize("NFKC", name)
    found = {skeleton(plain).casefold(), skeleton(plain.casefold())}
    return frozenset("".join(letter for letter in key if is_counted(letter)) or key for key in found)


def is_counted(letter: str) -> bool:
    """Whether a character makes a difference: letters, digits, and marks on them."""
    return letter.isalnum() or unicodedata.category(letter).startswith("M")


def look_alike(one: str, other: str) -> bool:
    return bool(name_keys(one) & name_keys(other))
