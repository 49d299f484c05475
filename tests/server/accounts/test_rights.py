"""Who may do what, and no longer: bans, keys that are taken back, seals, streams that outlive a right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from domik.server.accounts.visitors import owner_hash
from domik.server.api import bots
from domik.server.api.schemas import Bot
from domik.server.api.tables import BOT_ACCOUNT
from domik.server.edge.security import Bans
from domik.server.hosting import Hosting
from domik.server.pages.deals.daily import today
from domik.table.clock import now
from tests.server.accounts.test_passkeys import HERE, Authenticator, named, wish, with_passkey
from tests.server.accounts.test_people import introduced, key_of, owner
from tests.server.accounts.test_people import opened as bower_table
from tests.server.api.test_bots_door import events, registered
from tests.server.dealing import play, played, secret_of
from tests.server.host import Host, Page

KEY = "the key of the host, nobody else's"
pytestmark = pytest.mark.usefixtures("at_noon")


def device_link(person: httpx.Client, table: str) -> str:
    """The path of a link for another device, shown once."""
    found = re.search(r'value="http://[^/"]+(/j/[^"]+)"', person.post(f"/t/{table}/devices").text)
    assert found is not None
    return found[1]


def ban_at(host: Host, table: str) -> None:
    keeper = host.person()
    keeper.post("/host", data={"key": host.rooms.services.keys.host_key()})
    assert keeper.post(f"/host/tables/{table}/ban", data={"seat": "0"}).status_code == 303


@pytest.fixture
def bans(host: Host) -> Iterator[Bans]:
    """The server's bans, which are lifted afterwards."""
    found = host.service(Bans)
    yield found
    for who in list(found.banned):
        host.call(found.unban(who))


# ---- bans ------------------------------------------------------------------------------------------------------


def test_a_ban_holds_for_the_person_however_they_came(host: Host, bans: Bans) -> None:
    ania, phone = introduced(host), host.person()
    link, table = key_of(ania), bower_table(ania)
    phone.post("/key", data={"key": link})
    elsewhere = Page(host.origin, bower_table(phone), phone)
    elsewhere.take()
    ban_at(host, table)
    assert ania.get("/").status_code == 403
    assert phone.get("/").status_code == 403, "the same person on a device that came by the key"
    late = host.person()
    assert late.post("/key", data={"key": link}).status_code == 303
    assert late.get("/").status_code == 403, "and on one that comes now"
    with pytest.raises(ConnectionClosed):
        elsewhere.until(lambda _page: False)
    assert host.person().get("/").status_code == 200


def test_a_banned_key_of_the_api_opens_nothing(host: Host, bans: Bans) -> None:
    bot = registered(host, "soon-banned")
    heard = events(bot, "/api/events")
    key = bot.headers["authorization"].removeprefix("Bearer ")
    host.call(bans.ban(owner_hash(key), "soon-banned"))
    assert bot.get("/api/bots/me").status_code == 403
    assert host.person().post("/api/challenges", json={"to": "soon-banned", "game": "bower"}).status_code == 201
    assert list(heard) == [], "the stream ends before the event"


# ---- seals -----------------------------------------------------------------------------------------------------


def test_a_table_for_fun_does_not_show_a_sealed_deal(host: Host) -> None:
    ania, _ = played(host, "treehouse", "Ania")
    friend = host.person()
    fun = ania.post(f"/daily/{today()}/treehouse/again").headers["location"]
    link = device_link(ania, fun.removeprefix("/t/"))
    assert friend.post(link, data={"name": "Spy"}).status_code == 403
    assert friend.post(f"{fun}/sit", data={"key": link.rpartition("/")[2]}).status_code == 403
    assert friend.get(fun).status_code == 403
    also, _ = played(host, "treehouse", "Friend", 1)
    assert also.post(link).status_code == 303, "who has played may look on"


