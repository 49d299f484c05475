"""Templates, scripts and style sheets as they are written: wrapped, with addresses that know the root path."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from domik.server.rendering.templates import environment
from domik.web.modules import OF_EVERY_PAGE, imports_of

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src/domik/web"
SCRIPTS = sorted((WEB / "static").glob("*.js"))
TEMPLATES = sorted((WEB / "templates").glob("*.html"))
STYLES = sorted([*(WEB / "static").glob("*.css"), *(ROOT / "src/domik/games").glob("*/page/*.css")])
OURS = [*SCRIPTS, *TEMPLATES, *STYLES, *sorted((WEB / "static").glob("*.ts"))]
WIDEST = 120
SCREENS = dict(  # their names and conditions, as the comment in screens.css gives them
    re.findall(r"^   ([a-z]+) .*\n {12}(\(.*\))", (WEB / "static/screens.css").read_text("utf-8"), re.MULTILINE)
)
NODE_TOOLS = ("tsc", "eslint", "prettier")


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_lines_are_no_wider_than_a_window(path: Path) -> None:
    wide = [number for number, line in enumerate(path.read_text("utf-8").splitlines(), 1) if len(line) > WIDEST]
    assert wide == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_the_types_of_every_script_are_checked(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.startswith("// @ts-check\n// ")
    assert "@ts-ignore" not in text
    assert "@ts-nocheck" not in text


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_addresses_in_templates_begin_with_the_root(path: Path) -> None:
    found = re.findall(r'\b(?:href|src|action|data-[a-z]+)="/[^"]*"', path.read_text("utf-8"))
    assert found == []


def test_addresses_in_python_begin_with_the_root() -> None:
    for path in sorted((ROOT / "src/domik").rglob("*.py")):
        text = path.read_text("utf-8")
        assert not re.search(r"""\b(?:href|src|action)=["']/""", text), path
        if path.name != "requests.py":
            assert "RedirectResponse(" not in text, f"{path}: see server/http/requests.py"


def test_line_breaks_between_tags_are_not_sent() -> None:
    source = "<b>\n  {{ one }}\n  <i\n    class='x'>a</i>\n</b>\n <u>1\n  2</u> <s></s>"
    shown = environment.from_string(source).render(one="1")
    assert shown == "<b>1<i\n    class='x'>a</i></b><u>1\n  2</u> <s></s>"


@pytest.mark.parametrize("path", STYLES, ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_style_sheets_ask_browsers_what_they_know(path: Path) -> None:
    """Conditions are written out; a screen's name behind one means the condition that screens.css gives it."""
    text = path.read_text("utf-8")
    assert "@custom-media" not in text
    for condition, name in re.findall(r"@media ([^{]+) \{ /\* ([a-z]+) \*/", text):
        assert condition == SCREENS[name], f"{name}: {condition}"


def test_a_page_names_what_its_script_imports() -> None:
    found = imports_of("live.js")
    assert {"table.js", "patch.js", "choose.js", "paths.js", "follow.js", "queue.js"} <= set(found)
    assert len(found) == len(set(found))
    assert not set(found) & {"live.js", "fair.js", *OF_EVERY_PAGE}
    assert imports_of("rules.js") == ()


def test_scripts_pass_their_own_tools() -> None:
    """TypeScript, ESLint and Prettier, where Node and these tools are (make check-scripts installs them)."""
    installed = ROOT / "node_modules/.bin"
    if shutil.which("node") is None or not all((installed / tool).exists() for tool in NODE_TOOLS):
        text = "NO NODE TOOLS HERE: the scripts' types and style are not checked (make check-scripts)"
        print(text, file=sys.__stderr__)
        pytest.skip(text)
    checked = subprocess.run(["make", "-s", "check-scripts"], cwd=ROOT, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
