"""What boards are built of: elements that escape, buttons that refuse, pictures from files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from domik.kernel.drawing import Markup, PlayerInfo, Refusal
from domik.kernel.phrase import Phrase
from domik.web.board.element import escape, join, tag
from domik.web.board.memo import FRAGMENTS, MARKUP, fragment_memo, memo
from domik.web.board.parts import action_button, empty_cells, player_panel, read_picture, steps, text_button
from domik.web.pen import pen_for
from tests.test_architecture import SOURCE

PEN = pen_for("en", "desk", "domik.games.treehouse.words", "domik.web", "domik.table")
PICTURES = sorted(SOURCE.glob("games/*/page/art/*.svg"))


def test_attributes_are_escaped() -> None:
    element = tag("b", escape("<i>"), title="\"><script>'&", class_="x")
    assert element == '<b title="&quot;&gt;&lt;script&gt;&#x27;&amp;" class="x">&lt;i&gt;</b>'
    assert ElementTree.fromstring(element).get("title") == "\"><script>'&"


def test_attributes_of_every_type() -> None:
    assert tag("rect", x=-6, y=3.50, width=2.0, stroke_width="1") == '<rect x="-6" y="3.5" width="2" stroke-width="1"/>'
    assert tag("g", None, 3, data_drag=True, aria_disabled=None, role=False) == '<g data-drag="">3</g>'
    assert tag("i", class_="") == '<i class=""></i>'


def test_parts_are_joined_as_they_are() -> None:
    assert join(tag("g"), Markup("×2")) == "<g></g>×2"
    assert empty_cells(("a", "b"), "g") == '<g id="a"></g><g id="b"></g>'
    assert steps("i", 3, 1, 1, is_numbered=True) == '<i class="done">1</i><i class="now">2</i><i class="">3</i>'


def test_a_refused_button_is_disabled_and_says_why() -> None:
    words, refusal = Phrase("draw.aside"), Refusal("TH-35", Phrase("draw.hands"))
    can, no = (text_button(PEN, "discard", "button", "archive", words, found) for found in (None, refusal))
    assert ' class="button can">' in can
    assert 'class="button no" aria-disabled="true" aria-label="' in no
    assert f"{PEN.say(words)}. {PEN.say(refusal.reason)} TH-35" in no
    assert no.endswith("<sup>TH-35</sup></button>")
    assert action_button("a", "x", is_refused=False, title="<") == (
        '<button id="a" type="button" class="x can" title="&lt;"></button>'
    )


@pytest.mark.parametrize("is_present", [True, False])
def test_a_panel_says_that_a_rival_is_away(is_present: bool) -> None:
    player = PlayerInfo("<Ola>", is_present=is_present)
    cells = player_panel(PEN, 1, player, 30, Markup("thinks"), "tree-1")
    assert "&lt;Ola&gt;" in cells["who-1"]
    assert "data-away" not in cells["who-1"]
    assert ("data-away" in cells["state-1"]) != is_present
    assert "&lt;Ola&gt;" in cells["look-1"]


@pytest.mark.parametrize("keep", [memo, fragment_memo])
def test_the_memo_is_bounded(keep: Callable[[Callable[[int], None]], Callable[[int], None]]) -> None:
    drawn: list[int] = []
    remembered = keep(drawn.append)
    for number in (*range(MARKUP + FRAGMENTS), MARKUP + FRAGMENTS - 1, 0):
        remembered(number)
    assert drawn == [*range(MARKUP + FRAGMENTS), 0]


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: f"{path.parts[-4]}/{path.name}")
def test_pictures_are_whole(path: Path) -> None:
    ElementTree.fromstring(path.read_text("utf-8"))
    inside = read_picture(f"domik.games.{path.parts[-4]}.page", path.stem)
    ElementTree.fromstring(f"<svg>{inside}</svg>")
    assert "\n" not in inside