def test_a_duplicate_is_for_fun_only_after_the_try_that_counts(host: Host) -> None:
    ania, friend = introduced(host), host.person()
    table = bower_table(ania)
    live_table = host.call(host.rooms.get(table))
    host.call(live_table.execute(lambda table, at: [] if table.is_dealt else table.begin(at)))
    play(ania, table)
    place = ania.post(f"/t/{table}/deal").headers["location"]
    answer = friend.post(f"{place}/again")
    assert answer.status_code == 409
    assert "First finish the attempt that counts" in answer.text
    mine = friend.post(f"{place}/play").headers["location"]
    assert friend.post(f"{place}/again").status_code == 409, "begun is not finished"
    assert friend.post(f"/t/{table}/deal", data={"at_once": "1"}).headers["location"] == mine
    play(friend, mine.removeprefix("/t/"))
    assert friend.post(f"{place}/again").status_code == 303


# ---- streams and keys of programs --------------------------------------------------------------------------------


def duel(host: Host) -> tuple[str, list[httpx.Client]]:
    """A dealt table of two programs."""
    setup = {"game": "treehouse", "seats": [{"kind": "human"}, {"kind": "human"}], "terms": {"forced": False}}
    found = host.person().post("/api/tables", json=setup).json()
    programs = [host.person(authorization=f"Bearer {one['secret']}") for one in found["seats"]]
    for program in programs:
        assert program.post(f"/api/tables/{found['id']}/sit", json={"luck": "x"}).status_code == 200
    return found["id"], programs


def test_a_stream_asks_at_every_event_whose_eyes_it_has(host: Host, bans: Bans) -> None:
    table, (one, two) = duel(host)
    heard = events(one, f"/api/tables/{table}/events")
    assert next(heard)["seat"] == 0
    host.call(bans.ban(owner_hash(one.headers["authorization"].removeprefix("Bearer ")), "one"))
    mover = two.get(f"/api/tables/{table}").json()
    live_table = host.call(host.rooms.get(table))
    if mover["legal"]:
        two.post(f"/api/tables/{table}/moves", json={"action": mover["legal"][0]["action"], "turn": mover["turn"]})
    else:
        host.call(live_table.execute(lambda table, at: table.submit(0, table.legal(0) & -table.legal(0), at)))
    assert list(heard) == []
    assert one.get(f"/api/tables/{table}?after=9999").status_code == 403


def test_the_key_of_a_closed_bot_opens_nothing(host: Host) -> None:
    bot, rival = registered(host, "closing"), registered(host, "staying")
    table = bot.post("/api/challenges", json={"to": "staying", "game": "treehouse"}).json()["id"]
    assert rival.post(f"/api/challenges/{table}/accept", json={}).status_code == 200
    heard = events(bot, f"/api/tables/{table}/events")
    assert next(heard)["seat"] == 0
    own = events(bot, "/api/events")
    assert next(own)["type"] == "start"
    assert bot.post("/api/bots/me/close").status_code == 200
    assert bot.get(f"/api/tables/{table}").status_code == 403
    assert bot.post(f"/api/tables/{table}/resign").status_code == 403
    assert rival.post(f"/api/tables/{table}/resign").status_code == 200
    assert list(heard) == []
    assert list(own) == []
    assert bot.get("/api/bots/me").status_code == 403, "and nothing has brought the account back"


