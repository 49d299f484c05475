"""Dream Home's drawing over random games: everything legal can be clicked, no roof can be seen."""

from __future__ import annotations

import re
from functools import cache, partial
from html import unescape
from itertools import product
from typing import Any

import pytest

from domik.games.dream_home import TITLE
from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.reading import house_of
from domik.kernel.drawing import SCREEN_FORMS, ScreenForm
from domik.kernel.state import State, View
from domik.language.words import LANGUAGES
from domik.web.icons import icon_names as icon_names
from domik.web.text_metrics import text_width
from tests.web import drawn
from tests.web.drawn import draw_view, full_markup

TITLE = TITLE
game_of = partial(drawn.game_of, TITLE)
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"gentle": True, "car": True}),
    (3, {"car": True, "open_roofs": True}),
    (4, {}),
    (4, {"car": True}),
]
DECISIONS = {
    at.DISCARD,
    at.HAMMER,
    at.TURN,
    at.DRILL,
    at.LAY,
    at.PARK,
    at.ROOFER,
    at.COURIER,
    at.DELIVER,
    at.HANDYMAN,
    at.SWAP,
    at.OVER,
}


def acting(state: State) -> int:
    """The seat that acts now, an onlooker at the end."""
    return int(state.awaited_seats()).bit_length() - 1


def test_all_decisions_are_met() -> None:
    met = set()
    for seats, options in TABLES:
        for seed in range(6):
            for match, state in game_of(
                seats, options, f"met {seats} {options} {seed}", ("random", "greedy")[seed % 2]
            ):
                phase = int(state.numbers[at.PHASE])
                if phase not in met:
                    assert draw_view(match, state.view(acting(state))).paths or phase == at.OVER
                    met.add(phase)
        if met == DECISIONS:
            break
    assert met == DECISIONS


def other_roofs(match: DreamHomeMatch, view: View, seat: int) -> View:
    """The same view, but the seat's stack holds other roofs: as many, of another look."""
    table = view.numbers[:]
    base = at.SEAT + at.SEAT_SIZE * seat
    roofs = [n for n, card in enumerate(match.parts.resources) if card.sort == "roof"]
    held = [n for n in roofs if int(table[base + at.HELD]) >> n & 1]
    elsewhere = [n for n in roofs if int(table[at.RESOURCE_DECK]) >> n & 1 and n not in held][: len(held)]
    for old, new in zip(held, elsewhere, strict=False):
        table[base + at.HELD] = int(table[base + at.HELD]) & ~(1 << old) | 1 << new
    return View(view.game, view.seat, table)


@pytest.mark.parametrize("seats", [2, 4])
def test_no_stack_betrays_its_roofs(seats: int) -> None:
    """A roof is face down even for its owner (DH-30): the page is the same whichever roofs lie there."""
    changed = 0
    for number, (match, state) in enumerate(game_of(seats, {}, "roofs")):
        if state.is_over():
            break
        seat = number % seats
        for eyes in (-1, 0, seat):
            view = state.view(eyes)
            other = other_roofs(match, view, seat)
            changed += (
                view.numbers[at.SEAT + at.SEAT_SIZE * seat + at.HELD]
                != other.numbers[at.SEAT + at.SEAT_SIZE * seat + at.HELD]
            )
            assert draw_view(match, other) == draw_view(match, view)
    assert changed > 50


def test_open_roofs_are_open_to_their_owner_only() -> None:
    seen = 0
    for match, state in game_of(3, {"open_roofs": True}, "open roofs"):
        if state.is_over():
            break
        for seat in range(3):
            count = len(house_of(match.parts, state.view(seat), seat).roofs())
            stack = draw_view(match, state.view(seat)).cells
            assert ("shingle-back" in stack["stack"]) is False
            assert stack["stack"].count("#shingle-") == count
            seen += count
            for other in range(3):
                if other != seat and len(house_of(match.parts, state.view(seat), other).roofs()):
                    assert "shingle-back" in stack[f"stack-{other}"]
    assert seen > 0


def test_a_room_laid_face_down_flies_and_tells_nothing() -> None:
    """It shows no name and has no key that says which card it is."""
    met = 0
    for match, state in game_of(3, {}, "down"):
        for seat in range(3):
            view = state.view(seat)
            cells = draw_view(match, view).cells.values()
            keys = [key for markup in cells for key in re.findall(r'data-key="room-([^"]+)"', markup)]
            assert len(keys) == len(set(keys))
            down = {
                match.parts.rooms[card.room].id
                for owner in range(3)
                for card in house_of(match.parts, view, owner).cards.values()
                if card.is_empty
            }
            met += len(down)
            assert not down & set(keys)
    assert met > 100


