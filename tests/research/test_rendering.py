"""What environments and notebooks show: text, pixels and the browser's drawing, of one seat's view alone."""

from __future__ import annotations

import xml.etree.ElementTree
from typing import Any

import numpy as np
import pytest

import domik
from domik.research import zoo
from domik.research.gym import DomikEnv

NAMES = ("treehouse", "dream_home", "cabin", "bower")


@pytest.mark.parametrize("name", NAMES)
def test_views_and_games_draw_themselves_in_notebooks(name: str) -> None:
    game = domik.new(name, seed=3)
    blank = game.view(game.to_move[0])._repr_svg_()
    bot = domik.bot("greedy")
    for _ in range(20):
        seat = game.to_move[0]
        game.play(seat, bot.decide(game.view(seat)))
    view = game.view(game.to_move[0])
    svg = xml.etree.ElementTree.fromstring(view._repr_svg_())
    assert svg.tag.endswith("svg")
    assert 'src="data:image/svg+xml;base64,' in view._repr_html_()
    assert game._repr_html_() == view._repr_html_()
    assert blank != view._repr_svg_(), "what was built is seen"


def test_a_drawing_holds_nothing_foreign() -> None:
    game = domik.new("treehouse", seats=3, seed=3)
    view = game.view(0)
    assert view.svg() == view.imagine(seed=1).view(0).svg() == view.imagine(seed=2).view(0).svg()


def test_human_prints_at_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = DomikEnv("bower", render_mode="human")
    env.reset(seed=1)
    first = capsys.readouterr().out
    env.step(env.action_space.sample())
    assert "\n" in first
    assert capsys.readouterr().out not in ("", first)


def test_pixels() -> None:
    env: Any = DomikEnv("treehouse", render_mode="rgb_array")
    env.reset(seed=1)
    try:
        picture = env.render()
    except ImportError as missing:
        pytest.skip(str(missing))
    assert picture.shape == (546, 730, 3)
    assert picture.dtype == np.uint8
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 100, "a board has many colours"
    agents = zoo.env("treehouse", render_mode="rgb_array")
    agents.reset(seed=1)
    assert np.asarray(agents.render()).shape == (546, 730, 3)
