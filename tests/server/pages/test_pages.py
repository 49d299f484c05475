"""Pages: every one in every language, safe headers and cookies, forms and their errors."""

from __future__ import annotations

import gzip
import re
from importlib.resources import files
from pathlib import Path

import pytest

from domik.games import GAMES
from domik.kernel.drawing import SCREEN_FORMS
from domik.language import LANGUAGES
from domik.server.app import RequestLimits
from domik.server.http.compression import brotli
from domik.server.rendering.assets import FOR_EVER, asset, content
from tests.server.host import Host
from tests.server.live.test_live import opened, play_on, seated

WORDS = {"en": "Play now", "ru": "Играть", "pl": "Graj"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_every_language(host: Host, language: str) -> None:
    person = host.person(**{"accept-language": f"{language};q=0.9, xx"})
    home = person.get("/")
    assert WORDS[language] in home.text
    assert f'<html lang="{language}"' in home.text
    for game in GAMES:
        for path in (f"/g/{game}", f"/g/{game}/rules", f"/g/{game}/rules/sheet"):
            assert person.get(path).status_code == 200, path
    assert person.get("/games").status_code == 200
    assert person.get("/nowhere").status_code == 404


def test_the_switch_is_remembered(host: Host) -> None:
    person = host.person()
    assert person.get("/?lang=pl").headers["location"] == "/"
    assert WORDS["pl"] in person.get("/").text
    assert person.get("/?lang=xx").status_code == 200
    for page in ("/daily/bower", "/g/cabin/rules", "/t/none/replay"):
        assert person.get(f"{page}?lang=ru").headers["location"] == page
    picture = person.get("/g/cabin/card/sheet?lang=pl")  # a part of a page is read in a language, it switches nothing
    assert picture.status_code == 200
    assert "set-cookie" not in picture.headers


@pytest.mark.parametrize("path", ["/", "/nowhere", "/static/none.js", "/healthz", "/g/treehouse", "/api/tables/none"])
def test_every_answer_is_dressed(host: Host, path: str) -> None:
    headers = host.person().get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"


def test_whoever_has_a_page_is_told_so(host: Host) -> None:
    person = host.person()
    first = person.get("/learn")
    again = person.get("/learn", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    changed = person.get("/learn", headers={"if-none-match": first.headers["etag"], "accept-language": "pl"})
    assert changed.status_code == 200
    assert "etag" not in person.get("/nowhere").headers


def test_files_that_are_no_pages_carry_little(host: Host) -> None:
    answer = host.person().get("/static/live.js")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert sum(len(name) + len(value) + 4 for name, value in answer.headers.raw) < 260
    drawn = host.person().get("/static/domik.svg")  # which could be opened as a page
    assert "default-src 'none'" in drawn.headers["content-security-policy"]
    assert "sandbox" in drawn.headers["content-security-policy"]


def test_no_page_has_a_script_of_its_own(host: Host) -> None:
    table, people = opened(host, "hh")
    for path in ("/", "/g/treehouse", f"/t/{table}", "/games", "/g/treehouse/rules"):
        text = people[0].get(path).text
        scripts = re.findall(r'<script type="module" src="/static/[0-9a-f]{10}/[a-z]+\.js"></script>', text)
        data = re.findall(r'<script type="application/json" id="script-words">[^<]*</script>', text)
        own = path.endswith("/rules") or path.startswith(("/g/", "/t/"))
        assert len(scripts) == (2 if own else 1), path
        assert len(data) == path.startswith("/t/"), path
        assert len(scripts) + len(data) == text.count("<script"), path
        assert " onclick" not in text
        assert "javascript:" not in text


def test_the_cookie_is_out_of_reach(host: Host) -> None:
    answer = host.person().post("/g/treehouse/play")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}]
)
def test_forms_of_other_sites_are_refused(host: Host, headers: dict[str, str]) -> None:
    answer = host.person(**headers).post("/g/treehouse/play")
    assert answer.status_code == 403
    assert "Traceback" not in answer.text


def test_play_now_is_one_click(host: Host) -> None:
    person = host.person()
    answer = person.post("/g/treehouse/play")
    assert answer.status_code == 303
    page = person.get(answer.headers["location"])
    assert page.status_code == 200
    assert len(page.content) < 60_000
    assert answer.headers["location"] in person.get("/").text