def test_names_of_bots_expire(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    used, unused = registered(host, "used"), registered(host, "unused")
    later = now() + bots.BOT_KEPT
    monkeypatch.setattr(bots, "now", lambda: later - 1000)
    assert used.get("/api/bots/me").status_code == 200
    monkeypatch.setattr(bots, "now", lambda: later + 5000)
    registered(host, "Unused")
    assert unused.get("/api/bots/me").status_code == 403
    assert used.get("/api/bots/me").json()["name"] == "used"


def test_bots_of_older_versions_begin_to_count_now(host: Host) -> None:
    store = host.rooms.services.store
    host.call(store.key_value.put(BOT_ACCOUNT, "", "old", msgspec.json.encode(Bot("old"))))
    host.call(store.key_value.put(bots.BOT_NAME_KIND, "", "old", b"old"))
    at = now()
    host.call(bots.delete_unused_bots(store, at))
    kept = host.call(bots.load_bot(store, "old"))
    assert kept is not None
    assert kept.made == at
    host.call(bots.delete_unused_bots(store, at + bots.BOT_KEPT + 1))
    assert host.call(bots.load_bot(store, "old")) is None


# ---- devices ---------------------------------------------------------------------------------------------------


def test_a_device_sent_away_does_not_return_by_a_key_it_made(host: Host) -> None:
    ania, thief = introduced(host), host.person()
    thief.post("/key", data={"key": key_of(ania)})
    table = bower_table(ania)
    link, made = device_link(thief, table), key_of(thief)
    ania.post("/me/device", data={"device": owner_hash(thief.cookies["domik"])})
    assert owner(host, thief) != owner(host, ania)
    assert thief.post("/key", data={"key": made}).status_code == 403
    assert "data-url" not in thief.get(link).text
    assert thief.post(link).status_code != 303
    seats = host.rooms.by_id[table].table.seats
    assert not any(owner_hash(thief.cookies["domik"]) in seat.owners for seat in seats)


def test_the_device_an_identity_began_on_does_not_return_by_the_api(host: Host) -> None:
    lost, phone = introduced(host), host.person()
    table = bower_table(lost)
    phone.post("/key", data={"key": key_of(lost)})
    secret = secret_of(lost)
    assert lost.get(f"/api/tables/{table}", headers=secret).json()["seat"] == 0
    phone.post("/me/device", data={"device": owner_hash(lost.cookies["domik"])})
    assert lost.get(f"/api/tables/{table}", headers=secret).status_code == 403


def test_a_passkey_goes_with_the_device_it_was_made_on(host: Host) -> None:
    ania, authenticator = with_passkey(host, b"made on the first device")
    phone = named(host)
    answer = authenticator.show(wish(phone, "/key"))
    assert phone.post("/key/passkey", data={"credential": answer}).status_code == 303
    phone.post("/me/device", data={"device": owner_hash(ania.cookies["domik"])})
    late = named(host)
    again = authenticator.show(wish(late, "/key"))
    assert late.post("/key/passkey", data={"credential": again}).status_code == 403


class Synced(Authenticator):
    """A passkey that several devices share: it does not count, so its count proves nothing."""

    def data(self, flags: int) -> bytes:
        self.uses = -1
        return super().data(flags)


def test_a_proof_works_once(host: Host) -> None:
    ania, phone = named(host), named(host)
    authenticator = Synced(f"http://{HERE}:{host.port}", id=b"works once")
    made = authenticator.make(wish(ania, "/me"))
    assert ania.post("/me/passkey", data={"credential": made}).status_code == 303
    answer = authenticator.show(wish(phone, "/key"))
    assert phone.post("/key/passkey", data={"credential": answer}).status_code == 303
    assert phone.post("/key/passkey", data={"credential": answer}).status_code == 403
    fresh = authenticator.show(wish(phone, "/key"))
    assert phone.post("/key/passkey", data={"credential": fresh}).status_code == 303


@pytest.mark.parametrize("credential", ["[" * 5000, '{"id":"x","response":' + "[" * 5000])
def test_deep_nonsense_gets_a_sentence(host: Host, credential: str) -> None:
    answer = named(host).post("/key/passkey", data={"credential": credential})
    assert answer.status_code == 403
    assert "passkey" in answer.text


# ---- known names -------------------------------------------------------------------------------------------------


def test_a_dropped_person_opens_no_table_by_rematch(tmp_path: Path) -> None:
    data = tmp_path / "d.db"
    host = Host(data, hosting=replace(Hosting(data=str(data)), known_names=True, host_key=KEY))
    try:
        hostess, zoe = host.person(), host.person()
        hostess.post("/key", data={"key": KEY})
        shown = hostess.post("/me/known", data={"name": "Zoe"}).text
        link = re.search(r'value="(http[^"]+/key#[^"]+)"', shown)
        assert link is not None
        zoe.post("/key", data={"key": link[1]})
        table = bower_table(zoe)
        live_table = host.call(host.rooms.get(table))
        host.call(live_table.execute(lambda table, at: [] if table.is_dealt else table.begin(at)))
        page = Page(host.origin, table, zoe)
        page.take()
        page.ask("resign")
        dropped = owner(host, zoe)
        hostess.post("/me/known/drop", data={"owner": dropped})
        assert "known to the person who runs this server" in page.ask("rematch")["refused"][2]
        assert "known to the person who runs this server" in page.ask("chat", text="hello")["refused"][2]
        assert not live_table.table.next_table
    finally:
        host.stop()
