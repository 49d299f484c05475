"""Everything that a seat is ever told about a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domik.kernel.drawing import Drawing, Form, Player
from domik.kernel.sketch import plain
from domik.kernel.state import View
from domik.kernel.title import Match
from domik.language import words_for
from domik.testing.steps import actions_of
from domik.web.pen import pen_for

PLAYERS = (
    Player("Mila"),
    Player("Ola", "bird", is_bot=True),
    Player("Марк", "rabbit"),
    Player("Agnieszka", "turtle", is_present=False),
)


def draw(
    match: Match, view: View, language: str = "en", form: Form = "desk", players: Sequence[Player] = PLAYERS
) -> Drawing:
    """The browser's drawing of a view, without sheets."""
    pen = pen_for(language, form, match.title.words)
    module = match.title.module("page.drawing")
    found: Drawing = module.draw(match, view, pen, list(players[: match.seats]))
    return found.whole()


def all_that_is_shown(match: Match, view: View, with_drawing: bool = True) -> dict[str, Any]:
    """Numbers, moves, texts, advice, refusals, and the drawing where the game has one."""
    say = words_for("en", (match.title.words,))
    legal = int(view.legal())
    shown: dict[str, Any] = {
        "numbers": list(view.numbers),
        "legal": legal,
        "sketch": plain(match.sketch(view, say)),
        "low sketch": plain(match.sketch(view, say, low=True)),
        "prompt": say(match.prompt(view)),
        "moves": [match.write(view, action) for action in actions_of(legal)],
        "words": [say(match.describe(view, action)) for action in actions_of(legal)],
        "hints": [say(match.hint(view, action)) for action in actions_of(legal)],
        "tally": match.tally(view),
        "scores": [int(view.score(seat)) for seat in range(match.seats)],
        "advice": [view.advise(action) for action in actions_of(legal)],
        "objections": [
            [(found.clause, found.where, say(found.reason)) for found in match.objections(view, 1 << number)]
            for number in range(0, 63, 7)
        ],
    }
    if with_drawing and match.title.has("page.drawing"):
        shown["drawing"] = draw(match, view)
    return shown
