"""My box over HTTP: taps, the loader's word beside the field, files and links, counting and tables with it."""

from __future__ import annotations

import re
import threading
import tomllib
from html import unescape

import httpx
import pytest

from domik.games import _own_match
from domik.kernel.box_form import NAME, WORDS
from domik.positions import box as box_module
from domik.positions.box import Box, box_entries, read_box
from domik.table import Table
from tests.server.host import Host
from tests.server.pages.test_companion import HttpPhone


class BoxForm:
    """Somebody who taps on the page of their box."""

    def __init__(self, host: Host, game: str, language: str = "en") -> None:
        self.client: httpx.Client = host.person(**{"accept-language": language, "origin": host.origin})
        self.game = game
        self.text = self.client.get(f"/companion/{game}/box").text

    def fields(self) -> dict[str, str]:
        hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', self.text)
        shown = re.findall(r'<input id="f\.[^"]+" name="(f\.[^"]+)" value="([^"]*)"', self.text)
        return {name: unescape(value) for name, value in (*hidden, *shown)}

    def tap(self, wish: str, **typed: str) -> None:
        assert f'value="{wish}"' in self.text, wish
        typed = {name.replace("__", "."): value for name, value in typed.items()}
        answer = self.client.post(f"/companion/{self.game}/box", data=self.fields() | typed | {"do": wish})
        assert answer.status_code == 200, answer.text[:300]
        self.text = answer.text

    @property
    def box(self) -> Box:
        return read_box(self.game, self.fields()["box"])


def complete_box(game: str) -> str:
    box = Box(game)
    for key in box.needed_keys():
        box = box.look_at(key)
    return box.token()


def test_a_tile_is_painted_by_taps_and_the_differences_are_listed(host: Host) -> None:
    form = BoxForm(host, "bower")
    assert "0 of 36 looked at" in form.text
    assert "counting starts with numbers" in form.text
    form.tap("open tiles.n05")
    for wish in ("set a.surface moss", "add a.ornaments shell", "drop b.ornaments shell"):
        form.tap(wish)
    assert "Your box differs in 3 values" in form.text
    assert form.box.values == {
        "tiles.n05.a.surface": "moss",
        "tiles.n05.a.ornaments": ["red_feather", "gem", "shell"],
        "tiles.n05.b.ornaments": ["shell"],
    }
    assert 'value="add a.ornaments' not in form.text  # three lie there
    form.tap("next tiles.n05")
    assert "1 of 36 looked at" in form.text
    assert "Tile 6" in form.text
    form.tap("back tiles.n05.a.surface")
    assert "Your box differs in 2 values" in form.text


def test_the_loader_speaks_beside_the_field(host: Host) -> None:
    form = BoxForm(host, "cabin", "ru")
    form.tap("open cards.birch")
    form.tap("more natural.cost.wood")
    assert form.text.count('class="bx-wrong"') == 1
    assert form.text.count("bx-bad") == 4  # four costs add up
    assert "components.toml?b=" not in form.text  # nothing to download that cannot be played
    form.tap("stay", f__natural__cost__clay="1", f__natural__name="Берёзы")
    assert "bx-wrong" not in form.text
    assert form.box.values["cards.birch.natural.name"] == "Берёзы"
    form.tap("stay", f__natural__cost__clay="many")  # no number: it stays as it was
    assert form.box.values["cards.birch.natural.cost.clay"] == 1


def test_a_box_is_a_file_and_a_link_with_its_fingerprint(host: Host) -> None:
    form = BoxForm(host, "dream_home")
    form.tap("open kinds.study")
    form.tap("more points.1")
    link = re.search(r'href="(/companion/dream_home/box/components\.toml\?b=[^"]+)"', form.text)
    shared = re.search(r'data-copy-link="([^"]+)"', form.text)
    assert link is not None
    assert shared is not None
    answer = form.client.get(unescape(link[1]))
    assert answer.headers["content-disposition"].endswith('"dream_home-components.toml"')
    kinds = {kind["id"]: kind for kind in tomllib.loads(answer.text)["kinds"]}
    assert kinds["study"]["points"] == [3]
    assert "# ---- the score sheet ----" in answer.text  # its comments are kept
    page = host.person().get(unescape(shared[1])).text
    assert "Your box differs in 1 value<" in page
    assert "not the ones" not in page
    assert "data-keep" not in page  # somebody else's box changes nothing in one's own browser
    wrong = re.sub(r"hash=\w+", "hash=0000", unescape(shared[1]))
    assert "not the ones that its fingerprint promises" in host.person().get(wrong).text
    assert host.person().get("/companion/dream_home/box?b=nonsense").status_code == 400