def test_a_wrong_form_comes_back_with_its_reason(host: Host) -> None:
    form = {"seat0": "human", "seat1": "bot:greedy", "option.edition": "original", "option.birdhouse": "on"}
    answer = host.person().post("/g/treehouse/tables", data=form)
    assert answer.status_code == 400
    assert "TH-64" in answer.text
    for bad in (
        {"seat0": "human"},
        {"seat0": "ghost", "seat1": "human"},
        {"seat0": "human", "seat1": "bot:nobody"},
        {},
    ):
        answer = host.person().post("/g/treehouse/tables", data=bad)
        assert answer.status_code == 400, bad
        assert 'role="alert"' in answer.text


def test_the_form_sets_every_kind_of_option(host: Host) -> None:
    form = {
        "seat0": "human",
        "seat1": "bot:greedy",
        "seat2": "screen",
        "option.edition": "nk",
        "option.birdhouse": "on",
    }
    form |= {"option.ages": "1", "clock": "15-10-0", "confirm": "on"}
    answer = host.person().post("/g/treehouse/tables", data=form)
    table = host.call(host.rooms.get(answer.headers["location"].removeprefix("/t/"))).table
    assert table.match.options["edition"] == "nk"
    assert table.match.options["birdhouse"] is True
    assert table.match.options["ages"] == (1, 2, 0)
    assert (table.terms.minutes, table.terms.bonus, table.terms.confirm, table.terms.forced) == (15, 10, True, False)
    assert [seat.owners != set() for seat in table.seats] == [True, False, True]


def test_an_invitation_needs_its_key(host: Host) -> None:
    table, _ = opened(host, "hh")
    stranger = host.person()
    for key in ("", "1", "1.wrong", "9.x", "x.y", "-1.z"):
        assert stranger.post(f"/t/{table}/sit", data={"key": key}).status_code == 403
    assert stranger.post("/join", data={"code": f"http://x/t/{table}#1.abc"}).headers["location"] == f"/t/{table}#1.abc"
    assert stranger.post("/join", data={"code": "nonsense"}).status_code == 404


def test_invitations_are_shown_only_to_the_host(host: Host) -> None:
    from tests.server.host import Page

    person, guest = host.person(), host.person()
    answer = person.post("/g/treehouse/tables", data={f"seat{k}": "human" for k in range(3)} | {"name0": "Ania"})
    table = answer.headers["location"].removeprefix("/t/")
    keys = host.rooms.services.keys
    guest.get(f"/t/{table}")
    guest.post(f"/t/{table}/sit", data={"key": keys.invitation_secret(table), "name": "Marek"})
    pages = [Page(host.origin, table, who) for who in (None, guest, person)]
    for page in pages:
        page.take()
    onlooker, marek, hostess = pages
    assert f"{host.origin}/j/{table}/{keys.invitation_secret(table)}" in hostess.cells["invite"]
    assert marek.facts["seats"] == [1]
    told = "".join(onlooker.raw + marek.raw)
    assert keys.invitation_secret(table) not in told
    assert not any(keys.seat_secret(table, seat) in told + "".join(hostess.raw) for seat in range(3))
    live_table = host.call(host.rooms.get(table))
    assert live_table.table.hash in onlooker.cells["gathering"]
    assert live_table.table.seed not in told + "".join(hostess.raw)


def test_big_forms_are_refused(host: Host) -> None:
    assert host.person().post("/join", data={"code": "x" * 50_000}).status_code == 413


def test_floods_are_slowed_down(tmp_path: Path) -> None:
    slow = Host(tmp_path / "d.db", RequestLimits(requests=(30, 0.1), tables=(3, 0.001), pause=0))
    person = slow.person()
    codes = [person.post("/g/treehouse/play").status_code for _ in range(5)]
    assert codes == [303, 303, 303, 429, 429]
    codes = [person.get("/healthz").status_code for _ in range(5)] + [person.get("/").status_code for _ in range(40)]
    assert 429 in codes
    slow.stop()


def test_a_visitor_has_so_many_tables_and_no_more(host: Host) -> None:
    person = host.person()
    led = [person.post("/g/treehouse/play").headers["location"] for _ in range(22)]
    assert [where.startswith("/t/") for where in led] == [True] * 20 + [False] * 2
    assert led[-2:] == ["/games?full=1"] * 2  # where one can be ended or deleted


