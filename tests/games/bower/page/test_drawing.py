"""Bower's drawing over random games: everything legal can be clicked, nothing hidden can be seen."""

from __future__ import annotations

import re
from html import unescape
from itertools import product

import pytest

from domik.games.bower import TITLE
from domik.games.bower.rules import state as at
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.reading import goals_of, hand_of, row_tiles
from domik.games.bower.words.notation import PHASE_NAMES
from domik.kernel.drawing import SCREEN_FORMS, Drawing, PlayerInfo, ScreenForm
from domik.kernel.state import View
from domik.language.words import LANGUAGES
from domik.testing.drawings import check_clickable, check_escaped, check_paths, is_well_formed, markup_parts
from domik.web.pen import pen_for
from domik.web.text_metrics import text_width
from tests.games.bower.page.positions import acting, every_phase, game_of, given
from tests.games.bower.positions import MODES
from tests.web.drawn import draw_view, full_markup


@pytest.mark.parametrize("name", PHASE_NAMES)
def test_every_phase_can_be_played_by_clicking(name: str) -> None:
    """Some phases are too rare for the random games of test_every_drawing."""
    for match, state in every_phase()[name]:
        for seat, form in product((-1, 0, 1), SCREEN_FORMS):
            drawing = draw_view(match, state.view(seat), "pl", form)
            check_paths(state.view(seat), drawing)
            check_clickable(drawing)


