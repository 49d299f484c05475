"""What every drawing must be: checks that the tests of all drawings and of one game share."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree

from domik.kernel.drawing import OTHER_WAY, Drawing
from domik.kernel.state import View
from tests.web.drawn import ids_in, legal_numbers, page_of


def parts_of(drawing: Drawing) -> tuple[str, ...]:
    """All markup of a page, in pieces that come again and again."""
    return (*drawing.areas.values(), *drawing.cells.values())


@cache
def well_formed(markup: str) -> bool:
    return ElementTree.fromstring(f"<g>{markup}</g>") is not None


@cache
def ids(markup: str) -> tuple[str, ...]:
    return tuple(ids_in(markup))


@cache
def referred_to(markup: str) -> frozenset[str]:
    return frozenset(re.findall(r'(?:href="#|url\(#)([\w-]+)', markup))


@cache
def tags(markup: str) -> dict[str, tuple[str, str, str]]:
    """By id: the tag's name, the whole tag and what follows it."""
    found = re.finditer(r'<(\w+)(?: [^>]*?)? id="([^"]+)"[^>]*>', markup)
    return {tag[2]: (tag[1], tag[0], markup[tag.end() :]) for tag in found}


def targets(drawing: Drawing) -> set[str]:
    """Everything that paths lead over."""
    return {id for path in drawing.paths.values() for id in path}


def begins(path: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return other[: len(path)] == path


def check_paths(view: View, drawing: Drawing, either_way: bool = False) -> None:
    """Every legal action has its own path of things on the page, whose ids are all different."""
    assert {number % OTHER_WAY for number in drawing.paths} == legal_numbers(view)
    ordered = sorted(drawing.paths.values())  # the script sends when one path is left: none may begin another
    assert not any(begins(a, b) for a, b in pairwise(ordered))
    there = [id for markup in parts_of(drawing) for id in ids(markup)]
    assert len(there) == len(set(there))
    assert targets(drawing) | drawing.refusals.keys() <= set(there)
    assert drawing.cells.keys() <= set(there), "a cell without a place in the skeleton"
    assert not drawing.refusals.keys() & {path[0] for path in drawing.paths.values()}
    assert either_way or not drawing.refusals.keys() & {path[-1] for path in drawing.paths.values()}


def check_clickable(drawing: Drawing) -> None:
    """Buttons, or what a keyboard reaches like one, named: lit where a path begins, disabled where none passes."""
    there = {id: tag for markup in parts_of(drawing) for id, tag in tags(markup).items()}
    first = {path[0] for path in drawing.paths.values()}
    for id in targets(drawing) | drawing.refusals.keys():
        name, tag, inside = there[id]
        assert name == "button" or ('role="button"' in tag and 'tabindex="0"' in tag), tag
        assert ("aria-disabled" in tag) == (id not in targets(drawing)), tag
        assert bool(re.search(r'class="[^"]*\bcan\b', tag)) == (id in first), tag
        text = re.search(r">[^<]{2,}<", f">{inside.split('</button>')[0]}<") if name == "button" else None
        assert text or re.search(r'aria-label="[^"]+"', tag), tag


def check_escaped(drawing: Drawing) -> None:
    """Nothing that people typed became markup."""
    page = page_of(drawing)
    assert "<script" not in page
    assert "<img" not in page
    ElementTree.fromstring(f"<div>{page}</div>")