def test_refusals_cite_the_clause_of_the_objections() -> None:
    refused: set[str] = set()
    for (seats, options), bot in product(TABLES, ("random", "greedy")):
        for match, state in game_of(seats, options, "refused", bot):
            view = state.view(acting(state))
            phase = int(state.numbers[at.PHASE])
            for id, refusal in draw_view(match, view).refusals.items():
                refused.add(refusal.clause)
                numbers = [int(part) for part in id.split("-")[1:]]
                cell = at.LEVEL * (numbers[0] - 1) + numbers[1] - 1 if id.startswith("cell-") else numbers[0] - 1
                actions = [1 << cell] + ([1 << at.TARGET + cell] if phase == at.LAY else [])
                said = [match.objections(view, action)[:1] for action in actions if not int(view.legal()) & action]
                assert any(
                    (first[0].clause, first[0].reason) == (refusal.clause, refusal.reason) for first in said if first
                )
    assert {"DH-21", "DH-22", "DH-23", "DH-31", "DH-12"} <= refused


def test_coins_foretell_the_points() -> None:
    """What a glowing cell promises is what the house has more afterwards (DH-60 to DH-62)."""
    kept = 0
    for match, state in game_of(4, {}, "coins", "greedy"):
        if int(state.numbers[at.PHASE]) != at.LAY or not int(state.numbers[at.ROOM]):
            continue
        seat = acting(state)
        drawing = draw_view(match, state.view(seat))
        for number, path in drawing.paths.items():
            if number >= at.DOWN or len(path) != 1:
                continue
            cell = drawing.cells[path[0].replace("cell", "at")]
            promised = re.search(r'class="bubble up[^"]*".*?<text[^>]*>([+−]\d+)</text>', cell)
            assert promised, cell
            after = state.copy()
            resource, after.numbers[at.RESOURCE] = after.numbers[at.RESOURCE], 0
            after.play(seat, 1 << number)
            gain = int(match.game.score(after.numbers, seat)) - int(match.game.score(state.numbers, seat))
            assert promised[1] == f"{'+' if gain >= 0 else '−'}{abs(gain)}", resource
            kept += 1
    assert kept > 30


def test_joined_cards_share_one_plate() -> None:
    joined = 0
    for match, state in game_of(2, {}, "joined", "greedy"):
        house = house_of(match.parts, state.view(0), 0)
        cells = draw_view(match, state.view(0)).cells
        for _, places in house.whole_rooms():
            plates = ["nameplate" in cells[f"at-{floor}-{column}"] for floor, column in places]
            assert plates == [False] * (len(places) - 1) + [True]
            joined += len(places) > 1
    assert joined > 20


@cache
def labels_in(markup: str) -> set[tuple[str, str, str]]:
    """Size, length and text of every label."""
    return set(re.findall(r'font-size="([\d.]+)"[^>]*textLength="([\d.]+)">([^<]*)<', markup))


@pytest.mark.parametrize("form", SCREEN_FORMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_keep_to_their_boxes(language: str, form: ScreenForm) -> None:
    """By the width table every label is as wide as it says, and none is set too small to be read."""
    labels: set[tuple[str, str, str]] = set()
    for match, state in game_of(4, {}, "labels", "greedy"):
        for markup in draw_view(match, state.view(0), language, form).cells.values():
            labels |= labels_in(markup)
    assert len(labels) > 40
    for size, length, text in labels:
        assert text_width(unescape(text), float(size)) <= float(length) + 0.35, text
        assert float(size) >= (8 if form in ("hand", "low") else 8.5), (text, size)


def test_every_icon_is_one_of_lucides() -> None:
    from domik.games.dream_home.page.picture_layout import ICONS, ROOM_STYLES

    assert set(ICONS.values()) | {look.icon for look in ROOM_STYLES.values()} <= icon_names()
    match = TITLE.match(2, {"car": True})
    assert {card.id for card in match.parts.resources if card.sort != "roof"} <= ICONS.keys()
    assert {kind.id for kind in match.parts.kinds} <= ROOM_STYLES.keys()


def test_the_end_shows_who_won() -> None:
    *_, (match, state) = game_of(4, {}, "end", "greedy")
    drawing = draw_view(match, state.view(0))
    winners = int(state.winners()).bit_count()
    assert drawing.cells["standing"].count('class="won"') == winners
    assert not any(drawing.cells.get(f"col-{k}") for k in range(1, 6))
    assert 'href="#shingle-back"' not in full_markup(drawing)
