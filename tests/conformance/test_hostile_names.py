"""Names in a shared record or component file may hold anything: terminal, page and log show it and obey nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from domik.bots import bot_of
from domik.cli import FINE, main
from domik.games import game_package
from domik.kernel.components import Components
from domik.kernel.drawing import SCREEN_FORMS
from domik.kernel.luck import luck_of
from domik.kernel.package import Match, built_in_components
from domik.kernel.state import new_state
from domik.language import LANGUAGES, words_for
from domik.language.words import show_control_characters
from domik.testing.drawings import check_escaped
from domik.web.pen import pen_for
from tests.conformance.tables import NAMES, legal_sets, random_record
from tests.web.drawn import draw_view, full_markup

CLEAR = "\x1b[2J\x1b]0;mine\x07\x9b31m\u202e<img src=x onerror=1>\"'"
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def hostile(name: str) -> Match:
    """A game whose component file names everything with escape sequences."""
    title = game_package(name)
    text = re.sub(r'\b(en|ru|pl) = "[^"]*"', rf"\1 = {toml(CLEAR)}", built_in_components(title).text)
    seats, options = legal_sets(name)[-1]
    return title.match(seats, options, Components(text, "own.toml"))


def toml(text: str) -> str:
    """A text as TOML and JSON write it."""
    return json.dumps(text).replace("\\", "\\\\")


def test_controls_are_pictured_one_by_one() -> None:
    assert show_control_characters(CLEAR) == "␛[2J␛]0;mine␇\ufffd31m\ufffd<img src=x onerror=1>\"'"
    assert show_control_characters("Сосновый\u00a0лес, Łódź \u200d") == "Сосновый\u00a0лес, Łódź \u200d"
    assert show_control_characters("\ud800\x7f\n") == "\ufffd␡␊"


@pytest.mark.parametrize("name", NAMES)
def test_the_terminal_obeys_nothing(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = hostile(name)
    record = random_record(match, "hostile")
    record.players[:] = [CLEAR] * match.seats
    path = tmp_path / "game.json"
    path.write_text(record.to_json(), encoding="utf-8")
    for language in LANGUAGES:
        for more in ([], ["--at", "5"], ["--at", "5", "--seat", "1"]):
            assert main(["replay", str(path), *more, "--lang", language]) == FINE
            shown = capsys.readouterr().out
            assert not CONTROLS.search(shown), shown
            assert "␛[2J" in shown
    assert main(["verify", str(path)]) == FINE
    assert not CONTROLS.search(capsys.readouterr().out)


@pytest.mark.parametrize("name", NAMES)
def test_pages_and_logs_hold_no_controls_and_no_markup(name: str) -> None:
    match = hostile(name)
    luck = luck_of("hostile page")
    state = new_state(match.game, luck)
    bot = bot_of("random", luck)
    number = 0
    while not state.is_over():
        language = LANGUAGES[number % 3]
        pen = pen_for(language, SCREEN_FORMS[number % len(SCREEN_FORMS)], match.package.words_package)
        seat = next(seat for seat in range(match.seats) if state.awaited_seats() >> seat & 1)
        view = state.view(seat)
        drawing = draw_view(match, view, language, pen.form)
        assert not CONTROLS.search(full_markup(drawing))
        check_escaped(drawing)
        before = state.view()
        state.play(seat, bot.decide(view, int(view.legal())))
        for event in match.events(before, state.view(), seat):
            assert not CONTROLS.search(pen.say(event.what))
            assert "<" not in pen.say(event.what)
        number += 1
    final = draw_view(match, state.view(0), "pl")
    assert not CONTROLS.search(full_markup(final))
    say = words_for("en", (match.package.words_package,))
    for view in (state.view(), state.view(0)):
        for low in (False, True):
            text = "".join(span.text for row in match.sketch(view, say, 80, low) for span in row)
            assert not CONTROLS.search(text)
