"""A drawing for every game: its text sketch and a button for every move.

It is used for games without a drawing of their own, and for people who prefer to read the table as text.
"""

from __future__ import annotations

from collections.abc import Sequence

from domik.kernel.contract import GamePage
from domik.kernel.drawing import Drawing, Pen, PlayerInfo
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.record import numbers_in
from domik.kernel.sketch import plain_text
from domik.kernel.state import View
from domik.server.rendering.player_names import fill_in_names

TEXT_COLUMNS = {False: 96, True: 44}
NO_BREAK = "\N{NO-BREAK SPACE}"


class PlainTextWords:
    """The words of a pen without escaping, since a sketch counts characters."""

    def __init__(self, pen: Pen) -> None:
        self.pen = pen

    def __call__(self, phrase: Phrase) -> str:
        words = getattr(self.pen, "words", None)
        return str(words.say(phrase)) if words is not None else self.pen.say(phrase)


def draw(match: Match, view: View, pen: Pen, players: Sequence[PlayerInfo]) -> Drawing:
    text = plain_text(match.sketch(view, PlainTextWords(pen), TEXT_COLUMNS[pen.phone]))
    lines = "\n".join(map(pen.escape, text.split("\n")))  # a pen shows control characters, line breaks too
    named = pen.escape(pen.say(Phrase("web.in_letters")))
    drawing = Drawing(
        areas={
            "ribbon": "",
            # It may scroll, so it must be reachable by keyboard.
            "own": f'<div class="letters" id="letters" tabindex="0" role="region" aria-label="{named}"></div>',
            "side": '<section class="panel"><ul class="folk" id="folk"></ul></section>',
            "hand": '<div class="choices" id="choices"></div>',
        },
        cells={
            "letters": f"<pre>{lines}</pre>",
            "folk": player_list(match, view, pen, players),
            "choices": "",
        },
    )
    buttons = []
    for number in numbers_in(int(view.legal())):
        words = pen.say(fill_in_names(match.describe(view, 1 << number), [player.name for player in players]))
        code = pen.escape(match.write(view, 1 << number))
        buttons.append(
            f'<button type="button" class="choice" id="choice-{number}"><kbd>{code}</kbd>{NO_BREAK}{words}</button>'
        )
        drawing.paths[number] = (f"choice-{number}",)
    drawing.cells["choices"] = "".join(buttons)
    return drawing


def player_list(match: Match, view: View, pen: Pen, players: Sequence[PlayerInfo]) -> str:
    """The players with their public points, and who is still to move."""
    lines = []
    for seat, player in enumerate(players):
        points = match.format_points(int(view.score(seat)))
        waits = int(view.awaited_seats()) >> seat & 1
        mark = pen.icon("hourglass" if waits else "check", 14)
        lines.append(
            f"<li>{pen.icon(player.animal, 18)}<b>{pen.escape(player.name)}</b><span>{points}</span>{mark}</li>"
        )
    return "".join(lines)


TEXT_PAGE = GamePage(draw)
