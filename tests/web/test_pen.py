"""The pen and the pictures: safe, well formed, complete."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.resources import files
from xml.etree import ElementTree

import pytest

from domik.games import game_packages
from domik.games.treehouse import TITLE
from domik.kernel.contract import no_part
from domik.kernel.phrase import Phrase
from domik.server.rendering.assets import asset
from domik.server.rendering.templates import render_in_language
from domik.web import icons
from domik.web.illustrations import default_scene, hills, scene_of, wordmark
from domik.web.pen import MARKS, face, icon, mark_icon, pen_for
from tests.web.preview import home_page, stylesheet


def test_say_and_escape_are_safe_in_markup() -> None:
    pen = pen_for("en", "desk", "domik.games.treehouse.words")
    evil = '"><script>alert(1)</script>'
    assert "<" not in pen.escape(evil)
    said = pen.say(Phrase("draw.passes", {"name": evil}))
    assert "<" not in said
    assert '"' not in said


def test_pens_are_shared_so_that_leaves_are_cached() -> None:
    assert pen_for("ru", "hand", "domik.games.treehouse.words") is pen_for("ru", "hand", "domik.games.treehouse.words")
    assert pen_for("ru", "hand", "domik.games.treehouse.words") is not pen_for(
        "pl", "hand", "domik.games.treehouse.words"
    )


def test_every_room_has_an_icon_that_lucide_knows() -> None:
    rooms = TITLE.parts().rooms.values()
    assert {room.icon for room in rooms} <= icons.icon_names()


def test_unknown_icons_do_not_break_a_page() -> None:
    assert icons.icon_paths("no-such-icon") == icons.icon_paths(icons.FALLBACK_ICON)


@pytest.mark.parametrize("markup", [icon("house"), mark_icon("red"), face(2, "rabbit"), wordmark(), hills()])
def test_leaves_are_well_formed(markup: str) -> None:
    ElementTree.fromstring(markup)


def test_six_marks_of_six_shapes() -> None:
    assert len(set(MARKS.values())) == len(MARKS) == 6


SCENES = {title.name: scene_of(title, pen_for("en")) for title in game_packages()}


@pytest.mark.parametrize("scene", [*SCENES.values(), default_scene()], ids=[*SCENES, "a game without one"])
def test_scenes_are_well_formed_and_silent(scene: str) -> None:
    tree = ElementTree.fromstring(scene)
    assert tree.attrib["class"] == "scene"
    assert tree.attrib["aria-hidden"] == "true"


def test_every_game_of_ours_has_a_scene_of_its_own_and_others_get_the_plain_one() -> None:
    assert len({*SCENES.values(), default_scene()}) == len(SCENES) + 1
    assert scene_of(replace(TITLE, artwork=no_part), pen_for("en")) == default_scene()


def test_scenes_can_stand_on_one_page() -> None:
    """Ids may repeat only where the same scene stands twice."""
    ids = [id for scene in SCENES.values() for id in set(re.findall(r'\bid="([^"]+)"', scene))]
    assert len(ids) == len(set(ids))


def test_every_colour_that_is_used_is_defined() -> None:
    sheet = stylesheet("domik.games.treehouse")
    used = set(re.findall(r"var\((--[a-z0-9-]+)\)", sheet))
    pages = home_page(pen_for("en"), "light", game_packages())
    used |= set(re.findall(r"var\((--[a-z0-9-]+)\)", pages))
    defined = set(re.findall(r"(--[a-z0-9-]+):", sheet))
    assert used <= defined, used - defined


def tokens_of(sheet: str) -> dict[str, str]:
    text = files("domik.web").joinpath(f"static/{sheet}.css").read_text(encoding="utf-8")
    block = re.search(r":root \{(.*?)\n\}", text, re.DOTALL)
    assert block
    return dict(re.findall(r"(--[a-z0-9-]+): ([^;]+);", block[1]))


def test_night_only_changes_what_the_day_has() -> None:
    assert tokens_of("night").keys() <= tokens_of("domik").keys()


@pytest.mark.parametrize(
    ("theme", "media"), [("", "(prefers-color-scheme: dark)"), ("dark", "all"), ("light", "not all")]
)
def test_a_page_says_when_it_is_night(theme: str, media: str) -> None:
    """Without a choice the system decides, in style sheets of games as well."""
    shown = render_in_language("base.html", "en", theme=theme)
    address = asset("night.css")
    assert f'id="night" href="{address}" media="{media}"' in " ".join(shown.split())
    assert (f'data-theme="{theme}"' in shown) == bool(theme)


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_stand_out_from_their_paper(theme: str) -> None:
    tokens = tokens_of("domik") | (tokens_of("night") if theme == "dark" else {})
    pairs = [(ink, paper) for ink in ("--ink", "--ink-2") for paper in ("--paper", "--paper-2", "--card")]
    pairs += [("--accent-ink", "--accent"), ("--good", "--card"), ("--bad", "--card"), ("--accent", "--card")]
    pairs += [("--seat-ink", f"--seat-{seat}") for seat in range(4)]
    pairs += [(f"--{colour}-deep", f"--{colour}-pale") for colour in MARKS]
    for ink, paper in pairs:
        assert contrast(tokens[ink], tokens[paper]) >= 4.5, (ink, paper)
