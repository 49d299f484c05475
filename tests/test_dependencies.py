"""Dependencies: what is imported is declared, and only what a package offers to the public is used."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "domik"
FILES = sorted([*SOURCE.rglob("*.py"), *(ROOT / "bench").glob("*.py"), *(ROOT / "tools").glob("*.py")])
INTERNALS = ("uvicorn.protocols", "websockets.protocol", "websockets.frames", "websockets.server", "websockets.legacy")
OURS = {"domik", "bench", "tools", "tests"}


def is_private(name: str) -> bool:
    """Whether a name begins with one underscore, as what nobody else should use does."""
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def imports(tree: ast.Module) -> dict[str, str]:
    """What every imported name of another package stands for, dotted."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found[alias.asname or alias.name.split(".")[0]] = alias.name
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                found[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    local = {path.stem for path in (ROOT / "tools").glob("*.py")}
    outside = sys.stdlib_module_names | OURS | local
    return {name: whole for name, whole in found.items() if whole.split(".")[0] not in outside}


def first_name(node: ast.expr) -> str:
    """`a` of a.b.c."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def inherited(tree: ast.Module, foreign: set[str]) -> set[str]:
    """Private names of other packages' classes that our subclasses use."""
    found = set()
    for cls in ast.walk(tree):
        if not isinstance(cls, ast.ClassDef) or not foreign & {first_name(base) for base in cls.bases}:
            continue
        used = [node for node in ast.walk(cls) if isinstance(node, ast.Attribute) and first_name(node.value) == "self"]
        own = {node.name for node in cls.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
        own |= {node.attr for node in used if isinstance(node.ctx, ast.Store)}
        own |= {
            node.target.id for node in cls.body if isinstance(node, ast.AnnAssign) if isinstance(node.target, ast.Name)
        }
        found |= {f"{cls.name}.{node.attr}" for node in used if is_private(node.attr) and node.attr not in own}
    return found


def private_uses(text: str) -> set[str]:
    """Everything in a module that reaches into the private parts of another package."""
    tree = ast.parse(text)
    foreign = imports(tree)
    found = {whole for whole in foreign.values() if any(map(is_private, whole.split(".")))}
    found |= {whole for whole in foreign.values() if any(whole.startswith(f"{one}.") for one in INTERNALS)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            if node.attr == "__self__" or (is_private(node.attr) and first_name(node.value) in foreign):
                found.add(ast.unparse(node))
        elif isinstance(node, ast.Constant) and node.value == "__self__":
            found.add("__self__")
    return found | inherited(tree, set(foreign))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_private_of_a_dependency_is_used(path: Path) -> None:
    assert private_uses(path.read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import uvicorn\nuvicorn.Config(uvicorn.Server)", set()),
        ("import uvicorn\nuvicorn._types.Scope", {"uvicorn._types"}),
        ("from starlette._utils import is_async", {"starlette._utils.is_async"}),
        ("from uvicorn.protocols.http.h11_impl import H11Protocol", {"uvicorn.protocols.http.h11_impl.H11Protocol"}),
        ("def post(send):\n    send.__self__.post()", {"send.__self__"}),
        ("getattr(send, '__self__', None)", {"__self__"}),
        ("import uvicorn\nclass A(uvicorn.Server):\n    def f(self):\n        self._serve()", {"A._serve"}),
        (
            "import uvicorn\nclass A(uvicorn.Server):\n    def f(self):\n        self._mine = 1\n        self._mine",
            set(),
        ),
    ],
)
def test_private_parts_are_found(text: str, found: set[str]) -> None:
    assert private_uses(text) == found


def test_everything_that_is_imported_is_declared() -> None:
    """As a dependency, or as an extra that its part of the code asks for."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    own, extras = settings["tool"]["domik"], settings["project"]["optional-dependencies"]
    wanted = [*own["dependencies"], *own["compiled"], *(one for extra in extras.values() for one in extra)]
    declared = {plain(re.split(r"[\[<>=;~! ]", one)[0]) for one in wanted}
    owners = packages_distributions()
    for path in SOURCE.rglob("*.py"):
        for whole in imports(ast.parse(path.read_text(encoding="utf-8"))).values():
            package = whole.split(".")[0]
            names = {plain(one) for one in owners.get(package, [package])}
            assert names & declared, f"{path.relative_to(ROOT)} imports {package}, which pyproject.toml does not name"


def plain(name: str) -> str:
    """The name of a distribution as it is compared."""
    return re.sub(r"[-_.]+", "-", name).lower()
