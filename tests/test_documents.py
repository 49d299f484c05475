"""The documents: links lead to files, files that are named exist, and the glossary is in order and true."""

from __future__ import annotations

import ast
import re
import tomllib
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
KINDS = "py|js|mjs|ts|toml|html|css|md|svg|yml|yaml|jsonl|json|txt|sh|service|conf|webp|png"
NAMED_FILE = re.compile(rf"(?<![\w/.:@{{-])((?:\.\./)*(?:[\w.*-]+/)*[\w.*-]*[\w*]\.(?:{KINDS}))\b(?![/(])")
NAMED_FOLDER = re.compile(r"(?<![\w/.:@{-])((?:src|tests|tools|bench|docs|examples|deploy)/[\w.*/-]*\w)")
ENTRY = re.compile(r"- \*\*(.+?)\*\*: .+\.")
A_GAME = "games/X/"  # stands for every game
# Files that a reader, or a command that the reader gives, is to write.
OF_THE_READER = """
    my_bot.py my.toml other.toml table.txt before.json game.json games.jsonl games.card.md ladder.jsonl
    sweep.jsonl sweep.html report.html curve.svg view.svg file.svg domik.json domik/progress.json
    src/yourgame
"""


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def sources() -> list[str]:
    """Every Python and JavaScript file with a slash before it, to compare the ends of paths folder by folder."""
    return [path for path in ours() if path.endswith((".py", ".js"))]


@cache
def ours() -> list[str]:
    """Every file and folder of the project, each with a slash before it."""
    top = [path for path in ROOT.iterdir() if path.is_file()]
    folders = [ROOT / name for name in (*FOLDERS, "docs", "deploy", ".github")]
    below = [path for folder in folders for path in (folder, *folder.rglob("*")) if "__pycache__" not in path.parts]
    return [f"/{relative(path)}" for path in (*top, *below)]


def is_ours(named: str) -> bool:
    """Whether a path that a document names, perhaps with `*`, is one of ours or the end of one."""
    name = re.sub(r"/(?:NAME|X)(?=/|$)", "/*", named.replace(A_GAME, "games/*/"))
    name = re.sub(r"(docs/decisions/\d{4})$", r"\1*", name)
    while name.startswith("../"):
        name = name.removeprefix("../")
    if "*" not in name:
        return any(path.endswith(f"/{name}") for path in ours())
    pattern = re.compile(f".*/{re.escape(name)}".replace(r"\*", "[^/]*"))
    return any(map(pattern.fullmatch, ours()))


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
def test_files_and_folders_that_are_named_exist(document: Path) -> None:
    text = re.sub(r"https?://\S+", "", document.read_text(encoding="utf-8"))
    named = {*NAMED_FILE.findall(text), *NAMED_FOLDER.findall(text)} - set(OF_THE_READER.split())
    missing = sorted(name for name in named if not is_ours(name))
    assert not missing, f"{relative(document)} names what does not exist: {missing}"


def test_the_search_for_files_knows_what_is_not_there() -> None:
    assert is_ours("kernel/game.py")
    assert is_ours("games/X/page/cells_*.py")
    assert is_ours("../examples/bots/rival.py")
    assert is_ours("words_companion.toml")
    assert is_ours("docs/decisions/0006")
    assert is_ours("tests/games/NAME")
    assert not is_ours("kernel/gam.py")
    assert not is_ours("ernel/game.py")
    assert not is_ours("games/X/page/cell_*.py")
    assert not is_ours("docs/decisions/0020")


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
    assert [number for number, _ in rows] == sorted(name[:4] for name in there), "one row each, in order"
    unused = set(re.findall(r"\d{4}", index.partition("The numbers ")[2]))
    holes = {f"{number:04}" for number in range(1, int(rows[-1][0]))} - {number for number, _ in rows}
    assert unused == holes, "the last line of the index says which numbers were never used"


def test_what_is_new_is_a_list_of_whole_sentences() -> None:
    """Merging two lists leaves half lines and the same line twice."""
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    lines = [line.strip() for line in changes.splitlines() if len(line) > 30]
    assert len(lines) == len(set(lines))
    entries = re.findall(r"^- (?:.+\n(?:  .+\n)*)", changes, re.MULTILINE)
    assert all(re.match(r"- [A-Z*`“]", one) and one.rstrip().endswith((".", "!", "?")) for one in entries)
    rest = re.sub(r"^- .+\n(?:  .+\n)*|^#.*\n", "", changes + "\n", flags=re.MULTILINE)
    assert not rest.strip(), "what is new stands in entries and headings"


def test_every_script_of_pages_has_its_place() -> None:
    told = (DOCS / "architecture.md").read_text(encoding="utf-8").partition("## The scripts of pages")[2]
    named = set(re.findall(r"`(\w+\.js)`", told.partition("\n## ")[0]))
    assert named == {path.name for path in (ROOT / "src" / "domik" / "web" / "static").glob("*.js")}


def test_every_dependency_is_explained() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    wanted = [*project["tool"]["domik"]["dependencies"], *project["tool"]["domik"]["compiled"]]
    wanted += [one for names in extras.values() for one in names]
    names = {re.split(r"[\[<>=!; ]", one)[0].lower().replace("_", "-") for one in wanted} - {"domik"}
    told = (DOCS / "decisions" / "0007-dependencies.md").read_text(encoding="utf-8").lower().replace("_", "-")
    assert not {name for name in names if name not in told}


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
