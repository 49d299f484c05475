"""The same rooms in every game: what lies at the top, which modules each room has, and which way imports go."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import domik.games
from domik.games import BUILT_IN

HERE = Path(__file__).parent
HOUSE = Path(domik.games.__file__).parent
OWN = list(BUILT_IN)

MUST_HAVE = {
    "rules": {
        *("state", "parts", "config", "game", "points", "scoring", "objections", "imagine", "reading", "phrases"),
        *("entering", "situations"),
    },
    "mind": {"mind", "move_scores", "reasons"},
    "words": {"prompts", "events", "notation", "sketch", "sketch_low", "summary"},
    "page": {"drawing", "context", "skeleton", "side", "hand", "artwork", "entry_board"},
}
# Games whose page has two modules for a part of the board: what is in its cells, and its markup.
CELLS_AND_PICTURES = {"bower", "cabin", "dream_home"}
MAY_IMPORT = {
    "rules": {"rules"},
    "mind": {"mind", "rules"},
    "words": {"words", "rules", "mind"},
    "page": {"page", "rules", "words"},
    "lessons": {"lessons", "rules"},
}
# A role has one name: these names may stand in no other room.
ONLY_IN = {
    "value": "mind",
    "move_scores": "mind",
    "rollout_move": "mind",
    "preview": "page",
    "features": "mind",
}
# Names that a role went by in one game or another before it had one name in all of them.
FORMER = r"worth|eggs|box|cards|log|foresight|drawing_\w+|cells_(market|notes|stage|shelf)|picture_(market|notes|shelf)"


def sources(game: str) -> list[Path]:
    return sorted(path for path in (HOUSE / game).rglob("*.py"))


@pytest.mark.parametrize("game", OWN)
def test_nothing_else_lies_at_the_top(game: str) -> None:
    top = {path.name for path in (HOUSE / game).iterdir() if path.name != "__pycache__" and path.suffix != ".so"}
    rules = {"RULES.md", "RULES.ru.md", "RULES.pl.md"}
    assert top - {"lessons"} == {"__init__.py", "components.toml", *rules, *MUST_HAVE}


@pytest.mark.parametrize("game", OWN)
@pytest.mark.parametrize("room", MUST_HAVE)
def test_every_room_has_its_modules(game: str, room: str) -> None:
    there = {path.stem for path in (HOUSE / game / room).glob("*.py")}
    parts = {"side", "hand"} if room == "page" and game in CELLS_AND_PICTURES else set()
    assert MUST_HAVE[room] - parts <= there
    assert {f"{kind}_{part}" for kind in ("cells", "picture") for part in parts} <= there
    if room == "page" and not parts:
        assert not [name for name in there if name.startswith(("cells_", "picture_"))]


@pytest.mark.parametrize("game", OWN)
def test_one_name_for_one_role(game: str) -> None:
    for path in sources(game):
        room = path.relative_to(HOUSE / game).parts[0]
        assert ONLY_IN.get(path.stem, room) == room, f"{path.stem} belongs to {ONLY_IN[path.stem]}"
        assert not re.fullmatch(FORMER, path.stem), f"{path}: this role has another name now"


@pytest.mark.parametrize("game", OWN)
def test_imports_go_one_way(game: str) -> None:
    for path in sources(game):
        inside = path.relative_to(HOUSE / game).parts
        if len(inside) == 1:
            continue
        if inside[-1] == "__init__.py":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            assert len(tree.body) == 1, f"{path}: a room's own file holds its docstring"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ImportFrom) or not node.module:
                continue
            if node.module.startswith(f"domik.games.{game}."):
                room = node.module.split(".")[3]
                assert room in MAY_IMPORT[inside[0]], f"{path} must not import {node.module}"
            elif node.module == f"domik.games.{game}":  # pictures of the built-in cards need the title itself
                assert inside[0] == "page", f"{path} imports the title of its own game"


def packed_names(game: str) -> set[str]:
    """The names in a game's rules/state.py from the open numbers on: places in the packed state."""
    _, _, layout = (HOUSE / game / "rules" / "state.py").read_text(encoding="utf-8").partition("\n# Open")
    return set(re.findall(r"^([A-Z]\w*): Final", layout, re.MULTILINE))


def packed_reads(game: str, source: str) -> list[str]:
    """Where a module reads the packed state itself."""
    tree, packed, aliases, found = ast.parse(source), packed_names(game), set(), []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == f"domik.games.{game}.rules.state":
            found += [alias.name for alias in node.names if alias.name in packed | {"*"}]
        if isinstance(node, ast.ImportFrom) and node.module == f"domik.games.{game}.rules":
            aliases |= {alias.asname or alias.name for alias in node.names if alias.name == "state"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value).rpartition(".")[2] == "numbers":
            found += [ast.unparse(node)] if ast.unparse(node.slice) != ":" else []  # a whole copy is no reading
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in aliases and node.attr in packed:
            found.append(ast.unparse(node))
    return found


@pytest.mark.parametrize("room", ["words", "page", "lessons"])
@pytest.mark.parametrize("game", OWN)
def test_packed_numbers_are_read_in_rules_and_minds_only(game: str, room: str) -> None:
    """What is shown and said is read through rules/reading.py."""
    found = {
        path.name: packed_reads(game, path.read_text(encoding="utf-8")) for path in (HOUSE / game / room).glob("*.py")
    }
    assert not any(found.values()), found


def test_a_packed_read_is_found() -> None:
    head = "from domik.games.treehouse.rules"
    assert packed_names("treehouse") > {"PHASE", "SEAT", "ROOMS", "IN_HAND", "DEALT", "DECK"}
    assert not packed_names("treehouse") & {"COLOURS", "PICK", "DISCARD", "PLAIN"}
    assert packed_reads("treehouse", f"{head}.state import PICK, PHASE") == ["PHASE"]
    assert packed_reads("treehouse", f"{head}.state import *") == ["*"]
    assert packed_reads("treehouse", f"{head} import state as at\nat.PICK, at.PHASE") == ["at.PHASE"]
    assert packed_reads("treehouse", "view.numbers[1], numbers[2], view.numbers[:], rooms[3]") == [
        "view.numbers[1]",
        "numbers[2]",
    ]


@pytest.mark.parametrize("game", OWN)
def test_the_tests_mirror_the_rooms(game: str) -> None:
    folder = HERE / game
    top = {path.name for path in folder.iterdir() if path.name != "__pycache__"}
    assert top <= {"__init__.py", "hooks.py", "positions.py", *MUST_HAVE}, top
    assert (folder / "rules").is_dir()
    for path in folder.rglob("test_*.py"):
        assert path.parent.name in MUST_HAVE, path
