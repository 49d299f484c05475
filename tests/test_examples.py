"""Every Python example in the documents runs as it stands, and every shell example of a domik command is understood."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

import domik
from domik.cli import COMMANDS, main, words_of
from domik.cli.parser import parse, parser_of
from domik.games import GAMES

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
PAGES = tuple(ROOT / "docs" / f"{name}.md" for name in ("python", "concepts", "companion"))


def examples() -> list[tuple[str, str]]:
    """Each page's examples, one after another: later ones build on earlier ones, as a reader does."""
    return [
        (page.name, "\n".join(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.S)))
        for page in PAGES
    ]


@pytest.mark.parametrize(("name", "code"), examples(), ids=[page.name for page in PAGES])
def test_the_examples_run(name: str, code: str, tmp_path: Path) -> None:
    assert not re.search(r"& -|<<|>>", code), "no bit arithmetic in examples"
    where = os.environ | {"PYTHONPATH": str(Path(domik.__file__).parents[1])}  # the build that is being tested
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, env=where, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def research_examples() -> list[str]:
    """Those of docs/research.md stand each for itself."""
    page = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", page, re.S)


@pytest.mark.parametrize("code", research_examples(), ids=[str(number) for number in range(len(research_examples()))])
def test_the_examples_of_research_run_each_in_a_process_of_its_own(code: str, tmp_path: Path) -> None:
    where = os.environ | {"PYTHONPATH": str(Path(domik.__file__).parents[1])}
    command = [sys.executable, "-W", "error::DeprecationWarning:domik", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, env=where, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_python_stands_only_where_it_is_run() -> None:
    """docs/adding-a-game.md shows pieces of examples/guest, whose own tests run it."""
    known = {*PAGES, ROOT / "docs" / "research.md", ROOT / "docs" / "adding-a-game.md"}
    found = {page for page in DOCUMENTS if "```python" in page.read_text(encoding="utf-8")}
    assert found <= known, "new Python examples: add their pages to PAGES, so that they run"


# ---- commands -------------------------------------------------------------------------------------------------------

SPAN = re.compile(r"`([^`\n]+)`")
COMMAND = re.compile(r"^(?:\$ )?domik(?: [^#\n]*)?$")
QUICK = ("rules", "perft", "completion", "man", "daily")  # these are run; the others are read by their parsers only
PLACEHOLDER = re.compile(r"yourgame|--against$|[\[{|<*]|\.\.\.|\b[A-Z]{3,}\b(?!-\d)")


def code_of(page: Path) -> list[str]:
    """Everything in a page that is code: spans, and lines of blocks; without comments."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    lines += [line.strip() for line in text.splitlines() if line.startswith("    ")]
    return [
        re.sub(r"\s+# .*|   +.*", "", line).strip()
        for line in [*lines, *SPAN.findall(re.sub(r"```.*?```", "", text, flags=re.DOTALL))]
    ]


def commands() -> list[str]:
    """Whole commands, such as a reader would type; those that are merely named are left to the next test."""
    found = {line.removeprefix("$ ") for page in DOCUMENTS for line in code_of(page) if COMMAND.match(line)}
    return sorted(line for line in found if len(line.split()) > 2 and not PLACEHOLDER.search(line))


@pytest.mark.parametrize("line", commands())
def test_commands_in_the_documents_are_understood(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(line)[1:]
    if words in (["--version"], ["--help"]) or "--help" in words:
        assert main(words) == 0
        return
    args, _ = parse(words, "en")
    assert isinstance(args, Namespace)
    if getattr(args, "game", None):
        assert args.game in GAMES
    needs_more = (args.command == "daily" and args.game) or ".txt" in line  # a person, or a file
    if args.command in QUICK and not needs_more:
        assert main([*words, "--lang", "en"]) == 0


def known_options() -> dict[str, set[str]]:
    say = words_of(None, "en")
    return {
        name: {word for action in parser_of(name, say).actions() for word in action.option_strings} for name in COMMANDS
    }


OPTIONS = known_options()
MENTION = re.compile(r'(?<![\w./"-])domik (?P<command>[a-z]+)\b(?P<rest>[^`|\n]*)')


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document.relative_to(ROOT)))
def test_commands_and_options_that_are_named_exist(document: Path) -> None:
    for line in code_of(document):
        for found in MENTION.finditer(line):
            command = found["command"]
            assert command in COMMANDS, f"{document.name} names domik {command}, which is no command: {line}"
            options = set(re.findall(r"(?<!\S)--[a-z][a-z-]*", found["rest"]))
            assert options <= OPTIONS[command], (
                f"{document.name}: {line}: domik {command} has no {options - OPTIONS[command]}"
            )


# Options of other programs, and of our own tools, that the documents name alone.
OTHERS = {"--write", "--warm", "--spiel", "--drop", "--name", "--seeds"}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document.relative_to(ROOT)))
def test_options_that_are_named_alone_exist(document: Path) -> None:
    ours = set().union(*OPTIONS.values()) | OTHERS | {"--version"}
    named = {line.split()[0].split("=")[0] for line in code_of(document) if re.match(r"--[a-z]{2}", line)}
    assert named <= ours, f"{document.name} names options that no command has: {sorted(named - ours)}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document.relative_to(ROOT)))
def test_targets_modules_and_variables_that_are_named_exist(document: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([\w.%/-]+):", makefile, re.MULTILINE)) | {".venv/tested"}
    for line in code_of(document):
        for target in re.findall(r"^make ([a-z.][\w./-]*)", line):
            assert target in targets, f"{document.name}: the Makefile has no target {target}"
        for module in re.findall(r"python -m ((?:bench|tests|tools)\.[\w.]+)", line):
            path = ROOT / module.replace(".", "/")
            assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), f"{document.name}: no {module}"
        for variable in re.findall(r"\bDOMIK_[A-Z_]+", line):
            assert variable in variables(), f"{document.name}: nothing reads {variable}"


def variables() -> set[str]:
    """What sources, build and tests read from the environment, and every option of `domik serve`."""
    found = {f"DOMIK_{option.removeprefix('--').replace('-', '_').upper()}" for option in OPTIONS["serve"]}
    for path in (ROOT / "Makefile", ROOT / "setup.py", *(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py")):
        found |= set(re.findall(r"DOMIK_[A-Z_]+", path.read_text(encoding="utf-8")))
    return found
