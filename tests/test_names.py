"""One noun for one thing: class, function and module names (docs/glossary.md)."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "domik"
FILES = sorted(SOURCE.rglob("*.py"))

# Class names that may stand in more than one package, and why.
SAME_IN_TWO_PACKAGES = {
    "Bot": "the JSON API's schema name is part of the API; bots.Bot is the protocol",
    "Play": "the JSON API's schema name is part of the API; domik.Play is public",
    "Player": "the JSON API's schema name is part of the API; domik.Player is public",
    "View": "domik.View is the public face of the kernel's View",
}
# The same role in every game has the same name; a game imports nothing of another.
SAME_IN_EVERY_GAME = {"BoardContext", "BoardLayout", "CachedParts", "Config", "Parts", "Room"}

# Nouns and plain verbs that only look like participles.
NOUNS = {
    *("awning", "building", "children", "clearing", "drawing", "encoding", "painting", "ranking", "rating", "ruling"),
    *(
        "garden",
        "kitchen",
        "pen",
        "ring",
        "token",
        "scaffolding",
        "scoring",
        "heading",
        "padding",
        "setting",
        "listen",
        "flatten",
        "open",
        "left",
        "living",
    ),
}
# Lesson files call goals by these names (docs/lessons.md).
GOALS = {"built", "furnished", "laid", "moved", "planned", "played", "scoring", "won"}
IRREGULAR = {
    *("begun", "bound", "bought", "brought", "caught", "chosen", "dealt", "done", "drawn", "driven", "fallen", "felt"),
    *(
        "forgotten",
        "found",
        "given",
        "gone",
        "grown",
        "heard",
        "held",
        "hidden",
        "kept",
        "known",
        "laid",
        "left",
        "lent",
    ),
    *("lost", "made", "met", "paid", "said", "seen", "sent", "shown", "sold", "spent", "spoken", "stood", "taken"),
    *("taught", "thought", "thrown", "told", "won", "worn", "written"),
}
# Words of the old dialect that say nothing to a reader from outside.
FORMER_MODULES = (
    r"sight|paper|door|threshold|easel|ears|between|company|aside|tape|wish(es)?|house_keys|shelf|told|shown"
)


def name_of(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def test_no_class_name_stands_in_two_packages() -> None:
    places: dict[str, list[Path]] = defaultdict(list)
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path.relative_to(SOURCE))
    twice = {name: found for name, found in places.items() if len(found) > 1}
    for name, found in twice.items():
        games = {path.parts[1] for path in found if path.parts[0] == "games"}
        is_per_game = name in SAME_IN_EVERY_GAME and len(games) == len(found)
        assert is_per_game or name in SAME_IN_TWO_PACKAGES, f"{name} is defined in {', '.join(map(str, found))}"
    assert set(SAME_IN_TWO_PACKAGES) | SAME_IN_EVERY_GAME <= set(twice), "an exception that is not needed any more"


def is_bare_participle(name: str) -> bool:
    word = name.strip("_")
    if "_" in word or name.startswith("__") or word in NOUNS:
        return False
    return word in IRREGULAR or bool(re.fullmatch(r"\w+(ed|ing|en)", word))


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_functions_are_named_by_verbs_or_nouns(path: Path) -> None:
    """`told` or `asking` do not say what comes back; `send_reply` or `log_path` do."""
    allowed = GOALS if path.name == "goals.py" else set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name not in allowed:
            assert not is_bare_participle(node.name), f"{path}:{node.lineno}: {node.name} is a bare participle"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_modules_have_ordinary_names(path: Path) -> None:
    for part in path.relative_to(SOURCE).with_suffix("").parts:
        assert not re.fullmatch(FORMER_MODULES, part), f"{path}: {part} is a word of the old dialect"