@pytest.mark.parametrize("game", ["cabin", "bower"])
def test_counting_begins_by_numbers_until_the_box_is_complete(host: Host, game: str) -> None:
    plain, looked = HttpPhone(host, game), HttpPhone(host, game)
    plain.start(2)
    looked.start(2, box=complete_box(game))
    assert "by=numbers" in plain.position_text()
    assert "by=numbers" not in looked.position_text()
    assert looked.fields()["box"]
    looked.tap("done")
    assert looked.fields()["box"], "the box goes along with every tap"


def test_points_are_counted_by_the_box(host: Host) -> None:
    box = Box("dream_home")
    study = box.entries["kinds.study"]
    token = box.put(study, next(one for one in study.fields if one.path == ("points", "1")), 9).token()
    phone = HttpPhone(host, "dream_home")
    phone.start(2, box=token)
    phone.tap("place 2.1")
    phone.tap("put 2.1 study")
    assert ">9</b>" in re.sub(r"\s+", "", phone.text)
    saved = phone.client.post("/companion/dream_home/save", data=phone.fields())
    assert ">9</b>" in re.sub(r"\s+", "", phone.client.get(saved.headers["location"]).text)


def test_a_table_is_played_with_the_box_and_keeps_it(host: Host) -> None:
    box = Box("bower")
    tile = box.entries["tiles.n05"]
    ornaments = next(one for one in tile.fields if one.kind == WORDS)
    box = box.put(tile, ornaments, ["red_flower", "red_flower"])
    client = host.person(origin=host.origin)
    fields = {"seat0": "human", "seat1": "bot:greedy", "box": box.token()}
    answer = client.post("/g/bower/tables", data=fields)
    assert answer.status_code == 303, answer.text[:300]
    table = table_of(host, str(answer.headers["location"]))
    assert table.match.components.hash() == box.components().hash()
    assert table.match.components.text == table.setup.components
    host.rooms.drop([table.id])  # read again from its journal
    again = table_of(host, str(answer.headers["location"]))
    assert again is not table
    assert again.match.components.hash() == box.components().hash()
    plain = client.post("/g/bower/tables", data=fields | {"box": ""})
    assert table_of(host, str(plain.headers["location"])).setup.components == ""


def table_of(host: Host, address: str) -> Table:
    return host.call(host.rooms.get(address.rsplit("/", 1)[-1])).table


def test_a_box_that_cannot_be_played_opens_no_table(host: Host) -> None:
    box = Box("cabin")
    birch = box.entries["cards.birch"]
    token = box.put(birch, birch.fields[1], 6).token()
    client = host.person(origin=host.origin)
    for path, more in (("/g/cabin/tables", {"seat0": "human"}), ("/companion/cabin", {"do": "start", "seats": "1"})):
        answer = client.post(path, data={"box": token, **more})
        assert answer.status_code == 400
        assert "components.toml" in answer.text
    assert client.get("/companion/nothing/box").status_code == 404


def test_a_strange_box_is_loaded_beside_the_games_and_few_are_kept(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """A box takes as long as many pages, and anybody can make up as many as they like."""
    threads: list[str] = []
    load = box_module.components_text

    def noted(game: str, token: str) -> str:
        threads.append(threading.current_thread().name)
        return load(game, token)

    monkeypatch.setattr(box_module, "components_text", noted)
    entry, field = next((one, field) for one in box_entries("cabin").values() for field in one.fields)
    value = "Elsewhere" if field.kind == NAME else field.least
    token = Box("cabin").put(entry, field, value).token()
    host.person().post("/g/cabin/tables", data={"seat0": "human", "seat1": "bot:easy", "box": token})
    assert host.thread.name not in threads[:1], "the first to make it is a thread of its own"
    assert threads
    kept = (_own_match, load, box_module.box_components)
    assert all((one.cache_parameters()["maxsize"] or 1000) <= 64 for one in kept)