@pytest.mark.parametrize("form", SCREEN_FORMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_markup_is_well_formed_in_every_phase(language: str, form: ScreenForm) -> None:
    for match, state in (positions[0] for positions in every_phase().values()):
        for seat in (-1, 0, 1):
            assert all(map(is_well_formed, markup_parts(draw_view(match, state.view(seat), language, form))))


def seen_tiles(match: BowerMatch, view: View) -> set[str]:
    """The tiles that lie face up before a viewer: in the nests, the row and the own hand, given, covering."""
    tiles = {tile for tile in row_tiles(view) if tile is not None} | set(hand_of(view))
    for seat in (0, 1):
        base = at.SEAT + at.SEAT_SIZE * seat
        tiles |= {(int(face) - 1) // 2 for face in view.numbers[base + at.CELL : base + at.CELL + at.CELLS] if face}
        tiles |= {int(view.numbers[base + at.GIVEN]) - 1} - {-1}
    tiles |= {int(view.numbers[at.COVERING]) - 1} - {-1}
    return {match.parts.tiles[tile].id for tile in tiles}


@pytest.mark.parametrize("options", MODES)
def test_no_key_betrays_a_tile_or_goal_that_is_face_down(options: dict[str, object]) -> None:
    for number, (match, state) in enumerate(game_of(options, f"betrays {options}")):
        for seat in (-1, number % 2):
            view = state.view(seat)
            drawing = draw_view(match, view)
            page = full_markup(drawing)
            assert set(re.findall(r'data-key="tile-([^"]+)"', page)) <= seen_tiles(match, view)
            for column, goal in enumerate(goals_of(view)[: at.WIDTH], 1):
                assert ('class="quiz"' in drawing.cells[f"niche-{column}"]) == (goal is None)
            if not (view.is_awaited() and view.numbers[at.PHASE] == at.BONUS):
                assert not re.findall(r'id="bonus-', page)


def test_keys_are_unique() -> None:
    """Movement is animated from key to key, so a page holds every key once."""
    for positions in every_phase().values():
        for match, state in positions:
            for seat in (-1, 0, 1):
                keys = re.findall(r'data-key="([^"]+)"', full_markup(draw_view(match, state.view(seat))))
                assert len(keys) == len(set(keys)), [key for key in keys if keys.count(key) > 1]


def test_refusals_cite_the_clause_of_the_objections() -> None:
    clauses: set[str] = set()
    positions = [position for kept in every_phase().values() for position in kept]
    for match, state in positions + [given(match, state) for match, state in every_phase()["give"]]:
        view = state.view(acting(state))
        for id, refusal in draw_view(match, view).refusals.items():
            clauses.add(refusal.clause)
            number = refused_action(view, id)
            objections = match.objections(view, 1 << number)
            assert (objections[0].clause, objections[0].reason) == (refusal.clause, refusal.reason), id
            assert not int(view.legal()) >> number & 1
    assert {"BW-12", "BW-21", "BW-34", "BW-35", "BW-36", "BW-37"} <= clauses


def test_a_gift_is_seen_by_both_and_comes_before_the_hand() -> None:
    for match, state in [given(match, state) for match, state in every_phase()["give"]]:
        seat = acting(state)
        if state.numbers[at.PHASE] != at.CHOOSE:
            continue
        gift = match.parts.tiles[int(state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.GIVEN]) - 1].id
        mine = draw_view(match, state.view(seat))
        check_paths(state.view(seat), mine)
        assert f'data-key="tile-{gift}"' in mine.cells["chosen"]
        assert all(refusal.clause == "BW-37" for id, refusal in mine.refusals.items() if id.startswith("hand-"))
        assert f'data-key="tile-{gift}"' in draw_view(match, state.view(1 - seat)).cells["their-gift"]


def refused_action(view: View, id: str) -> int:
    """The action that a refused thing stands for."""
    kind, *numbers = id.split("-")
    values = [int(number) for number in numbers]
    if kind == "cell":
        shift = at.CELLS * values[0] if view.numbers[at.PHASE] == at.MARK else 0
        return shift + at.WIDTH * (values[2] - 1) + values[1] - 1
    if kind == "turn":
        return at.TURNS * (values[0] - 1) + values[1]
    if kind == "hand":
        return at.TURNS * values[0]
    return values[0] - 1 if values else 0


def test_names_that_people_typed_are_escaped_in_every_phase() -> None:
    players = [PlayerInfo("<img src=x onerror=1>"), PlayerInfo('"><script>')]
    for match, state in (positions[0] for positions in every_phase().values()):
        for seat in (-1, 0, 1):
            check_escaped(draw_view(match, state.view(seat), players=players))


@pytest.mark.parametrize("form", SCREEN_FORMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_are_no_wider_than_they_claim(language: str, form: ScreenForm) -> None:
    """By the width table, every label keeps to its textLength, and nothing is squeezed."""
    labels = []
    for match, state in every_phase()["place"] + every_phase()["over"]:
        page = full_markup(draw_view(match, state.view(max(0, acting(state))), language, form))
        labels += re.findall(r'font-size="([\d.]+)"[^>]*textLength="([\d.]+)">([^<]*)<', page)
    assert form in ("hand", "low") or len(labels) > 10
    for size, length, text in labels:
        assert text_width(unescape(text), float(size)) <= float(length) + 0.35, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_names_fit_their_plaques(language: str) -> None:
    """A kept tile's name has two lines of 64 px; contests and buttons have their own room."""
    pen = pen_for(language, "desk", TITLE.words_package)
    texts = pen.words.texts
    short = [f"draw.{name}" for name in ("nest_white", "nest_straw", "nest_moss", "nest_gravel")]
    for key in [*short, *(f"draw.ornament_{kind}" for kind in ("yellow", "purple", "red", "shells"))]:
        assert all(text_width(word, 10) <= 64 for word in str(texts[key]).split()), key
    for key in ("draw.shells", "draw.columns", "draw.group_straw", "draw.group_moss", "draw.group_gravel"):
        assert text_width(str(texts[key]), 11.5) <= 112, key
    assert text_width(str(texts["draw.use"]) + str(texts["draw.decline"]), 14) <= 230


def test_own_goals_are_face_up_and_scouted_ones_marked() -> None:
    for match, state in every_phase()["take"] + every_phase()["scout"]:
        for seat in (0, 1):
            drawing = draw_view(match, state.view(seat))
            shown = {column: goal_shows(drawing, column) for column in range(1, at.WIDTH + 1)}
            assert all(shown[column] == "own" for column in range(1 + seat, at.WIDTH + 1, 2))
            assert all(shown[column] in ("shut", "seen") for column in range(2 - seat, at.WIDTH + 1, 2))
    for match, state in every_phase()["scout"]:
        seat = acting(state)
        after = state.copy()
        number = int(after.legal(seat)).bit_length() - 1
        after.play(seat, 1 << number)
        if not after.is_over():
            assert goal_shows(draw_view(match, after.view(seat)), number + 1) == "seen"
            assert goal_shows(draw_view(match, after.view(1 - seat)), number + 1) == "own"
            assert goal_shows(draw_view(match, after.view()), number + 1) == "shut"


def goal_shows(drawing: Drawing, column: int) -> str:
    """How a goal piece lies: shut, seen (scouted) or own."""
    cell = drawing.cells[f"niche-{column}"]
    return "shut" if 'class="quiz"' in cell else "seen" if 'class="ajar"' in cell else "own"


def test_the_standing_agrees_with_the_score_at_the_end() -> None:
    for match, state in every_phase()["over"]:
        for seat in (0, 1):
            total = draw_view(match, state.view(seat)).cells["total"]
            eggs = [int(number) for number in re.findall(r"<b>(\d+)</b>", total)]
            assert eggs == [int(state.score(seat)), int(state.score(1 - seat))]


def test_a_seam_that_promises_a_bonus_keeps_its_word() -> None:
    promised = kept = 0
    for seed in range(6):
        for match, state in game_of(MODES[seed % 2], f"promise {seed}"):
            if state.numbers[at.PHASE] != at.PLACE:
                continue
            seat = acting(state)
            drawing = draw_view(match, state.view(seat))
            for number, (id,) in drawing.paths.items():
                bonus = f'id="{id}" class="lay bonus"' in "".join(drawing.cells.values())
                after = state.copy()
                after.play(seat, 1 << number)
                promised += bonus
                got = int(after.numbers[at.PHASE]) == at.BONUS
                kept += got
                assert bonus == got or (bonus and not after.numbers[at.OFFER] and match.options["hard"])
    assert promised > 20
    assert kept > 20
