"""What markup must be: checks of one drawing."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from xml.etree import ElementTree

from domik.kernel.drawing import OTHER_WAY, Drawing
from domik.kernel.state import View
from domik.testing.steps import actions_of


def parts_of(drawing: Drawing) -> tuple[str, ...]:
    """All markup of a page, in pieces that come again and again."""
    return (*drawing.areas.values(), *drawing.cells.values())


def filled(drawing: Drawing, area: str) -> str:
    """An area with its cells in it, as the script would put them there."""
    cells = drawing.cells
    return re.sub(
        r'(<[^>]*\bid="([^"]+)"[^>]*>)(?=</)',
        lambda found: found[1] + cells.get(found[2], ""),
        drawing.areas.get(area, ""),
    )


def page_of(drawing: Drawing) -> str:
    """All areas with their cells in them."""
    return "".join(f"<div>{filled(drawing, area)}</div>" for area in drawing.areas)


@lru_cache(maxsize=4096)
def well_formed(markup: str) -> bool:
    """Whether every tag is closed; a parse error says where one is not."""
    return ElementTree.fromstring(f"<g>{markup}</g>") is not None


@lru_cache(maxsize=4096)
def ids(markup: str) -> tuple[str, ...]:
    """The ids in a piece of markup."""
    return tuple(re.findall(r'\bid="([^"]+)"', markup))


@lru_cache(maxsize=4096)
def referred_to(markup: str) -> frozenset[str]:
    """The ids that a piece of markup or style refers to."""
    return frozenset(re.findall(r'(?:href="#|url\(#)([\w-]+)', markup))


@lru_cache(maxsize=4096)
def tags(markup: str) -> dict[str, tuple[str, str, str]]:
    """By id: the tag's name, the whole tag and what follows it."""
    found = re.finditer(r'<(\w+)(?: [^>]*?)? id="([^"]+)"[^>]*>', markup)
    return {tag[2]: (tag[1], tag[0], markup[tag.end() :]) for tag in found}


def targets(drawing: Drawing) -> set[str]:
    """Everything that paths lead over."""
    return {id for path in drawing.paths.values() for id in path}


def begins(path: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether one path is the beginning of another."""
    return other[: len(path)] == path


def check_paths(view: View, drawing: Drawing, either_way: bool = False) -> None:
    """Every legal action has its own path of things on the page, whose ids are all different.

    What refuses something must not end a path, save in games where one thing takes a card in another way.
    """
    legal = {action.bit_length() - 1 for action in actions_of(int(view.legal()))}
    assert {number % OTHER_WAY for number in drawing.paths} == legal
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
        if 'data-lit=""' in tag:  # the script makes it a button while paths or refusals name it
            assert re.search(r'aria-label="[^"]+"', tag), tag
            continue
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
