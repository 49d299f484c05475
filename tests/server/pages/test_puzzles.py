"""Puzzles in the browser: the real board, tries that say why, one first go, no proof before the answer."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from domik.kernel.drawing import Drawing
from domik.language import LANGUAGES
from domik.puzzles import PAR, Puzzle, load_puzzles
from domik.server.pages.learn.moved_things import played_to
from tests.server.host import Host

GAMES = ("treehouse", "dream_home", "cabin", "bower")


def address(puzzle: Puzzle) -> str:
    return f"/puzzles/{puzzle.game}/{puzzle.id}"


def wrong_one(puzzle: Puzzle) -> int:
    return next(one.actions[0] for one in puzzle.values if one.actions[0] not in puzzle.answer)


@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_asked_and_answers(host: Host, game: str) -> None:
    puzzle = next(one for one in load_puzzles(game) if len(one.values) > 2)
    person = host.person()
    assert puzzle.id in person.get(address(puzzle)).text
    found = person.get(f"{address(puzzle)}/step").json()
    legal = {path[0] % 64 for path in found["paths"]}
    assert set(puzzle.answer) <= legal
    assert found["state"] == "ask"
    wrong = person.post(f"{address(puzzle)}/step", data={"do": "try", "action": str(wrong_one(puzzle))}).json()
    assert wrong["state"] == "wrong"
    assert wrong["tried"] == ""
    right = person.post(f"{address(puzzle)}/step", data={"do": "try", "action": str(puzzle.answer[0])}).json()
    assert right["state"] == ("on" if puzzle.kind == PAR else "solved")


def test_a_par_is_played_to_its_end(host: Host) -> None:
    puzzle = load_puzzles("cabin")[0]
    person, tried, state = host.person(), "", ""
    person.get(address(puzzle))
    for action in puzzle.line:
        data = {"do": "try", "action": str(action), "tried": tried}
        found = person.post(f"{address(puzzle)}/step", data=data).json()
        tried, state = found["tried"], found["state"]
    assert state == "solved"
    assert found["paths"] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_ring_shows_where_the_played_thing_lies_now(host: Host, game: str) -> None:
    """Right or wrong, the move stays on the board with a ring that has a word; the ring is on something drawn there."""
    person = host.person()
    ringed: list[bool] = []
    for puzzle in load_puzzles(game)[::20]:
        page = person.get(address(puzzle)).text
        for data in ({"do": "try", "action": str(wrong_one(puzzle))}, {"do": "answer"}):
            found = person.post(f"{address(puzzle)}/step", data=data).json()
            drawn = "".join([page, *found["areas"].values(), *found["cells"].values()])
            assert found["path"]
            assert ("Your move" if data["do"] == "try" else "The answer") in found["tag"]
            ringed.append(any(f'id="{id}"' in drawn for id in found["path"]))
    assert sum(ringed) >= 0.8 * len(ringed), "only what leaves the board has none: a room put aside, a button"


def test_what_was_clicked_is_ringed_where_it_went() -> None:
    def board(**cells: str) -> Drawing:
        return Drawing({}, cells)

    before = board(hand1='<b id="card-1" data-key="a">', hand2='<b id="card-2" data-key="b">', aim='<i id="slot">')
    assert played_to(before, board(chosen='<b data-key="a">', hand1='<b data-key="b">'), ("card-1",)) == ("chosen",)
    chosen = board(chosen='<b data-key="a">', aim='<i id="slot">')
    assert played_to(chosen, board(aim='<b data-key="a">'), ("slot",)) == ("aim",)
    assert played_to(before, before, ("slot",)) == ("slot",)
    assert played_to(before, board(aim="<i>"), ("slot",)) == ("aim",), "a colour that can be chosen no more"
    assert played_to(before, before, ()) == ()


def test_a_par_says_why_and_how_it_goes_on(host: Host) -> None:
    """Also after "Show me" and at its end, in words of the game and with what another first move would reach."""
    person = host.person()
    for puzzle in load_puzzles("cabin")[::40]:
        person.get(address(puzzle))
        shown = person.post(f"{address(puzzle)}/step", data={"do": "answer"}).json()["cells"]["coach-top"]
        assert "This is the move" in shown
        assert "can be reached with it" in shown
        assert "This is how it goes on" in shown
        tried = ".".join(map(str, puzzle.line[:-1]))
        last = {"do": "try", "action": str(puzzle.line[-1]), "tried": tried}
        done = person.post(f"{address(puzzle)}/step", data=last).json()["cells"]["coach-top"]
        assert "nobody can do better" in done
        assert done.count("<p>") >= 2, "the result, and why the first move was right"


def test_nothing_of_the_proof_is_on_the_page_before_the_answer(host: Host) -> None:
    """What a page gets does not depend on the proof: it is the same for a puzzle with another answer."""
    puzzle = load_puzzles("treehouse")[0]
    person = host.person()
    page = person.get(address(puzzle)).text
    asked = person.get(f"{address(puzzle)}/step").text
    for text in (page, asked):
        assert str(puzzle.values[0].chance) not in text
        assert str(puzzle.rating) not in text
    order = [path[0] % 64 for path in json.loads(asked)["paths"]]
    assert order == sorted(order), "the answer does not stand first"


def test_the_first_go_counts_once(host: Host) -> None:
    puzzle = load_puzzles("bower")[3]
    person = host.person()
    person.get(address(puzzle))
    person.post(f"{address(puzzle)}/step", data={"do": "try", "action": str(wrong_one(puzzle))})
    assert "once more" in person.get("/puzzles?game=bower&show=again").text
    person.post(f"{address(puzzle)}/step", data={"do": "try", "action": str(puzzle.answer[0])})
    assert "once more" not in person.get("/puzzles?game=bower&show=again").text
    assert "1 of 1" in person.get("/puzzles?game=bower").text
    other = host.person()
    other.get("/puzzles")
    assert "1 of 1" not in other.get("/puzzles?game=bower").text


def test_the_answer_is_played_and_explained(host: Host) -> None:
    puzzle = load_puzzles("dream_home")[2]
    person = host.person()
    person.get(address(puzzle))
    answer = person.post(f"{address(puzzle)}/step", data={"do": "answer"}).json()
    assert answer["path"]
    assert answer["paths"] == []
    assert "This is the move" in answer["cells"]["coach-top"]


def test_the_list_shows_images_that_browsers_may_keep(host: Host) -> None:
    person = host.person()
    page = person.get("/puzzles").text
    assert "<iframe" not in page
    pictures = re.findall(r'<img src="([^"]+\.svg)"', page)
    assert len(pictures) > 10
    assert re.findall(r'<img data-near="([^"]+)"', page) == pictures[1:], "all but the first wait until they are near"
    for game in GAMES:
        picture = person.get(next(one for one in pictures if f"/{game}/" in one))
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert "immutable" in picture.headers["cache-control"]
        assert ElementTree.fromstring(picture.text).tag.endswith("svg")
        assert "url(" not in re.sub(r"url\(#", "", picture.text), "an image loads nothing else"
    stale = re.sub(r"/picture/\w+/", "/picture/old/", pictures[0])
    assert "immutable" not in person.get(stale).headers["cache-control"]
    assert person.get(pictures[0].replace("en.svg", "xx.svg")).status_code == 404


def test_themes_filter_and_ratings_are_explained(host: Host) -> None:
    person = host.person()
    shelf = load_puzzles("treehouse")
    person.get(address(shelf[0]))
    for puzzle in shelf[:6]:
        person.post(f"{address(puzzle)}/step", data={"do": "try", "action": str(puzzle.answer[0])})
    page = person.get("/puzzles?game=treehouse").text
    assert "1 day in a row" in page
    assert page.count('<ol class="recent">') == 1
    assert str(shelf[5].rating) in page
    theme = shelf[7].theme
    found = person.get(f"/puzzles?game=treehouse&theme={theme}").text
    ids = set(re.findall(r'href="/puzzles/treehouse/(\w+)"', found))
    themes = {one.id: one.theme for one in shelf}
    day = re.search(r'class="button" href="/puzzles/\w+/(\w+)"', found)
    assert {themes[id] for id in ids if day is None or id != day[1]} == {theme}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(host: Host, language: str) -> None:
    person = host.person()
    person.get(f"/puzzles?lang={language}", follow_redirects=True)
    assert f'lang="{language}"' in person.get("/puzzles").text
    puzzle = load_puzzles("treehouse")[5]
    said = person.post(f"{address(puzzle)}/step", data={"do": "try", "action": str(wrong_one(puzzle))}).json()
    assert said["cells"]["coach-top"]
    assert "puzzle." not in said["cells"]["coach-top"]


@pytest.mark.parametrize(
    ("path", "data", "status"),
    [
        ("/puzzles/chess/1", None, 404),
        ("/puzzles/treehouse/nothing", None, 404),
        ("/puzzles/treehouse/ID/step?tried=x", None, 400),
        ("/puzzles/treehouse/ID/step?tried=99.99", None, 400),
        ("/puzzles/treehouse/ID/step?tried=" + ".".join("1" * 100), None, 400),
        ("/puzzles/treehouse/ID/step", {"do": "try", "action": "62"}, 400),
        ("/puzzles/treehouse/ID/step", {"do": "try", "action": "²"}, 400),
        ("/puzzles/treehouse/ID/step", {"do": "nonsense"}, 200),
        ("/puzzles?game=chess&show=x", None, 200),
    ],
)
def test_odd_requests(host: Host, path: str, data: dict[str, str] | None, status: int) -> None:
    path = path.replace("ID", load_puzzles("treehouse")[0].id)
    person = host.person()
    person.get("/")
    answer = person.get(path) if data is None else person.post(path, data=data)
    assert answer.status_code == status
    assert "Traceback" not in answer.text
