"""Cozy Cabin's drawing over random games: everything legal can be clicked, nothing hidden can be seen."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest

from domik.bots import bot_of
from domik.games.cabin import TITLE
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.parts import RESOURCE_NAMES, SCENARIO_NAMES
from domik.games.cabin.rules.reading import drafted_hand, kept_pile, model_of, seat_of
from domik.games.cabin.rules.state import FENCED, FENCES, HIT, KIND_SHIFT, LIVES, MEETS, PLACES, SHOT, UPGRADE, UPGRADED
from domik.kernel.luck import luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.state import State, View, new_state
from domik.language.words import LANGUAGES
from domik.web.pen import pen_for
from domik.web.text_metrics import text_width
from tests.web import drawn
from tests.web.drawn import acting, draw_view, full_markup, ids_in, legal_numbers

TITLE = TITLE
game_of = partial(drawn.game_of, TITLE)
TABLES: list[tuple[int, dict[str, Any]]] = [
    (1, {}),
    (2, {}),
    (2, {"family": True}),
    (2, {"draft": True}),
    (3, {"draft": True, "promo": True, "neighbour": True}),
    (2, {"neighbour": True}),
    (4, {"neighbour": True, "family": True}),
    (2, {"template": True, "solvable": False}),
    (1, {"scenario": SCENARIO_NAMES[1]}),
    (1, {"scenario": SCENARIO_NAMES[-1]}),
]


def seen_kinds(match: CabinMatch, view: View) -> set[int]:
    """The kinds a viewer may see: built, in hand, next, put aside, drafted, wanted by a model."""
    faces = set(drafted_hand(view)) | set(kept_pile(view)) | set(model_of(match, view))
    for seat in range(match.seats):
        one = seat_of(view, seat)
        faces |= {*one.places, *one.aside, *one.deck, one.hand, one.next}
    return {face >> KIND_SHIFT for face in faces}


@pytest.mark.parametrize(("seats", "options"), TABLES[:7])
def test_no_key_picture_or_name_betrays_a_hidden_card(seats: int, options: dict[str, Any]) -> None:
    for number, (match, state) in enumerate(game_of(seats, options, "betrays")):
        if number > 30:
            break
        for seat in (-1, number % seats):
            view = state.view(seat)
            page = full_markup(draw_view(match, view))
            seen = seen_kinds(match, view)
            assert {int(kind) for kind in re.findall(r'href="#art-(\d+)-', page)} <= seen
            assert {int(kind) for kind in re.findall(r'data-key="card-\d-(\d+)"', page)} <= seen
            for kind, card in enumerate(match.parts.cards, 1):
                assert kind in seen or not any(f">{side.names['en']}<" in page for side in card.sides)


def test_paintings_are_the_same_whatever_the_decks_hold() -> None:
    areas = [
        draw_view(match, state.view(0)).areas
        for seed in ("one", "two")
        for match, state in [next(game_of(2, {"family": True}, seed))]
    ]
    assert areas[0] == areas[1]


def test_refusals_cite_the_clause_of_the_objections() -> None:
    numbers = {"gain": 8, "upgrade": 9, "flip": 10}
    clauses: set[str] = set()
    for seats, options, game in ((2, {}, 1), (2, {}, 2), (1, {}, 3), (3, {"neighbour": True}, 4)):
        for match, state in game_of(seats, options, f"refused {game}"):  # what was said is remembered
            for seat in acting(state):
                view = state.view(seat)
                for id, refusal in draw_view(match, view).refusals.items():
                    clauses.add(refusal.clause)
                    number = numbers.get(id)
                    if id.startswith("place-"):
                        number = int(id.split("-")[1]) - 1
                    elif id.startswith("victim-"):
                        number = HIT + 4 * int(id.split("-")[1])
                    if number is not None:
                        objections = match.objections(view, 1 << number)
                        assert (objections[0].clause, objections[0].reason) == (refusal.clause, refusal.reason)
                        assert not int(view.legal()) >> number & 1
    assert {"CC-11", "CC-14", "CC-18", "CC-45"} <= clauses


def test_every_kind_of_decision_is_drawn() -> None:
    kinds: set[str] = set()
    for seed in range(6):
        for match, state in game_of(3, {"neighbour": True, "draft": True}, f"kinds {seed}"):
            for seat in acting(state):
                for path in draw_view(match, state.view(seat)).paths.values():
                    kinds.add(" ".join(re.sub(r"-.*", "", id) for id in path))
    assert kinds >= {"draft draft", "place", "gain", "upgrade", "flip", "hit loot", "shot loot", "shot victim"}


def fenced_game(seed: str) -> tuple[CabinMatch, State] | None:
    """A game in which somebody turns the neighbour and then moves a fence with it."""
    match = TITLE.match(2, {"neighbour": True})
    luck = luck_of(seed)
    state = new_state(match.game, luck)
    bot = bot_of("greedy", luck)
    while not state.is_over():
        awaited = acting(state)
        seat = awaited[int(luck.below(len(awaited)))]
        view = state.view(seat)
        legal = int(view.legal())
        if seat_of(view, seat).stage == FENCES:
            return match, state
        if seat_of(view, seat).stage == MEETS:
            shot = legal >> SHOT << SHOT
            turned = seat_of(view, seat).hand & UPGRADED
            action = UPGRADE if legal & UPGRADE else shot & -shot if shot and turned else bot.decide(view, legal)
        else:
            action = bot.decide(view, legal)
        state.play(seat, action)
    return None


def test_a_fence_is_moved_by_two_clicks_on_the_victims_cabin() -> None:
    match, state = next(game for seed in range(30) if (game := fenced_game(f"fence {seed}")) is not None)
    (seat,) = acting(state)
    view = state.view(seat)
    drawing = draw_view(match, view)
    assert drawing.paths.keys() == legal_numbers(view)
    built = seat_of(view, int(view.numbers[FENCED]) - 1).places
    for first, second in drawing.paths.values():
        assert first != second
        assert built[int(first.removeprefix("fence-")) - 1]
        assert built[int(second.removeprefix("fence-")) - 1]
        assert {first, second} <= set(ids_in(full_markup(drawing)))


def lines_of(text: str, width: float, size: float) -> int:
    """Lines that a text takes when it is broken between words; 99 when a word alone is too wide."""
    lines, line = 1, ""
    for word in text.split():
        if text_width(word, size) > width:
            return 99
        longer = f"{line} {word}".strip()
        if text_width(longer, size) > width:
            lines, line = lines + 1, word
        else:
            line = longer
    return lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("width", "size", "most"),
    [(160, 13, 2), (215, 18, 2), (96, 10.5, 3), (107, 10.5, 2), (150, 12.5, 2)],
    ids=["place", "card", "pile", "phone place", "draft"],
)
def test_names_fit_their_boxes(language: str, width: float, size: float, most: int) -> None:
    """The measures of look.css, by the font's own widths."""
    for card in TITLE.match(2, {"promo": True}).parts.cards:
        for side in card.sides:
            assert lines_of(side.names[language], width, size) <= most, side.names[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_resources_fit_under_their_dice(language: str) -> None:
    """Beside their icon on a desktop (65 px), alone on a phone (56 px)."""
    say = pen_for(language, "desk", TITLE.words_package).say
    for name in RESOURCE_NAMES:
        text = say(Phrase(f"resource.{name}")).capitalize()
        assert text_width(text, 11) - 0.02 * 11 * len(text) <= 65, text
        assert text_width(text, 10) - 0.03 * 10 * len(text) <= 58, text


def test_life_tells_what_each_year_would_bring() -> None:
    told = 0
    for match, state in game_of(1, {}, "life", "greedy"):
        view = state.view(0)
        if seat_of(view, 0).stage != LIVES or not view.is_awaited():
            continue
        drawing = draw_view(match, view)
        for place in range(PLACES):
            if not int(view.legal()) >> place & 1:
                continue
            (then := state.copy()).play(0, 1 << place)
            points = int(match.game.score(then.view().numbers, 0))
            shown = f"{points // 2 or ('' if points % 2 else 0)}{'½' if points % 2 else ''}"
            assert f"<b>{shown}</b>" in drawing.cells[f"at-{place + 1}"]
            assert then.is_over() == ("life ends" in drawing.cells[f"at-{place + 1}"])
            told += 1
    assert told
