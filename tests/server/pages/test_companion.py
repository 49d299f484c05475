"""The companion over HTTP: every tap is one request that carries the position; taps, objections, results, errors."""

from __future__ import annotations

import random
import re
import time
from html import unescape

import httpx
import pytest

from domik.language import LANGUAGES
from domik.positions.position import MOST_CHARACTERS, Position, read_position
from tests.positions.tapping import HOUSES, enter_house, played_house
from tests.server.host import Host

ANSWER = 0.1  # seconds of this process for one tap
GOALS = ("yellow_flower", "purple_flower", "red_flower", "any_flower", "any_feather", "red_feather")


class HttpPhone:
    """Somebody who taps what the page offers, without a browser."""

    def __init__(self, host: Host, game: str, language: str = "en") -> None:
        self.client: httpx.Client = host.person(**{"accept-language": language, "origin": host.origin})
        self.game, self.text = game, ""

    def start(self, seats: int = 2, **more: str) -> None:
        names = {f"name.{seat}": f"P{seat}" for seat in range(seats)}
        self.send({"do": "start", "seats": str(seats), **names, **more})

    def send(self, fields: dict[str, str]) -> None:
        answer = self.client.post(f"/companion/{self.game}", data=fields, headers={"x-part": "1"})
        assert answer.status_code == 200, answer.text[:300]
        self.text = answer.text

    def offers(self) -> list[str]:
        return [unescape(value) for value in re.findall(r'name="do" value="([^"]*)"', self.text)]

    def fields(self) -> dict[str, str]:
        hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', self.text)
        shown = re.findall(r'<input name="(n\.[^"]+)" value="([^"]*)"', self.text)
        return {name: unescape(value) for name, value in (*hidden, *shown)}

    def tap(self, wish: str, **more: str) -> None:
        assert wish in self.offers(), (wish, self.offers())
        self.send({**self.fields(), **{name.replace("__", "."): value for name, value in more.items()}, "do": wish})

    def position_text(self) -> str:
        return self.fields()["position"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", HOUSES)
def test_a_whole_house_is_tapped_in_and_counts_as_the_engine_counts_it(host: Host, game: str, language: str) -> None:
    match, table, end, seat = played_house(game)
    phone = HttpPhone(host, game, language)
    phone.start(match.seats)
    before = time.process_time()
    if game == "bower":
        taps = enter_house(game, match, table, seat, phone)
    else:
        phone.tap(f"seat {seat}")
        if game == "cabin":
            phone.tap("picture")
        taps = enter_house(game, match, table, seat, phone)
    assert taps <= HOUSES[game][3]
    assert (time.process_time() - before) / taps < ANSWER  # server and phone together
    found = read_position(phone.position_text())
    entered, wanted = dict(found.table.of(seat)), dict(table.of(seat))
    skipped = ("before", "task", "years", "roofer", "courier", "handyman")
    wanted = {key: value for key, value in wanted.items() if key not in skipped}
    if game == "cabin":  # a home side counts the same when it is turned round
        wanted = {key: value.replace("H+", "H") for key, value in wanted.items()}
    assert {key: value for key, value in entered.items() if value != "-"} == wanted
    if game == "dream_home":
        assert found.count().scores[seat] == int(end.score(seat))


def test_the_points_are_told_clause_by_clause_and_the_result_with_its_reason(host: Host) -> None:
    phone = HttpPhone(host, "dream_home")
    phone.start()
    for key, kind in (("2.1", "living"), ("2.2", "living"), ("2.3", "bathroom")):
        phone.tap(f"place {key}")
        phone.tap(f"put {key} {kind}")
    for _ in range(3):
        phone.tap("done")
    assert "Every room stands on something" in phone.text
    phone.tap("next")
    for _ in range(3):
        phone.tap("done")
    phone.tap("next")
    assert "P0 wins!" in phone.text
    assert ">DH-60<" in phone.text
    assert phone.fields()["screen"] == "result"
    phone.tap("start")
    assert read_position(phone.position_text()).count().scores == (0, 0)
    assert [seat.name for seat in read_position(phone.position_text()).table.seats] == ["P0", "P1"]


def test_points_show_the_cards_that_gave_them(host: Host) -> None:
    """Below the house while it is entered, line by line when it is done, and from the result."""
    phone = HttpPhone(host, "dream_home")
    phone.start()
    for key, kind in (
        ("2.1", "kitchen"),
        ("2.3", "bathroom"),
        ("3.1", "living"),
        ("3.2", "living"),
        ("3.4", "bathroom"),
    ):
        phone.tap(f"place {key}")
        phone.tap(f"put {key} {kind}")

    def lit() -> list[str]:
        shown = re.findall(r'data-place="([^"]+)"\s+class="([^"]+)"', phone.text)
        return sorted(place for place, classes in shown if "cp-lit" in classes)

    before = phone.position_text()
    assert lit() == []
    phone.tap("light 0 DH-62")
    assert lit() == ["2.3", "3.4"]  # a bathroom on both floors
    phone.tap("stay")
    assert lit() == []
    phone.send({**phone.fields(), "do": "result"})
    lines = [wish for wish in phone.offers() if wish.startswith("light 0 ")]
    found = set()
    for wish in lines:
        phone.send({**phone.fields(), "do": wish})
        found.add(tuple(lit()))
        assert wish not in phone.offers()  # it is pressed: once more puts it out
        phone.tap("result")
    assert {("3.1", "3.2"), ("2.1",), ("2.3", "3.4")} <= found
    assert phone.position_text() == before
    for wish in ("light 0 x", "light 7 DH-60", "light 0", "light", "light 1 DH-60"):
        phone.send({**phone.fields(), "do": wish})
        assert lit() == []


def test_an_objection_is_said_at_once_and_can_be_counted_anyway(host: Host) -> None:
    phone = HttpPhone(host, "dream_home", "ru")
    phone.start()
    phone.tap("put 3.1 bathroom")
    phone.tap("put 3.2 bathroom")
    assert "DH-23" in phone.text
    anyway = next(wish for wish in phone.offers() if wish.startswith("anyway"))
    phone.tap(anyway)
    assert not [wish for wish in phone.offers() if wish.startswith("anyway")]
    assert "домашним правилом" in phone.text


def test_a_tie_is_asked_for_what_breaks_it_and_only_then(host: Host) -> None:
    phone = HttpPhone(host, "dream_home")
    phone.start()
    assert "children" not in phone.text
    for seat in (0, 1):
        phone.tap(f"seat {seat}")
        phone.tap("numbers")
        phone.tap("done", **{f"n__{seat}__rooms": "12"})
        phone.tap("next")
    assert "How many children" in phone.text
    phone.tap("result", n__0__children="4", n__1__children="2")
    assert "P0 wins!" in phone.text
    assert phone.text.count("How many children") == 0


def test_too_many_for_the_box_are_asked_back_with_faces(host: Host) -> None:
    phone = HttpPhone(host, "treehouse")
    phone.start()
    for seat, rooms in ((0, "9"), (1, "5")):
        phone.tap(f"seat {seat}")
        phone.tap("numbers")
        phone.tap("done", **{f"n__{seat}__r": rooms})
    assert "TH-1<" in phone.text
    phone.tap("less 0 r")
    phone.tap("less 1 r")
    assert "TH-1<" not in phone.text
    assert [seat.number("r") for seat in read_position(phone.position_text()).table.seats] == [8, 4]


def test_what_cannot_be_entered_gets_a_sentence_and_nothing_is_lost(host: Host) -> None:
    phone = HttpPhone(host, "treehouse")
    phone.start()
    phone.tap("put 2.1 r")
    before = phone.position_text()
    for wish in (
        "put 9.9 r",
        "put 2.1 zebra",
        "seat 7",
        "step x",
        "place 99",
        "less 9 9",
        "less 0 2.1",
        "nonsense",
        "put",
        "",
    ):
        phone.send({**phone.fields(), "do": wish})
        assert phone.position_text() == before, wish
    phone.send({**phone.fields(), "do": "put 2.2 zebra"})
    assert "cannot be entered here" in phone.text
    for text in ("", "game bower\nseat a:\nseat b:", "game treehouse\nseat a: x", "a" * (MOST_CHARACTERS + 1)):
        answer = phone.client.post("/companion/treehouse", data={"position": text, "do": "done"})
        assert answer.status_code == 400
        assert "Traceback" not in answer.text
    wrong = {"do": "start", "seats": "2", "o.edition": "original", "o.birdhouse": "on"}
    refused = phone.client.post("/companion/treehouse", data=wrong)
    assert refused.status_code == 400
    assert "Polish edition" in refused.text
    assert phone.client.get("/companion/chess").status_code == 404


def test_whether_a_move_is_allowed_is_answered_by_the_rules_own_words(host: Host) -> None:
    phone = HttpPhone(host, "treehouse")
    phone.start()
    phone.tap("put 2.1 r")
    before = phone.position_text()
    phone.tap("ask")
    phone.tap("put 2.2 b")
    assert "Yes." in phone.text
    phone.tap("place 3.1")
    phone.tap("put 3.1 b")
    assert "No." in phone.text
    assert "TH-33" in phone.text
    assert phone.text.count("cp-can") == 1  # only the other side keeps the balance
    assert phone.position_text() == before
    phone.tap("place 2.2")
    phone.tap("put 2.2 b")
    phone.tap("lay")
    assert "2.1=r 2.2=b" in phone.position_text()
    cabin = HttpPhone(host, "cabin")
    cabin.start(1)
    cabin.tap("picture")
    cabin.tap("ask")
    cabin.tap("put 1 birch:N")
    assert "enter the four natural dice first" in cabin.text
    nest = HttpPhone(host, "bower")
    nest.start()
    for wish in ["picture", *(f"put goal{k} {goal}" for k, goal in enumerate(GOALS, 1))]:
        nest.tap(wish)
    for wish in ("ask", "place 1.3", "narrow lies:straw:moss"):
        nest.tap(wish)
    nest.tap(next(wish for wish in nest.offers() if wish.startswith("put")))
    assert "BW-21" in nest.text


def test_what_would_be_best_is_answered_from_what_is_entered(host: Host) -> None:
    phone = HttpPhone(host, "treehouse", "pl")
    phone.start()
    phone.tap("put 2.1 r")
    before = phone.position_text()
    phone.tap("best")
    phone.tap("hold g")
    phone.tap("hold b")
    phone.tap("drop 0")
    assert phone.fields()["held"] == "b"
    phone.tap("think")
    assert phone.position_text() == before
    phone.tap("advise")
    play = next(wish for wish in phone.offers() if wish.startswith("play"))
    assert "cp-can" in phone.text
    phone.tap(play)
    assert phone.position_text() != before
    assert phone.fields()["screen"] == "enter"


def test_what_would_be_best_in_every_game(host: Host) -> None:
    home = HttpPhone(host, "dream_home")
    home.start()
    for wish in ("best", "narrow living", "hold living", "narrow kitchen", "hold kitchen:piano", "think", "advise"):
        home.tap(wish)
    assert any(wish.startswith("play ") for wish in home.offers())
    cabin = HttpPhone(host, "cabin")
    cabin.start(1)
    for wish in ("picture", "best", "hold birch:N", "think", "advise"):
        cabin.tap(wish)
    assert "enter the four natural dice first" in cabin.text
    nest = HttpPhone(host, "bower")
    nest.start()
    for wish in ["picture", *(f"put goal{k} {goal}" for k, goal in enumerate(GOALS, 1))]:
        nest.tap(wish)
    for wish in ("best", "narrow lies:straw:moss"):
        nest.tap(wish)
    nest.tap(next(wish for wish in nest.offers() if wish.startswith("hold")))
    nest.tap("think")
    nest.tap("advise")
    assert any(wish.startswith("play") for wish in nest.offers())


@pytest.mark.parametrize("game", HOUSES)
def test_forms_that_no_page_sends_are_answered(host: Host, game: str) -> None:
    rng = random.Random(game)
    phone = HttpPhone(host, game)
    phone.start()
    words = [
        "",
        "0",
        "3",
        "99",
        "1.1",
        "2.1",
        "goal1",
        "lies:straw:moss",
        "half:x:",
        "x@9.9",
        "a:b",
        "piano",
        "-",
        "wood",
        "red",
    ]
    for _ in range(60):
        hidden = {name: rng.choice(words) for name in ("at", "ring", "narrowed", "asked")} | {
            "screen": rng.choice(("check", "x", "best")),
            "held": rng.choice(words),
        }
        verb = rng.choice(
            ("put", "take", "narrow", "place", "empty", "step", "less", "done", "picture", "numbers", "hold", "play")
        )
        phone.send({**phone.fields(), **hidden, "do": f"{verb} {rng.choice(words)} {rng.choice(words)}"})
        read_position(phone.position_text())


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_in_every_language(host: Host, language: str) -> None:
    for game in HOUSES:
        phone = HttpPhone(host, game, language)
        assert phone.client.get("/companion").status_code == 200
        assert phone.client.get(f"/companion/{game}").status_code == 200
        phone.start(2)
        for wish in ("seat 0", "numbers", "picture", "done", "next", "seat 1", "done"):
            if wish in phone.offers():
                phone.tap(wish)
        assert phone.position_text().startswith(f"game {game}\n")
    assert 'href="/companion"' in phone.client.get("/").text


def test_everybody_is_counted_by_numbers_on_one_page(host: Host) -> None:
    phone = HttpPhone(host, "treehouse")
    phone.start(3)
    phone.tap("put 2.1 r")
    phone.tap("seat 1")
    phone.tap("numbers")
    fields = phone.fields()
    assert "n.1.r" in fields
    assert "n.2.r" in fields  # nothing was entered there: it comes along
    assert "n.0.r" not in fields  # a picture stays one
    phone.tap("done", n__1__r="4", n__2__r="8")
    assert "TH-1<" in phone.text  # 4 + 8 + 1
    phone.tap("next")
    assert phone.fields()["ring"] == "red"  # nobody else is asked


def test_numbers_are_not_asked_for_goals(host: Host) -> None:
    nest = HttpPhone(host, "bower")
    nest.start()
    assert "goal1" not in nest.text
    assert "step goals" not in nest.offers()
    for seat, groups in ((0, "5"), (1, "2")):
        nest.tap(f"seat {seat}")
        nest.tap("done", **{f"n__{seat}__straw": groups})
    nest.tap("next")
    assert "P0 wins!" in nest.text
    assert "BW-50" not in nest.text
    nest.tap("seat 1")
    nest.tap("picture")  # one nest by its picture: now the goals are asked, and before that nest
    assert nest.fields()["ring"] == "goal1"
    for wish in [f"put goal{k} {goal}" for k, goal in enumerate(GOALS, 1)]:
        nest.tap(wish)
    assert nest.fields()["ring"] == "1.1"
    nest.tap("numbers")
    nest.tap("numbers")
    assert "straw=5" in nest.position_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_on_the_shelf_leads_to_numbers_or_to_the_box(host: Host, language: str) -> None:
    nest = HttpPhone(host, "bower", language)
    nest.start()
    for wish in ("picture", "seat 0", "narrow lies:straw:moss"):
        nest.tap(wish)
    assert "empty" not in nest.offers()
    nest.tap("narrow missing")
    assert 'href="/companion/bower/box"' in nest.text
    assert not [wish for wish in nest.offers() if wish.startswith("put")]
    nest.tap("narrow")
    assert "narrow lies:straw:moss" in nest.offers()


def test_a_cabin_that_is_done_tells_how_its_years_were_walked(host: Host) -> None:
    match, table, _, seat = played_house("cabin")
    for language, word in (("en", "Domik walked"), ("ru", "Domik сам прошёл"), ("pl", "Domik przeszedł")):
        phone = HttpPhone(host, "cabin", language)
        phone.start(match.seats)
        text = Position(match, table).take_away(0, "years").take_away(1, "years").text()
        phone.send({**phone.fields(), "position": text, "at": "0", "do": "seat 0"})
        phone.tap("step dice")
        phone.tap("done")
        said = re.search(rf"{word}[^:]+: ([\d, ]+)\.", phone.text)
        assert said is not None
        starts = said[1].replace(", ", "-")
        read = read_position(phone.position_text())
        assert read.put(seat, "years", starts).count().scores[seat] == read.count().scores[seat]


def test_what_belongs_to_the_table_can_be_corrected_from_every_house(host: Host) -> None:
    nest = HttpPhone(host, "bower")
    nest.start()
    nest.tap("picture")
    nest.tap("put goal1 red_feather")
    nest.tap("seat 1")
    nest.tap("step goals")
    nest.tap("place goal1")
    nest.tap("put goal1 yellow_flower")
    assert "goal1=yellow_flower" in nest.position_text()
    tree = HttpPhone(host, "treehouse")
    tree.start()
    tree.tap("step cards")
    tree.tap("put red nothing")
    tree.tap("seat 1")
    assert "red=nothing" in tree.position_text()


def test_the_entry_offers_all_deeds_for_the_game_that_was_chosen(host: Host) -> None:
    client = HttpPhone(host, "bower").client
    for asked, chosen in (("", "treehouse"), ("?game=bower", "bower"), ("?game=chess", "treehouse")):
        page = client.get(f"/companion{asked}").text
        for path in ("", "?then=ask", "?then=best", "/setup", "/sheet", "/box"):
            assert f'href="/companion/{chosen}{path}"' in page
        tiles = re.findall(r'data-game="(\w+)"[^>]*aria-current="true"', page)
        assert tiles == [chosen]


@pytest.mark.parametrize("game", HOUSES)
def test_a_question_can_be_the_first_thing(host: Host, game: str) -> None:
    phone = HttpPhone(host, game)
    for then in ("ask", "best"):
        assert f'name="then" value="{then}"' in phone.client.get(f"/companion/{game}?then={then}").text
        phone.start(then=then)
        assert phone.fields()["screen"] == then
        assert "by=numbers" not in phone.position_text().partition("seat P1")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_is_set_up_and_its_sheet_is_blank(host: Host, language: str) -> None:
    for game in HOUSES:
        client = HttpPhone(host, game, language).client
        for seats in (1, 2, 4):
            page = client.get(f"/companion/{game}/setup?seats={seats}&seed=abc&draw=1")
            assert page.status_code == 200
            assert 'class="cp-box"' in page.text
        sheet = client.get(f"/companion/{game}/sheet")
        assert 'class="cp-sheet"' in sheet.text
        assert "{" not in sheet.text[sheet.text.index('class="cp-sheet"') :].partition("</main>")[0]
    assert client.get("/companion/chess/setup").status_code == 404


def test_the_same_link_is_the_same_deck_with_every_card_once(host: Host) -> None:
    client = HttpPhone(host, "cabin").client

    def deck(seed: str) -> list[str]:
        text = client.get(f"/companion/cabin/setup?seats=1&seed={seed}").text
        return re.findall(r"<span>\d+\. ([^<]+)</span>", text)

    assert deck("abc") == deck("abc") != deck("abd")
    assert len(set(deck("abc"))) == 12
    assert 'class="cp-deck"' not in client.get("/companion/cabin/setup?seats=2&seed=abc").text


def test_the_two_players_game_takes_two_change_cards_out_of_the_box(host: Host) -> None:
    client = HttpPhone(host, "treehouse").client
    pair = client.get("/companion/treehouse/setup?seats=2&seed=a").text
    four = client.get("/companion/treehouse/setup?seats=4&seed=a").text
    assert "<b>36</b>" in pair
    assert "<b>72</b>" in four
    assert pair.count("<b>2</b>") == 2  # trunks, and Nothing
    assert four.count("<b>2</b>") == 2  # Nothing and Double


def test_a_filled_sheet_has_the_points_and_the_house_rules(host: Host) -> None:
    phone = HttpPhone(host, "dream_home")
    phone.start()
    phone.tap("put 3.1 bathroom")
    phone.tap("put 3.2 bathroom")
    phone.tap(next(wish for wish in phone.offers() if wish.startswith("anyway")))
    sheet = phone.client.post("/companion/dream_home/sheet", data={**phone.fields(), "screen": "result"}).text
    assert "cp-filled" in sheet
    assert ">P0<" in sheet.replace("\n", "").replace(" ", "")
    assert "Counted with 1 house rule" in sheet
