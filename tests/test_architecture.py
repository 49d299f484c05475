"""The shape of the code: who imports whom, who may hold a whole state, how long a file may be."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "domik"
FILES = sorted(SOURCE.rglob("*.py"))
ELSEWHERE = sorted([*(ROOT / "bench").glob("*.py"), *(ROOT / "tools").glob("*.py")])

# Who may import whom (docs/architecture.md); a game may also import itself, and its page what boards are built of.
MAY_IMPORT = {
    "kernel": set(),
    "language": {"kernel"},
    "games": {"kernel"},
    "bots": {"kernel"},
    "judge": {"kernel", "bots"},
    "table": {"kernel", "bots"},
    "positions": {"kernel", "games"},
    "sim": {"kernel", "games", "bots", "table"},
    "reviews": {"kernel", "games", "bots", "judge", "table"},
    "research": {"kernel", "games", "bots", "table", "language", "server"},  # of the server only what draws a view
    "learn": {"kernel", "games", "bots", "language"},
    "puzzles": {"kernel", "games", "bots", "judge", "reviews", "learn"},
    "deals": {"kernel", "games", "bots", "judge", "table", "reviews"},
    "public": {"kernel", "games", "bots", "language", "positions", "server"},  # likewise
    "web": {"kernel", "language"},
    "testing": {"kernel", "language", "bots", "table", "web"},
    "server": {
        "kernel",
        "games",
        "bots",
        "judge",
        "table",
        "positions",
        "language",
        "web",
        "reviews",
        "learn",
        "puzzles",
        "deals",
    },
    "offline": {"kernel", "bots", "language", "web", "deals", "server"},
    "cli": {
        "kernel",
        "games",
        "bots",
        "judge",
        "table",
        "positions",
        "sim",
        "reviews",
        "research",
        "learn",
        "puzzles",
        "deals",
        "server",
        "offline",
        "language",
        "web",
    },
}
# The rooms of the server, each building on those before it only (docs/architecture.md)
SERVER_ROOMS = (*("http", "store", "accounts", "rendering", "cluster", "bots", "live", "edge", "pages", "api"),)
FOR_ALL_ROOMS = {"hosting"}
REGISTRY = {
    *("cached_match", "own_components", "game_package", "game_packages", "GAMES", "unusable_guests"),
    *("Writer", "check_writer", "written_by"),  # of pickles
}
MAY_HOLD_A_STATE = {"kernel", "games", "judge", "table", "sim", "reviews", "learn", "puzzles", "public", "testing"}
# Commands about games in which nobody at the keyboard plays: records, decks that are known, counted trees.
ALL_OPEN = {"cli/perft.py", "cli/replay.py", "cli/review.py", "cli/solve.py"}
STATES = {f"kernel.state.{name}" for name in ("State", "new_state", "state_from_deal", "imagine_state")}
GIVE_STATES = {"states", "state_from_deal", "state_at"}  # Record.states, and what a course tells its own package only
LONGEST = 500


def part_of(path: Path) -> str:
    """The top folder of a file, such as kernel or games."""
    inside = path.relative_to(SOURCE).parts
    return inside[0] if len(inside) > 1 else ""


def imported(path: Path) -> set[str]:
    """All modules of domik that a file imports, dotted, without the first word."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            assert node.level == 0, f"{path}: relative import"
        found |= {name.removeprefix("domik.") for name in names if name.startswith("domik.")}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_follow_the_table(path: Path) -> None:
    part = part_of(path)
    if not part:
        return
    own_game = path.relative_to(SOURCE).parts[1] if part == "games" else ""
    for name in imported(path):
        words = name.split(".")
        if words[0] == "__version__" or (words[0] == part and part != "games"):
            continue
        if words[0] == "games" and part == "games":
            assert words[1] == own_game or own_game == "__init__.py", f"{path} imports another game: {name}"
            continue
        if name.startswith("web.board.") and part == "games":
            assert path.parent.name == "page", f"{path} must not import {name}"
            continue
        if words[0] == "games" and len(words) > 1:
            assert words[1] in REGISTRY, f"{path} reaches past the registry: {name}"
        assert words[0] in MAY_IMPORT[part], f"{path} must not import {name}"


@pytest.mark.parametrize("path", sorted((SOURCE / "server").rglob("*.py")), ids=lambda path: path.as_posix()[-40:])
def test_rooms_of_the_server_build_on_those_before(path: Path) -> None:
    room = path.relative_to(SOURCE / "server").parts[0]
    if room.endswith(".py"):
        assert room in ("__init__.py", "app.py", "hosting.py")
        return
    before = FOR_ALL_ROOMS | set(SERVER_ROOMS[: SERVER_ROOMS.index(room) + 1])
    wanted = {name.split(".")[1] for name in imported(path) if name.startswith("server.")}
    assert wanted <= before, f"{path} must not import from {wanted - before}"


