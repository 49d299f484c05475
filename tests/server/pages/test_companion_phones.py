"""Everybody's own phone: who counts what, secrets until all are in, the result for all, and nothing kept after."""

from __future__ import annotations

import re
from html import unescape

import httpx
import pytest

from domik.positions.position import read_position
from domik.server.store import Store
from domik.server.store.phone_tables import EXPIRES, PHONE_SEAT_KIND, PHONES_KIND
from domik.table.clock import now
from tests.server.host import Host
from tests.server.pages.test_companion import HttpPhone


class SeatPhone(HttpPhone):
    """A phone that counts one seat of a table that others count as well."""

    def __init__(self, host: Host, code: str, language: str = "en") -> None:
        super().__init__(host, "", language)
        self.code, self.seat = code, ""

    def sit(self, seat: int) -> None:
        answer = self.client.post(f"/phones/{self.code}/sit", data={"seat": str(seat)})
        assert answer.status_code == 303, answer.text[:300]
        self.open(str(seat))

    def open(self, seat: str) -> None:
        self.seat = seat
        self.text = self.client.get(f"/phones/{self.code}/at/{seat}").text

    def send(self, fields: dict[str, str]) -> None:
        answer = self.client.post(f"/phones/{self.code}/at/{self.seat}", data=fields, headers={"x-part": "1"})
        assert answer.status_code == 200, answer.text[:300]
        self.text = answer.text
        self.gone_to = answer.headers.get("x-go", "")

    def everybody(self) -> str:
        return self.client.get(f"/phones/{self.code}/news").text

    def finish(self) -> None:
        """Done, until the phone goes back to everybody."""
        self.gone_to = ""
        for _ in range(12):
            if self.gone_to:
                return
            self.tap("next" if "next" in self.offers() else "done")
        raise AssertionError("it never ended")


def begin(host: Host, game: str, seats: int, **more: str) -> SeatPhone:
    """The host's phone, at a new table."""
    client = host.person(origin=host.origin)
    names = {f"name.{seat}": name for seat, name in enumerate(("Ania", "Marek", "Sonia")[:seats])}
    answer = client.post(f"/companion/{game}/phones", data={"do": "start", "seats": str(seats), **names, **more})
    assert answer.status_code == 303, answer.text[:300]
    phone = SeatPhone(host, answer.headers["location"].rsplit("/", 1)[-1])
    phone.client = client
    return phone


def kept(host: Host) -> int:
    query = f"SELECT document FROM shelf WHERE kind IN ('{PHONES_KIND}', '{PHONE_SEAT_KIND}')"
    return len(host.call(host.service(Store).database.fetch_all(query)))


def test_each_phone_counts_its_own_and_all_see_who_is_how_far(host: Host) -> None:
    ania = begin(host, "dream_home", 2)
    page = ania.client.get(f"/phones/{ania.code}").text
    assert "Which are you?" not in page  # the host's page begins with who is in
    assert 'class="qr"' in page
    assert f"/phones/{ania.code}" in page
    marek = SeatPhone(host, ania.code)
    assert "Which are you?" in marek.client.get(f"/phones/{ania.code}").text
    marek.sit(1)
    assert "Marek" in marek.text
    assert not [wish for wish in marek.offers() if wish.startswith("seat 0")]
    marek.tap("place 2.1")
    marek.tap("put 2.1 living")
    assert "1 entered so far" in ania.everybody()
    taken = SeatPhone(host, ania.code).client.post(f"/phones/{ania.code}/sit", data={"seat": "1"})
    assert taken.status_code == 409
    assert SeatPhone(host, ania.code).client.get(f"/phones/{ania.code}/at/1").status_code == 403
    again = SeatPhone(host, ania.code)
    again.client = marek.client  # the page was closed: what was entered is there
    again.open("1")
    assert "2.1=living" in again.position_text()


def test_the_result_comes_when_all_are_in_and_everybody_gets_it(host: Host) -> None:
    ania = begin(host, "dream_home", 2)
    marek = SeatPhone(host, ania.code)
    marek.sit(1)
    marek.tap("place 2.1")
    marek.tap("put 2.1 living")
    marek.finish()
    assert ania.client.post(f"/phones/{ania.code}/result").status_code == 409
    ania.sit(0)  # or count for her: the same tap
    ania.finish()
    assert marek.client.post(f"/phones/{ania.code}/result").status_code == 403
    assert ania.client.post(f"/phones/{ania.code}/result").status_code == 303
    for phone in (ania, marek, SeatPhone(host, ania.code)):
        assert "Marek wins!" in phone.client.get(f"/phones/{ania.code}").text
    ended = ania.client.post(f"/phones/{ania.code}/end")
    assert ended.headers["location"] == "/companion/dream_home"
    assert marek.client.get(f"/phones/{ania.code}").status_code == 404


def test_a_guest_may_count_for_somebody_without_a_phone_and_the_host_frees_lost_ones(host: Host) -> None:
    ania = begin(host, "dream_home", 2)
    marek = SeatPhone(host, ania.code)
    marek.sit(1)
    assert "Count for them" in marek.everybody()
    assert "Phone is gone" in ania.everybody()
    assert "Phone is gone" not in marek.everybody()
    ania.client.post(f"/phones/{ania.code}/free", data={"seat": "1"})
    assert marek.client.get(f"/phones/{ania.code}/at/1").status_code == 403
    ania.sit(1)
    assert "2.1" not in ania.position_text()


