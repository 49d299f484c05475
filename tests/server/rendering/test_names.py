"""Names: bots are called as the reader's language calls them, and the log speaks of people in whole sentences."""

from __future__ import annotations

import re

import pytest

from domik.games import game_package
from domik.kernel.luck import luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.record import numbers_in
from domik.kernel.state import new_state
from domik.language.option_names import option_summary
from domik.server.rendering.bot_names import free_bot_names
from domik.server.rendering.player_names import BOTS, bot_name, bot_numbers_by_name, fill_in_names
from domik.server.rendering.templates import game_words
from tests.server.host import Host, Page

NAMES = {"en": ("Ola", "Mark"), "ru": ("Оля", "Марк"), "pl": ("Ola", "Marek")}


@pytest.mark.parametrize("language", NAMES)
def test_a_bot_has_the_name_that_its_reader_can_read(host: Host, language: str) -> None:
    """Whoever opened the table: a Russian opens it, and each looks on in their own language."""
    opener = host.person(**{"accept-language": "ru"})
    table = opener.post("/g/treehouse/play").headers["location"].removeprefix("/t/")
    page = Page(host.origin, table, opener)
    page.take()
    page.ask("luck", text="luck")
    page.until(lambda page: page.facts["dealt"])
    reader = Page(host.origin, table, host.person(), lang=language)
    reader.take()
    shown = " ".join(reader.cells.values()) + " ".join(reader.log)
    for seat, name in enumerate(NAMES[language], 1):
        assert f"<b>{name}</b>" in reader.cells[f"who-{seat}"]
    other = {name for names in NAMES.values() for name in names} - set(NAMES[language])
    assert not [name for name in other if f"<b>{name}</b>" in shown]


def test_every_bot_is_known_by_all_its_names() -> None:
    for language in NAMES:
        names = [bot_name(number, language) for number in range(len(BOTS))]
        assert len(set(names)) == len(BOTS)
        assert [bot_numbers_by_name()[name] for name in names] == list(range(len(BOTS)))
        cyrillic = [bool(re.search("[а-яё]", name.lower())) for name in names]
        assert all(cyrillic) if language == "ru" else not any(cyrillic)


def test_a_neighbour_bothers_people_and_not_seat_numbers() -> None:
    """Play Cabin with the neighbour until somebody is bothered: the log names them."""
    match = game_package("cabin").match(3, {"neighbour": True})
    names = ["Ania", "Borys", "Celina"]
    words = {language: game_words("cabin", language) for language in NAMES}
    found = set()
    for seed in range(60):
        luck = luck_of(f"neighbour {seed}")
        state = new_state(match.game, luck)
        while not state.is_over():
            seat = next(iter(numbers_in(int(state.awaited_seats()))))
            before = state.view()
            state.play(seat, int(luck.bit_of(state.legal(seat))))
            for event in match.events(before, state.view(), seat):
                said = fill_in_names(event.what, names)
                if said != event.what:
                    found.add(event.what.key)
                    for language, say in words.items():
                        assert sum(name in say(said) for name in names) == 1, say(said)
                        assert not re.search(r"(seat|игрока?|graczowi|gracza) \d", say(said)), (language, say(said))
        if {"told.steal", "told.gift", "told.shot", "told.fence"} <= found:
            return
    raise AssertionError(f"the neighbour did only {found}")


def test_a_line_of_the_log_is_a_whole_sentence(host: Host) -> None:
    opener = host.person()
    table = opener.post("/g/dream_home/play").headers["location"].removeprefix("/t/")
    page = Page(host.origin, table, opener)
    page.take()
    page.ask("luck", text="luck")
    while len(page.log) <= 3:  # a turn may take several decisions
        page.until(lambda page: len(page.log) > 3 or (page.facts["dealt"] and page.facts["mine"] and page.paths))
        if len(page.log) <= 3:
            page.move(page.paths[0][0] % 64)
    for line in page.log:
        text = re.sub("<[^>]+>", "", re.sub(r'<a class="clause-tag".*?</a>', "", line)).strip()
        assert text[0].isupper(), line
        assert text[-1] in ".!?…", line


def test_the_ways_of_a_game_are_named_not_spelled() -> None:
    match = game_package("cabin").match(2, {"neighbour": True, "solvable": False})
    said = option_summary(match, game_words("cabin", "en"))
    assert said == [
        game_words("cabin", "en").say(Phrase("variant.neighbour")),
        f"{game_words('cabin', 'en').say(Phrase('option.solvable'))}: no",
    ]


def test_no_bot_is_called_like_somebody_at_the_table() -> None:
    """Whatever language a reader has: Ola's opponents begin with the next one."""
    assert free_bot_names([], "en")[:3] == ["Ola", "Mark", "Finn"]
    for people in (["Ola"], ["Оля"], ["ola"]):
        assert free_bot_names(people, "en")[:3] == ["Mark", "Finn", "Mira"]
    assert free_bot_names(["Марек", "Marek"], "pl")[:2] == ["Ola", "Finn"]


def test_ola_plays_as_ola(host: Host) -> None:
    ola = host.person()
    ola.post("/me", data={"name": "Ola", "animal": "owl"})
    table = ola.post("/g/treehouse/play").headers["location"].removeprefix("/t/")
    names = [player["name"] for player in ola.get(f"/api/tables/{table}").json()["players"]]
    assert names[0] == "Ola"
    assert len(set(names)) == len(names)