def test_a_finished_game_can_be_looked_at_step_by_step(host: Host) -> None:
    table, pages = seated(host, "hh")
    person = host.person()
    assert person.get(f"/t/{table}/replay").headers["location"] == f"/t/{table}"
    assert person.get(f"/t/{table}/step/0?eyes=0").status_code == 400
    play_on(pages, 300)
    pages[0].until(lambda page: page.facts["over"])
    page = person.get(f"/t/{table}/replay")
    assert "proved fair" in page.text
    for eyes in ("-1", "0", "1", "all", "7", "x"):
        for step in (0, 5):
            answer = person.get(f"/t/{table}/step/{step}?eyes={eyes}&form={SCREEN_FORMS[step % len(SCREEN_FORMS)]}")
            assert answer.status_code == 200
            assert answer.json()["areas"]
    assert len(person.get(f"/t/{table}/step/0?eyes=all").json()["open"]) == 2
    assert person.get(f"/t/{table}/step/9999").status_code == 400
    branch = person.post(f"/t/{table}/branch", data={"step": "6"})
    assert branch.status_code == 303
    went_on = host.call(host.rooms.get(branch.headers["location"].removeprefix("/t/"))).table
    assert went_on.branch is not None
    assert [seat.is_bot for seat in went_on.seats] == [False, True]
    assert table in person.get("/games").text


def test_metrics_and_health(host: Host) -> None:
    text = host.person().get("/metrics").text
    assert "# TYPE domik_moves_total counter" in text
    assert "domik_sockets " in text
    assert host.person().get("/healthz").text == "ok\n"


@pytest.mark.parametrize("name", ["../app.py", "font/../x.ttf", "none.css", "game/none.css", "game/../a.css", "x.py"])
def test_no_path_leads_out_of_the_static_files(host: Host, name: str) -> None:
    answer = host.person().get(f"/static/{name}")
    assert answer.status_code == 404 or answer.content == b""


MODULES = sorted(path.name for path in files("domik.web").joinpath("static").iterdir() if path.name.endswith(".js"))


@pytest.mark.parametrize("name", MODULES)
def test_scripts_are_sent_as_they_are_written(host: Host, name: str) -> None:
    person = host.person()
    plain, small = content(name)
    assert plain == files("domik.web").joinpath("static", name).read_bytes()
    assert gzip.decompress(small) == plain
    for asked, got in (("gzip", "gzip"), ("br;q=0, gzip", "gzip"), ("gzip, br", "br"), ("identity", None)):
        answer = person.get(f"/static/{name}", headers={"accept-encoding": asked})
        assert answer.headers.get("content-encoding") == (got if brotli() or got != "br" else "gzip")
        assert answer.content == plain


def test_files_are_kept_for_ever_by_their_version_only(host: Host) -> None:
    person = host.person()
    for name in ("live.js", "site.css", "domik.svg", "game/treehouse.svg", "font/Manrope-Medium.ttf"):
        address = asset(name)
        assert person.get(address).headers["cache-control"] == FOR_EVER, address
        old = re.sub(r"/[0-9a-f]{10}/", "/0123456789/", address)
        for other in (old, f"/static/{name}"):
            assert person.get(other).headers["cache-control"] == "no-cache", other
            assert person.get(other).content == person.get(address).content


def test_scripts_import_each_other_within_one_version() -> None:
    """Files are kept for ever, so an address must change with what it stands for, also inside another module."""
    versions = {asset(name).removesuffix(name) for name in MODULES}
    assert len(versions) == 1
    for name in MODULES:
        code = re.sub(r"/\*.*?\*/", "", content(name)[0].decode(), flags=re.DOTALL)
        imported = re.findall(r'(?:from|import) *"([^"]+)"|import\("([^"]+)"\)', code)
        for address in map("".join, imported):
            assert address.startswith("./"), (name, address)
            assert address.removeprefix("./") in MODULES, (name, address)


def test_style_sheets_find_the_typeface_beside_them(host: Host) -> None:
    sheet = asset("site.css")
    fonts = re.findall(r"url\(([^)]+)\)", content("site.css")[0].decode())
    assert fonts
    for font in fonts:
        assert font.startswith("../"), font
        answer = host.person().get(f"{sheet.rsplit('/', 1)[0]}/{font}")
        assert answer.headers["cache-control"] == FOR_EVER


def test_files_that_are_not_there_are_not_remembered(host: Host) -> None:
    """Anybody may ask for any name: only real files take room in memory."""
    person = host.person()
    address = asset("domik.css")
    assert person.get("/static/nothing.css").status_code == 404  # the page that says so is made of real files
    kept = content.cache_info().currsize
    for number in range(20):
        assert person.get(f"/static/nothing-{number}.css").status_code == 404
        assert person.get(f"/static/game/nothing{number}.svg").status_code == 404
    assert content.cache_info().currsize == kept
    assert person.get(address).status_code == 200