# ---- secrets: two worlds that differ in nothing but what one seat keeps to itself ---------------------

SECRETS = [
    ("treehouse", 2, {"o.edition": "nk", "o.secret_tasks": "on"}, ("task=1", "task=5")),
    ("dream_home", 2, {}, ("red=4 designer=1", "blue=1 green=3 designer=1")),
    ("dream_home", 2, {}, ("by=numbers rooms=9 roof=2", "by=numbers rooms=9 roof=11")),
    ("bower", 2, {}, ("by=numbers straw=4 c1=1", "by=numbers straw=4 c1=6 c3=2")),
]


def others_pages(host: Host, game: str, seats: int, options: dict[str, str], secret: str) -> tuple[list[str], str]:
    """What all others see while one seat has its secret in, without the code; and the result afterwards."""
    ania = begin(host, game, seats, **options)
    marek = SeatPhone(host, ania.code)
    marek.sit(1)
    fields = {name: value for name, value in marek.fields().items() if not name.startswith("n.")}
    lines = fields["position"].splitlines()
    marek.send(fields | {"position": "\n".join([*lines[:-1], f"seat Marek: {secret}"]) + "\n", "do": "stay"})
    ania.sit(0)
    shown = [ania.text, ania.everybody(), ania.client.get(f"/phones/{ania.code}").text]
    stranger = SeatPhone(host, ania.code)
    shown += [stranger.everybody(), stranger.client.get(f"/phones/{ania.code}").text]
    marek.open("1")
    marek.finish()
    ania.finish()
    shown += [ania.everybody(), stranger.everybody()]
    ania.client.post(f"/phones/{ania.code}/result")
    result = ania.client.get(f"/phones/{ania.code}").text
    position = re.search(r'name="position" value="([^"]*)"', result)
    assert position is not None
    code = ania.code
    ania.client.post(f"/phones/{code}/end")
    qr = re.compile(r'<svg class="qr".*?</svg>', re.DOTALL)
    return [qr.sub("", page.replace(code, "CODE")) for page in shown], unescape(position[1])


@pytest.mark.parametrize(("game", "seats", "options", "worlds"), SECRETS)
def test_twin_worlds_look_alike_until_all_are_in(
    host: Host, game: str, seats: int, options: dict[str, str], worlds: tuple[str, str]
) -> None:
    (one, one_result), (two, two_result) = (others_pages(host, game, seats, options, secret) for secret in worlds)
    assert one == two
    assert one_result != two_result  # and then it is open
    assert worlds[0].split()[-1] in one_result
    assert worlds[1].split()[-1] in two_result


def test_what_lies_open_is_seen(host: Host) -> None:
    """The twin worlds above can fail: an open entry does differ on the other pages."""
    one, _ = others_pages(host, "dream_home", 2, {}, "2.1=living designer=1")
    two, _ = others_pages(host, "dream_home", 2, {}, "2.1=living 2.2=living designer=1")
    assert one != two


def test_goals_that_the_host_enters_are_no_other_phones_business(host: Host) -> None:
    ania = begin(host, "bower", 2)
    ania.open("table")
    ania.tap("put goal1 red_feather")
    marek = SeatPhone(host, ania.code)
    marek.sit(1)
    assert "goal1=red_feather" in ania.position_text()
    assert "goal1" not in marek.position_text()
    assert marek.client.get(f"/phones/{ania.code}/at/table").status_code == 404
    assert marek.client.post(f"/phones/{ania.code}/at/table", data={"do": "stay"}).status_code == 404


# ---- nothing is kept ----------------------------------------------------------------------------------


def test_nothing_is_kept_after_the_end_or_after_two_hours(host: Host) -> None:
    before = kept(host)
    ania = begin(host, "treehouse", 2)
    ania.sit(0)
    assert kept(host) == before + 2
    ania.client.post(f"/phones/{ania.code}/end")
    assert kept(host) == before
    ania = begin(host, "treehouse", 2)
    ania.sit(0)
    phones = host.service(Store).phones
    host.call(phones.tidy(now()))
    assert kept(host) == before + 2
    host.call(phones.tidy(now() + EXPIRES + 1000))
    assert kept(host) == 0
    assert ania.client.get(f"/phones/{ania.code}").status_code == 404


def test_a_tap_changes_only_its_own_seat(host: Host) -> None:
    ania = begin(host, "dream_home", 2)
    marek = SeatPhone(host, ania.code)
    marek.sit(1)
    fields = marek.fields()
    forged = fields["position"].replace("seat Ania:", "seat Ania: 2.1=living")
    forged = forged.replace("seat Marek:", "seat Marek: 2.2=x")
    marek.send(fields | {"position": forged, "do": "stay"})
    found = read_position(marek.position_text())
    assert found.table.seats[0].entries == {}
    assert found.table.seats[1].entries == {"2.2": "x"}


@pytest.mark.parametrize("path", ["", "/news", "/at/0", "/at/table"])
def test_a_code_that_is_gone_gets_a_sentence(host: Host, path: str) -> None:
    client: httpx.Client = host.person(origin=host.origin)
    answer = client.get(f"/phones/nothing{path}")
    assert answer.status_code == 404
    assert "This table is gone" in answer.text
    assert client.post("/companion/nothing/phones", data={}).status_code == 404
    assert client.post("/companion/dream_home/phones", data={"seats": "2", "box": "x"}).status_code == 400
