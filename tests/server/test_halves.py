"""A game that counts half points keeps them doubled; nobody ever sees the doubled number."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from domik.cli import main
from domik.games import game_package
from domik.kernel.drawing import PlayerInfo
from domik.kernel.luck import luck_of
from domik.kernel.state import new_state
from domik.server.pages.tables.table_pages import finished_game_row
from domik.server.rendering.text_board import draw
from domik.server.store import OVER, TableHeader
from domik.sim.ladder import Ladder, play_pairing
from domik.web.pen import MarkupPen
from tests.server.api.test_api import begun
from tests.server.host import Host, Page

SETUP: dict[str, Any] = {"game": "cabin", "seats": [{"kind": "human"}, {"kind": "human"}], "terms": {"forced": False}}


def test_points_are_written_as_people_count_them() -> None:
    cabin, treehouse = game_package("cabin"), game_package("treehouse")
    assert [cabin.format_points(kept) for kept in (79, 78, 1, 0, -1, -5)] == ["39½", "39", "½", "0", "−½", "−2½"]
    assert treehouse.format_points(79) == "79"
    match = cabin.match(1)
    assert [match.points(kept) for kept in (79, 78, -5)] == [39.5, 39, -2.5]


def test_the_door_the_result_and_the_lists(host: Host) -> None:
    table, programs = begun(host, SETUP)
    path = f"/api/tables/{table}"
    luck = random.Random(1)
    while not (seen := programs[0].get(path).json())["over"]:
        for program in programs:
            seen = program.get(path).json()
            if seen["legal"]:
                command = {"action": luck.choice(seen["legal"])["action"], "turn": seen["turn"]}
                program.post(f"{path}/moves", json=command).raise_for_status()
    kept = host.call(host.rooms.get(table)).table.scores()
    assert seen["scores"] == [score / 2 for score in kept]
    page = Page(host.origin, table)
    page.until(lambda page: page.cells.get("after"))
    shown = re.findall(r"<strong>(.*?)</strong>", page.cells["after"])
    written = [game_package("cabin").format_points(score) for score in kept]
    assert sorted(shown) == sorted(written)
    halves = re.findall(r'class="has"[^>]*>(\d*½?)<', page.cells["ledger"])
    assert sum(int(text.replace("½", "") or 0) + 0.5 * ("½" in text) for text in halves) == sum(kept) / 2
    header = TableHeader(table, "cabin", 0, 0, OVER, True, ["a", "b"], kept)
    assert finished_game_row(header, "en").badge == " : ".join(written)


def test_the_table_in_letters() -> None:
    match = game_package("cabin").match(1)
    view = new_state(match.game, luck_of(1)).view()
    assert int(view.score(0)) == 28
    drawing = draw(
        match, view, MarkupPen("en", "desk", ("domik.web", match.package.words_package)), [PlayerInfo("Ania")]
    )
    assert "<span>14</span>" in drawing.cells["folk"]


def test_ladders_and_terminals(capsys: pytest.CaptureFixture[str]) -> None:
    ladder = Ladder("cabin", ("greedy", "random"), {}, None, 2, "1", 2)
    bout = play_pairing(ladder, ladder.match(), "greedy", "random", 0)
    assert 2 * 8 < bout.points[0] < 2 * 45
    assert main(["play", "cabin", "--seats", "greedy", "--seed", "2", "--lang", "ru"]) == 0
    text = capsys.readouterr().out
    assert re.search(r"\d½", text)
    assert not re.search(r"\d[.,]5\b", text)