def states_in(path: Path) -> set[str]:
    """Everything in a file that is a whole state or gives one."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    attributes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    ends = {
        f"record.{node.attr}" for node in attributes if node.attr in ("start", "end") and named(node.value) == "record"
    }
    return (imported(path) & STATES) | {node.attr for node in attributes if node.attr in GIVE_STATES} | ends


def named(node: ast.expr) -> str:
    """The last word of `record`, `found.record`, `self.record`."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_few_may_hold_a_whole_state(path: Path) -> None:
    if part_of(path) in MAY_HOLD_A_STATE or part_of(path) == "":
        return
    held = states_in(path)
    assert bool(held) == (path.relative_to(SOURCE).as_posix() in ALL_OPEN), f"{path} holds {held}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_cache_has_a_bound(path: Path) -> None:
    """`functools.cache` only where there is one thing to keep."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and "cache" in {named(one) for one in node.decorator_list}:
            assert not node.args.args, f"{path}: {node.name} keeps all it was ever asked"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_files_are_short_and_well_named(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST
    assert not re.search(r"util|helper|manager|misc", path.stem)


@pytest.mark.parametrize("path", ELSEWHERE, ids=lambda path: str(path.relative_to(ROOT)))
def test_benchmarks_and_tools_are_short_too(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


def test_kernel_and_games_need_the_standard_library_librt_and_mypy_extensions_only() -> None:
    import sys

    for path in FILES:
        if part_of(path) not in ("kernel", "games"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for_types = [node for node in tree.body if isinstance(node, ast.If) and named(node.test) == "TYPE_CHECKING"]
        never_run = {id(node) for block in for_types for one in block.body for node in ast.walk(one)}
        for node in ast.walk(tree):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and id(node) not in never_run:
                names = [node.module]
            for name in names:
                first = name.split(".")[0]
                assert first in sys.stdlib_module_names | {"domik", "librt", "mypy_extensions"}, f"{path}: {name}"


# Where the name of a module is computed: our own commands, stores and lazy exports, and libraries that may be missing.
COMPUTED_NAMES = {
    *("__init__.py", "cli/parser.py", "research/__init__.py", "research/errors.py", "server/store/store.py"),
}


def modules_by_string(text: str) -> list[str]:
    """Calls that look up a module by a computed name, or a game's module by any."""
    return [
        ast.unparse(call)
        for call in ast.walk(ast.parse(text))
        if isinstance(call, ast.Call)
        and call.args
        and (
            named(call.func) in ("module", "has_module")
            or (named(call.func) in ("import_module", "__import__") and not isinstance(call.args[0], ast.Constant))
        )
    ]


@pytest.mark.parametrize("path", [*FILES, *ELSEWHERE], ids=lambda path: str(path.relative_to(ROOT)))
def test_a_game_hands_over_functions_and_no_names_of_modules(path: Path) -> None:
    """What a game has is reached through its GamePackage (kernel/contract.py), where a type checker sees it."""
    found = modules_by_string(path.read_text(encoding="utf-8"))
    listed = path.is_relative_to(SOURCE) and path.relative_to(SOURCE).as_posix() in COMPUTED_NAMES
    assert bool(found) == listed, found


def test_a_module_looked_up_by_a_string_is_found() -> None:
    assert modules_by_string('match.package.module("words.notation").write(view)') == [
        "match.package.module('words.notation')"
    ]
    assert modules_by_string('importlib.import_module(f"{package}.page")')
    assert not modules_by_string('importlib.import_module("numpy")')


def test_no_machine_paths() -> None:
    words = ["/" + "work/", "/" + "root/", "/" + "farm/"]
    for path in [*FILES, *(ROOT / "tests").rglob("*.py"), *ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        text = path.read_text(encoding="utf-8")
        assert not any(word in text for word in words), path


@pytest.mark.parametrize("path", sorted((SOURCE / "server").rglob("*.py")), ids=lambda path: path.as_posix()[-40:])
def test_services_are_reached_through_one_typed_accessor(path: Path) -> None:
    """`app.state` has no types: `service(request, LiveTables)` does. What is not a service: that the server stops."""
    allowed = {"app.py": 1, "http/requests.py": 2, "edge/limits.py": 1}
    inside = path.relative_to(SOURCE / "server").as_posix()
    assert len(re.findall(r"app\b\S*\.state\b", path.read_text(encoding="utf-8"))) == allowed.get(inside, 0), path


# Folders of tests that are about no one package: real browsers, the registry, faults, a guest, and what is not in src
NO_MIRRORS = {"browser", "conformance", "faults", "guest", "tools"}
# Packages whose tests stand elsewhere: tests/conformance runs domik.testing, tests/reviews its judge
TESTED_ELSEWHERE = {"testing", "judge"}


def packages_in(folder: Path) -> set[Path]:
    """The packages below a folder, as relative paths."""
    return {path.parent.relative_to(folder) for path in folder.rglob("__init__.py")} - {Path()}


def test_tests_mirror_the_sources() -> None:
    tests = {path for path in packages_in(ROOT / "tests") if path.parts[0] not in NO_MIRRORS}
    assert tests - packages_in(SOURCE) == set(), "folders of tests that mirror nothing"
    wanted = {Path(path.name) for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    wanted |= {Path("server", name) for name in SERVER_ROOMS}
    assert wanted - tests - {Path(name) for name in TESTED_ELSEWHERE} == set(), "packages without a folder of tests"
