"""Treehouse's drawing over random games: everything legal can be clicked, nothing hidden can be seen."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest

from domik.games.treehouse import TITLE
from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.reading import chosen_of, hand_of, tree_of, waiting_room
from domik.games.treehouse.rules.state import DISCARD, STRIDE
from domik.kernel.drawing import SCREEN_FORMS, ScreenForm
from domik.kernel.state import View
from domik.language.words import LANGUAGES
from domik.web.text_metrics import text_width
from tests.web import drawn
from tests.web.drawn import draw_view, full_markup, ids_in

TITLE = TITLE
game_of = partial(drawn.game_of, TITLE)
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"young": True}),
    (3, {"edition": "nk", "young": True, "birdhouse": True}),
    (2, {"edition": "nk", "extra_changes": True, "secret_tasks": True}),
    (4, {"edition": "nk", "birdhouse": True, "secret_tasks": True, "extra_changes": True}),
]


def seen_rooms(match: TreehouseMatch, view: View) -> set[str]:
    """The rooms a viewer may see: built or put aside by anybody, revealed, in the own hand, chosen."""
    rooms = {turn.room for seat in range(match.seats) for turn in tree_of(view, seat).turns}
    rooms |= {room for seat in range(match.seats) if (room := waiting_room(view, seat)) is not None}
    rooms |= set(hand_of(view))
    chosen = chosen_of(view)
    if chosen is not None:
        rooms.add(chosen)
    return {match.parts.rooms[room].id for room in rooms}


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_no_id_key_or_name_betrays_a_hidden_room(seats: int, options: dict[str, Any]) -> None:
    for number, (match, state) in enumerate(game_of(seats, options, "betrays")):
        names = {room.id: room.names["en"] for room in match.parts.rooms.values()}
        for seat in (-1, number % seats):
            view = state.view(seat)
            page = full_markup(draw_view(match, view))
            seen = seen_rooms(match, view)
            assert set(re.findall(r'data-key="room-([^"]+)"', page)) <= seen
            assert not any(f'"{names[id]}' in page or f">{names[id]}<" in page for id in names if id not in seen)
            for id in ids_in(page):
                assert not any(part in names for part in (id, id.split("-", 1)[-1])), id


def test_onlookers_and_rivals_see_no_task_before_the_end() -> None:
    for match, state in game_of(2, {"edition": "nk", "secret_tasks": True}, "tasks"):
        for seat in (-1, 0, 1):
            shown = draw_view(match, state.view(seat)).cells["task"]
            assert bool(shown) == (seat >= 0 or state.is_over())


def test_refusals_cite_the_clause_of_the_objections() -> None:
    refused = 0
    for match, state in game_of(3, {"edition": "nk", "birdhouse": True}, "refused"):
        for seat in range(3):
            view = state.view(seat)
            drawing = draw_view(match, view)
            for id, refusal in drawing.refusals.items():
                refused += 1
                action = DISCARD if id == "discard" else None
                if id.startswith("slot-"):
                    level, slot = (int(part) for part in id.split("-")[1:])
                    action = 1 << (STRIDE * (level - 1) + slot - 1)
                if action is not None:
                    objections = match.objections(view, action)
                    assert (objections[0].clause, objections[0].reason) == (refusal.clause, refusal.reason)
                    assert not int(view.legal()) & action
    assert refused > 50


def test_every_kind_of_refusal_occurs() -> None:
    clauses: set[str] = set()
    for seats, options in ((3, {"edition": "nk", "extra_changes": True}), (2, {"young": True}), (3, {})):
        for seed in range(3):
            for match, state in game_of(seats, options, f"kinds {seed}"):
                for seat in range(seats):
                    clauses |= {refusal.clause for refusal in draw_view(match, state.view(seat)).refusals.values()}
    assert {"TH-31", "TH-32", "TH-33", "TH-35", "TH-40", "TH-44", "TH-60"} <= clauses


@pytest.mark.parametrize("form", SCREEN_FORMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_are_no_wider_than_they_claim(language: str, form: ScreenForm) -> None:
    """By the width table, every label of a finished game keeps to its textLength, and nothing is squeezed."""
    *_, (match, state) = game_of(4, {"edition": "nk", "birdhouse": True}, "labels", "greedy")
    page = full_markup(draw_view(match, state.view(0), language, form))
    labels = re.findall(r'font-size="([\d.]+)"[^>]*textLength="([\d.]+)">([^<]*)<', page)
    assert len(labels) > 20
    for size, length, text in labels:
        assert text_width(text.replace("&#x27;", "'").replace("&amp;", "&"), float(size)) <= float(length) + 0.35, text


def test_the_sixth_level_appears_when_it_can_be_reached() -> None:
    seen = set()
    for match, state in game_of(2, {}, "tall", "greedy"):
        for seat in range(2):
            built = draw_view(match, state.view(seat))
            tall = "far" in built.cells.get("reach", "")
            seen.add(tall)
            assert tall or not any(built.cells.get(f"at-6-{k}") for k in range(1, 7))
    assert seen == {False, True}
