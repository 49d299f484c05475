"""A finished house as a picture: of finished games only, for anybody's seat, with names or without."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.host import Host
from tests.server.pages.test_my_games import finish, opened, together


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = Host(tmp_path_factory.mktemp("house") / "domik.db")
    yield host
    host.stop()


def test_a_running_game_has_no_picture(host: Host) -> None:
    person = host.person()
    table = opened(person)
    for path in ("house", "house/picture", "house/picture?seat=1"):
        refused = person.get(f"/t/{table}/{path}")
        assert refused.status_code == 404
        assert "played to its end" in refused.text


def test_a_game_that_was_broken_off_has_none(host: Host) -> None:
    person = host.person()
    table = opened(person)
    host.call(finish(host, table))
    assert person.get(f"/t/{table}/house").status_code == 200
    ania, marek, shared = together(host)
    for one in (ania, marek):
        one.post(f"/t/{shared}/end")
    assert ania.get(f"/t/{shared}/house/picture").status_code == 404


def test_names_points_and_date_and_names_can_be_hidden(host: Host) -> None:
    ania, marek, table = together(host)
    host.call(finish(host, table))
    hers, his = ania.get(f"/t/{table}/house/picture").text, marek.get(f"/t/{table}/house/picture").text
    assert "Ania’s" in hers
    assert "Marek’s" in his
    assert "Marek" in hers
    hidden = ania.get(f"/t/{table}/house/picture?seat=0&names=0").text
    assert "Ania" not in hidden
    assert "Marek" not in hidden
    preview = ania.get(f"/t/{table}/house?names=0").text
    assert "Marek" not in preview
    assert 'name="names" value="0" checked' in preview
