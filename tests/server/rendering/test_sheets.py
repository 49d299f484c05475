"""Sheets are only a way to save work: whatever is sent adds up to the whole drawing, also after messages were lost."""

from __future__ import annotations

import json
from itertools import combinations

import pytest

from domik.games import GAMES, game_package
from domik.kernel.drawing import Drawing
from domik.kernel.luck import luck_of
from domik.server.live.render_pass import rendered_board
from domik.server.rendering.page_state import PageState, Update, Viewer, json_encoder
from domik.server.rendering.renderers import draw_view, words_pen
from domik.testing.subject import PLAYERS
from tests.server.host import Cells, thick
from tests.web.drawn import ids_in, played_states, ways


class Reading:
    """What a page shows, and every message it was sent."""

    def __init__(self, game: str) -> None:
        self.pen = words_pen("en", game)
        self.viewer = Viewer("somebody", "en", form="desk", in_letters=False, name="somebody")
        self.areas: dict[str, str] = {}
        self.cells = Cells()
        self.past = [(dict(self.areas), Cells())]  # what there was after every message

    def send(self, drawing: Drawing, prompt: str) -> None:
        """What the drawing changes, patched in as the script does."""
        sight = rendered_board(drawing, prompt, self.pen, closed=False)
        around = {"prompt": prompt, "after": ""}
        now = PageState(sight.areas, sight.sheets, around, sight.refusals, sight.paths, {})
        message = now.changes_since(self.viewer.page_state)
        self.viewer.send_update(Update(now, message), {})
        plain = json.loads(json_encoder.encode(message))
        for name, markup in plain.get("areas", {}).items():
            for id in ids_in(self.areas.get(name, "")):  # a new area comes empty; in the others everything stays
                self.cells.pop(id, None)
            self.areas[name] = thick(markup)
        self.cells.fill(plain.get("cells", {}))
        self.past.append((dict(self.areas), Cells(self.cells)))

    def lose(self, messages: int) -> None:
        """The last messages never came."""
        number = self.viewer.last_number - messages
        assert self.viewer.can_resume(number)
        self.viewer.resume(number)
        del self.past[number + 1 :]
        areas, cells = self.past[-1]
        self.areas, self.cells = dict(areas), Cells(cells)


def whole(drawing: Drawing, prompt: str) -> dict[str, str]:
    return {id: markup for id, markup in drawing.flatten().cells.items() if markup} | {"prompt": prompt}


@pytest.mark.parametrize("game", GAMES)
def test_what_is_sent_adds_up_to_the_whole_drawing(game: str) -> None:
    luck = luck_of(f"sheets {game}")
    for match in ways(game):
        page = Reading(game)
        for number, (_, state) in enumerate(played_states(match, "sheets")):
            seat = match.seats - 1 if number % 11 else -1  # now and then the curtain falls
            players = [player._replace(is_present=number % 5 > 1) for player in PLAYERS[: match.seats]]
            drawing = draw_view(match, state.view(seat), players, "en", "desk", False)
            page.send(drawing, f"move {number}")
            assert page.cells == whole(drawing, f"move {number}")
            if number % 7 == 6:
                page.lose(1 + int(luck.below(5)))


@pytest.mark.parametrize("game", GAMES)
def test_no_cell_lies_on_two_sheets(game: str) -> None:
    """Else a cell that leaves one of them would be emptied although the other still shows it."""
    for match in ways(game):
        for _, state in played_states(match, "apart"):
            for seat in range(-1, match.seats):
                drawing = draw_view(match, state.view(seat), list(PLAYERS[: match.seats]), "en", "desk", False)
                for one, other in combinations(drawing.all_fragments().values(), 2):
                    assert not one.cells.keys() & other.cells.keys()


@pytest.mark.parametrize("game", GAMES)
def test_most_of_a_table_is_neither_drawn_nor_compared_again(game: str) -> None:
    match = game_package(game).match(2)
    same = every = 0
    before: Drawing | None = None
    for _, state in played_states(match, "kept"):
        drawing = draw_view(match, state.view(0), list(PLAYERS[:2]), "en", "desk", False)
        if before is not None:
            every += len(drawing.fragments)
            same += sum(before.fragments.get(name) is sheet for name, sheet in drawing.fragments.items())
        before = drawing
    assert same / every > 0.5
