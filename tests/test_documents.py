"""The documents: links lead to files, files that are named exist, and the glossary is in order and true."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "tests", "bench", "tools", "examples")
MARKDOWN = sorted([*ROOT.glob("*.md"), *(path for name in ("docs", *FOLDERS) for path in (ROOT / name).rglob("*.md"))])
NAMING = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
GLOSSARY = ROOT / "docs" / "glossary.md"
LINK = re.compile(r"\]\(([^)\s]+)\)")
SOURCE_FILE = re.compile(r"[\w./*-]*[\w*]\.(?:py|js)\b")
ENTRY = re.compile(r"- \*\*(.+?)\*\*: .+\.")
A_GAME = "games/X/"  # stands for every game
OF_THE_READER = {"my_bot.py"}  # files that a reader is asked to write


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def sources() -> list[str]:
    """Every source file with a slash before it, so that the end of a path can be compared folder by folder."""
    found = [*ROOT.glob("*.py"), *ROOT.glob("*.js")]
    for name in FOLDERS:
        found += [*(ROOT / name).rglob("*.py"), *(ROOT / name).rglob("*.js")]
    return [f"/{relative(path)}" for path in found]


def is_source_file(named: str) -> bool:
    """Whether a path that a document names, perhaps with `*`, is one of ours or the end of one."""
    name = named.replace(A_GAME, "games/*/")
    while name.startswith("../"):
        name = name.removeprefix("../")
    if "*" not in name:
        return any(path.endswith(f"/{name}") for path in sources())
    pattern = re.compile(f".*/{re.escape(name)}".replace(r"\*", "[^/]*"))
    return any(map(pattern.fullmatch, sources()))


def prose_of(document: Path) -> str:
    """The text without code, in which brackets mean something else."""
    return re.sub(r"```.*?```|`[^`\n]*`", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("document", MARKDOWN, ids=relative)
def test_links_lead_to_files(document: Path) -> None:
    targets = [target.partition("#")[0] for target in LINK.findall(prose_of(document))]
    local = [target for target in targets if target and not re.match(r"[a-z]+:", target)]
    missing = [target for target in local if not (document.parent / target).exists()]
    assert not missing, f"{relative(document)} links to what is not there: {missing}"


@pytest.mark.parametrize("document", NAMING, ids=relative)
def test_source_files_that_are_named_exist(document: Path) -> None:
    named = set(SOURCE_FILE.findall(document.read_text(encoding="utf-8"))) - OF_THE_READER
    missing = sorted(name for name in named if not is_source_file(name))
    assert not missing, f"{relative(document)} names files that do not exist: {missing}"


def test_the_search_for_files_knows_what_is_not_there() -> None:
    assert is_source_file("kernel/game.py")
    assert is_source_file("games/X/page/cells_*.py")
    assert is_source_file("../examples/bots/rival.py")
    assert not is_source_file("kernel/gam.py")
    assert not is_source_file("ernel/game.py")
    assert not is_source_file("games/X/page/cell_*.py")


def glossary_areas() -> list[list[str]]:
    """The entries of each area, in the order in which they stand."""
    _, *areas = GLOSSARY.read_text(encoding="utf-8").split("\n## ")
    return [[line for line in area.splitlines() if line.startswith("- ")] for area in areas]


def words_of(entry: str) -> str:
    """The word, or words, that an entry explains."""
    found = ENTRY.fullmatch(entry)
    assert found, f"not `- **word**: a sentence.`: {entry}"
    return found[1]


def test_the_glossary_is_in_alphabetical_order() -> None:
    for area in glossary_areas():
        assert area
        for one, other in pairwise(words_of(entry).lower().replace("-", " ") for entry in area):
            assert one < other, f"{other} stands after {one}"


def defined_names() -> set[str]:
    """Every class, and every name that a module gives to a type or a value."""
    found: set[str] = set()
    for path in sources():
        if path.endswith(".py"):
            for node in ast.parse((ROOT / path[1:]).read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef):
                    found.add(node.name)
                elif isinstance(node, ast.Assign):
                    found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def test_classes_in_the_glossary_exist() -> None:
    words = " ".join(words_of(entry) for area in glossary_areas() for entry in area)
    named = set(re.findall(r"[A-Z][a-z]\w*", words))  # a small letter after the capital: API is no class
    assert len(named) > 50
    assert named <= defined_names(), named - defined_names()


# ---- the map --------------------------------------------------------------------------------------------------------

DOCS = ROOT / "docs"
INDEXES = (DOCS / "README.md", DOCS / "decisions" / "README.md", DOCS / "figures" / "README.md")


def headings(document: Path) -> set[str]:
    """The anchors of a document's headings, as repositories and the site make them."""
    text = re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
    titles = re.findall(r"^#+ +(.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("document", NAMING, ids=relative)
def test_anchors_of_links_are_headings(document: Path) -> None:
    for target in LINK.findall(prose_of(document)):
        path, _, anchor = target.partition("#")
        if anchor and not re.match(r"[a-z]+:", target):
            page = document.parent / path if path else document
            assert anchor in headings(page), (
                f"{relative(document)}: {relative(page.resolve())} has no heading #{anchor}"
            )


def test_every_document_is_in_an_index() -> None:
    linked = {(index.parent / path.partition("#")[0]).resolve() for index in INDEXES for path in links_of(index)}
    missing = [relative(page) for page in DOCS.rglob("*.md") if page not in linked and page not in INDEXES]
    assert not missing, f"link them in docs/README.md, docs/decisions/README.md or docs/figures/README.md: {missing}"


def links_of(document: Path) -> list[str]:
    return LINK.findall(prose_of(document))


def test_every_decision_has_its_row_and_its_heading() -> None:
    index = (DOCS / "decisions" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[(\d{4})\]\((\S+)\) \| .+ \| \d{4}-\d{2}-\d{2} \| .+ \|$", index, re.MULTILINE)
    for number, name in rows:
        text = (DOCS / "decisions" / name).read_text(encoding="utf-8")
        assert name.startswith(number)
        assert re.match(rf"# 0*{int(number)}\b", text), f"{name} should begin with its number and title"
    there = {page.name for page in (DOCS / "decisions").glob("0*.md")}
    assert {name for _, name in rows} == there, "every decision needs a row with title, date and status"


def test_the_site_has_every_document() -> None:
    """Decisions are reached by their index."""
    site = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    named = set(re.findall(r"\S+\.md$", site.partition("\nnav:")[2], re.MULTILINE))
    there = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md") if not page.name[:4].isdigit()}
    assert named == there, f"in mkdocs.yml or in docs, not in both: {sorted(named ^ there)}"


# ---- figures --------------------------------------------------------------------------------------------------------

FIGURES = sorted(page for page in (DOCS / "figures").glob("*.md") if page.name != "README.md")
FIGURE = re.compile(r"(?<![\w.,–-])(?:\d{1,3}(?:,\d{3})+|\d+\.\d+|\d{4,})(?![\w.,-]*\w)")
YEARS = re.compile(r"20\d\d|\d\.\d+|\d0+")  # dates, versions and round numbers are no figures


@pytest.mark.parametrize("document", FIGURES, ids=relative)
def test_figures_say_where_they_come_from(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for line in ("Machine", "Date", "Commit", "Build"):
        assert re.search(rf"^- {line}: \S", text, re.MULTILINE), (
            f"{relative(document)} lacks “- {line}:” (bench/figures.py)"
        )


def measured(page: Path) -> set[str]:
    """Figures in a page's tables, if they are long enough to be told apart."""
    rows = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    found = {one for row in rows for one in FIGURE.findall(row)}
    return {one for one in found if len(one) > 3 and not YEARS.fullmatch(one)}


def test_no_figure_stands_in_two_documents() -> None:
    figures = {one: page for page in FIGURES for one in measured(page)}
    assert len(figures) > 200
    others = [page for page in DOCS.glob("*.md") if page.name not in ("review.md", "puzzles.md", "lessons.md")]
    for page in others:
        again = {one for one in FIGURE.findall(page.read_text(encoding="utf-8")) if one in figures}
        assert not again, f"{relative(page)} repeats figures; link to docs/figures instead: {sorted(again)}"


def test_what_is_missed_is_in_the_table() -> None:
    table = (DOCS / "figures" / "README.md").read_text(encoding="utf-8").partition("## What is missed")[2]
    for page in FIGURES:
        if "**missed**" in page.read_text(encoding="utf-8"):
            assert f"]({page.name})" in table, f"{relative(page)} misses something that the table does not name"


def test_load_defines_its_unit_in_its_first_line() -> None:
    first = (DOCS / "load.md").read_text(encoding="utf-8").partition("\n\n")[2].splitlines()[0]
    assert "yardstick" in first
