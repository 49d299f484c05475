"""Notices: pushed to a local push service and read with the browser's own keys, mailed to a local SMTP server."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
import httpx
import msgspec
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from domik.server import app as app_module
from domik.server.app import RequestLimits
from domik.server.hosting import Hosting
from domik.server.live import evening as evening_module
from domik.server.live import notices as notices_module
from domik.server.live import push
from domik.server.live.evening import Evenings
from domik.server.live.meeting import Meeting
from domik.server.live.notices import DUE_KIND, Notices, NoticeSettings, Waiting, is_quiet
from domik.server.live.push import decode_key, encode_key, is_push_service
from domik.table.clock import now
from tests.server.host import GENEROUS, Host, Page, free_port
from tests.server.live.test_meeting import named, opened, owner_of, play_together
from tests.server.pages.test_my_games import begin
from tests.waiting import eventually, eventually_async

SECRET = b"0123456789abcdef"


class PushService:
    """What a browser's maker runs: takes messages for one browser, which alone can read them."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.received: list[tuple[dict[str, str], bytes]] = []
        self.status = 201
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.received.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(service.status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/push/1"

    def subscription(self) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.address, "p256dh": encode_key(point), "auth": encode_key(SECRET), "offset": 0}

    def messages(self) -> list[dict[str, str]]:
        """What the browser reads."""
        return [
            json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=SECRET, version="aes128gcm"))
            for _, body in self.received
        ]

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class Mailbox(Message):
    """A mail server that keeps what it gets."""

    def __init__(self) -> None:
        super().__init__()
        self.mails: list[EmailMessage] = []
        self.address = ""

    def handle_message(self, message: Any) -> None:
        self.mails.append(message)


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    service = PushService()
    monkeypatch.setattr(push, "is_push_service", lambda address: address == service.address)
    yield service
    service.stop()


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    mailbox = Mailbox()
    controller = Controller(mailbox, hostname="127.0.0.1", port=free_port())
    controller.start()
    mailbox.address = f"smtp://127.0.0.1:{controller.port}"
    yield mailbox
    controller.stop()


@pytest.fixture
def host(tmp_path: Path, mailbox: Mailbox) -> Iterator[Host]:
    data = tmp_path / "domik.db"
    hosting = Hosting(
        data=str(data), smtp=mailbox.address, mail_from="table@domik.example", public_url="http://127.0.0.1:1"
    )
    host = Host(data, GENEROUS, hosting)
    yield host
    host.stop()


def subscribed(host: Host, service: PushService, name: str) -> httpx.Client:
    person = named(host, name)
    assert person.post("/notices/subscribe", json=service.subscription()).json() == {"ok": True}
    loud(host, person)
    return person


def loud(host: Host, person: httpx.Client, **more: Any) -> None:
    """No quiet hours, whenever the test runs."""
    settings = NoticeSettings(asked=True, seats=False, quiet_from=0, quiet_to=0, **more)
    host.call(host.service(Notices).save_settings(owner_of(person), settings))


def test_whose_turn_it_is_is_pushed_and_only_the_browser_can_read_it(host: Host, service: PushService) -> None:
    play_together(host, subscribed(host, service, "Anna"), subscribed(host, service, "Marek"))
    eventually(lambda: service.received)
    headers, body = service.received[0]
    assert b"Bower" not in body
    told = service.messages()
    assert {one["title"] for one in told} == {"Your turn in Bower"}
    assert all("Marek" in one["body"] or "Anna" in one["body"] for one in told)
    token, key = headers["authorization"].removeprefix("vapid ").split(",")
    signed, _, signature = token.strip().removeprefix("t=").rpartition(".")
    raw, point = decode_key(signature), decode_key(key.strip().removeprefix("k="))
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    public.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))  # raises for another key or another text
    assert encode_key(point) == sender_key(host)


def sender_key(host: Host) -> str:
    """What browsers subscribe with."""
    push_sender = host.service(Notices).push
    assert push_sender is not None
    return push_sender.public_key


def test_whoever_saw_their_turn_and_closed_the_page_is_not_called(host: Host, service: PushService) -> None:
    people = subscribed(host, service, "Anna"), subscribed(host, service, "Marek")
    table = opened(people[0], "Anna")
    people[0].post(f"/t/{table}/company", data={"open": "1"})
    people[1].post(f"/t/{table}/take")
    pages = [Page(host.origin, table, one) for one in people]
    for page in pages:
        page.take()
    host.call(begin(host, table))
    for page in pages:
        page.until(lambda page: page.facts.get("dealt"))
        page.close()
    live_table = host.call(host.rooms.get(table))
    store = host.rooms.services.store.key_value
    eventually(lambda: not live_table.present_seats())
    eventually(lambda: host.call(store.get(DUE_KIND, "", table)))
    assert service.received == []


def waiting_for(host: Host, person: httpx.Client, table: str, since: int, **more: bool) -> None:
    """As if the game had waited for a person since then."""
    live_table = host.call(host.rooms.get(table))
    seat = next(k for k, one in enumerate(live_table.table.seats) if owner_of(person) in one.owners)
    document = msgspec.json.encode([Waiting(owner_of(person), seat, since, **more)])
    host.call(host.rooms.services.store.key_value.put(DUE_KIND, "", table, document))


def awaited(host: Host, people: tuple[httpx.Client, ...], table: str) -> httpx.Client:
    """Whoever of these has to move."""
    game = host.call(host.rooms.get(table)).table
    seat = next(k for k in range(len(game.seats)) if game.awaits(k))
    return next(one for one in people if owner_of(one) in game.seats[seat].owners)


def test_at_most_one_an_hour_and_table_never_in_quiet_hours_nor_for_a_silent_game(
    host: Host, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = subscribed(host, service, "Anna"), subscribed(host, service, "Marek")
    table = play_together(host, *people)
    person, notices = awaited(host, people, table), host.service(Notices)
    eventually(lambda: any(one["title"] == "Your turn in Bower" for one in service.messages()))
    told = len(service.received)
    waiting_for(host, person, table, now())
    host.call(notices.catch_up(host.rooms))
    assert len(service.received) == told, "the hour is not over"
    monkeypatch.setattr(notices_module, "HOUR", -1)
    quiet = NoticeSettings(quiet_from=0, quiet_to=24 * 60 - 1)
    host.call(notices.save_settings(owner_of(person), quiet))
    waiting_for(host, person, table, now())
    host.call(notices.catch_up(host.rooms))
    loud(host, person, silent_tables=[table])
    host.call(notices.catch_up(host.rooms))
    assert len(service.received) == told, "quiet hours, then a game that is silent"
    loud(host, person)
    host.call(notices.catch_up(host.rooms))
    assert len(service.received) == told + 1
    host.call(notices.catch_up(host.rooms))
    assert len(service.received) == told + 1, "told once for one turn"


def test_a_browser_that_is_gone_is_forgotten(host: Host, service: PushService) -> None:
    anna = subscribed(host, service, "Anna")
    service.status = 410
    assert "no_device" in anna.post("/notices/try").headers["location"]
    assert host.call(host.service(Notices).subscriptions(owner_of(anna))) == {}


def test_try_one_and_be_told_of_an_invitation(host: Host, service: PushService) -> None:
    anna, marek = named(host, "Anna"), subscribed(host, service, "Marek")
    assert "said=tried" in marek.post("/notices/try").headers["location"]
    assert service.messages()[-1]["title"] == "Domik can call you"
    play_together(host, anna, marek)
    table = opened(anna, "Anna")
    token = anna.get(f"/t/{table}/company").text.split("invite=")[1].split('"')[0]
    anna.post(f"/t/{table}/company", data={"invite": token})
    assert service.messages()[-1]["title"] == "Anna invites you to Bower"


def test_the_round_of_an_evening_is_pushed_when_it_begins(
    host: Host, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [named(host, name) for name in ("Anna", "Sonia", "Jonas")] + [subscribed(host, service, "Marek")]
    evening = people[0].post("/evening", data={"name": "Tuesday houses", "game-bower": "1"}).headers["location"]
    for one in people[1:]:
        one.post(f"{evening}/join")
    people[0].post(f"{evening}/say", data={"say": "start"})
    assert service.messages() == []
    monkeypatch.setattr(evening_module, "BREAK", -1)
    people[0].get(f"{evening}/news")
    eventually(lambda: service.received)
    told = service.messages()[0]
    assert told["title"] == "Tuesday houses: the round begins, Bower"
    table = host.call(host.rooms.get(told["path"].removeprefix("/t/"))).table
    assert any(owner_of(people[3]) in seat.owners for seat in table.seats)


def test_mail_comes_after_six_hours_to_a_confirmed_address_and_one_link_stops_it(
    host: Host, mailbox: Mailbox, service: PushService
) -> None:
    people = named(host, "Anna"), named(host, "Marek")
    table = play_together(host, *people)
    person, notices = awaited(host, people, table), host.service(Notices)
    form = {"from": "00:00", "to": "00:00", "mail": "anna@example.org", "offset": "0"}
    assert "said=mail" in person.post("/notices", data=form).headers["location"]
    [asked] = mailbox.mails
    long_ago = now() - 7 * 3600_000
    waiting_for(host, person, table, long_ago)
    host.call(notices.catch_up(host.rooms))
    assert len(mailbox.mails) == 1, "nothing is sent to an address that was not confirmed"
    link = next(line for line in text_of(asked).splitlines() if "/notices/mail/" in line)
    path = link.removeprefix("http://127.0.0.1:1").strip()
    assert "anna@example.org" in host.person().get(path).text
    assert "is confirmed" in person.get(person.post(path).headers["location"]).text
    waiting_for(host, person, table, now())
    host.call(notices.catch_up(host.rooms))
    assert len(mailbox.mails) == 1, "six hours are not over"
    waiting_for(host, person, table, long_ago)
    host.call(notices.catch_up(host.rooms))
    mail = mailbox.mails[1]
    assert (mail["to"], mail["subject"]) == ("anna@example.org", "Your turn in Bower")
    assert f"/t/{table}" in text_of(mail)
    stop = str(mail["list-unsubscribe"]).strip("<>").removeprefix("http://127.0.0.1:1")
    assert stop in text_of(mail)
    stranger = host.person()
    assert "No more mail comes" in stranger.get(stranger.post(stop).headers["location"]).text
    waiting_for(host, person, table, long_ago)
    host.call(notices.catch_up(host.rooms))
    assert len(mailbox.mails) == 2
    assert stranger.get(stop[:-1] + "x").status_code == 404


def text_of(mail: Any) -> str:
    data: bytes = mail.get_payload(decode=True)
    return data.decode()


@pytest.mark.parametrize(
    "address",
    [
        "http://fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com:8443/x",
        "https://evil.example/fcm.googleapis.com",
        "https://user@evil.example#fcm.googleapis.com",
        "https://evil.example\\@fcm.googleapis.com/x",
        "https://evil.example\\.fcm.googleapis.com/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://127.0.0.1\t.fcm.googleapis.com/x",
        "https://x y.fcm.googleapis.com/x",
        "https://fcm.googleapis.com/\n",
        "https://\uff46cm.googleapis.com/x",
        "https://[fcm.googleapis.com/x",
        "https://fcm.googleapis.com:99999/x",
        "file:///etc/passwd",
    ],
)
def test_the_server_asks_nobody_but_push_services(host: Host, address: str) -> None:
    assert not is_push_service(address)
    assert is_push_service("https://fcm.googleapis.com/fcm/send/abc")
    assert is_push_service("https://updates.push.services.mozilla.com/wpush/v2/abc")
    anna = named(host, "Anna")
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    key = encode_key(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    keys = {"p256dh": key, "auth": encode_key(SECRET)}
    refused = anna.post("/notices/subscribe", json={"endpoint": address} | keys)
    assert refused.status_code == 400
    assert len(decode_key(keys["p256dh"])) == 65


@pytest.mark.parametrize("key", [bytes(65), b"\4" * 65, b"\4" + bytes(64), b"\2" + bytes(32), b""])
def test_a_key_for_which_nothing_can_be_encrypted_is_refused(host: Host, service: PushService, key: bytes) -> None:
    refused = named(host, "Anna").post("/notices/subscribe", json=service.subscription() | {"p256dh": encode_key(key)})
    assert refused.status_code == 400


def test_a_key_that_was_kept_before_they_were_checked_is_forgotten(host: Host, service: PushService) -> None:
    """It would end the sweep, and with it everybody's notices and the eviction of idle tables."""
    anna, notices = named(host, "Anna"), host.service(Notices)
    bad = push.PushSubscription(service.address, encode_key(bytes(65)), encode_key(SECRET))
    host.call(notices.subscribe(owner_of(anna), "device", bad))
    assert "no_device" in anna.post("/notices/try").headers["location"]
    assert host.call(notices.subscriptions(owner_of(anna))) == {}


@pytest.mark.parametrize(
    "address",
    [
        "=?utf-8?q?a=0ABcc=3Aevil?=@example.org",  # read as a header, it is another line
        "=?utf-8?q?a=0D=0ABcc=3Aevil?=@example.org",
        "a@=?utf-8?q?example=2Eorg=2C_victim=40example?=.org",  # and this one another recipient
        "=?utf-8?q?@=0A=2C=?=?.Cg==!$#=?utf-8?q?+@example.org",
        "a..b@example.org",
        "a@example.org.",
        "a@example",
        "a b@example.org",
        "ą@example.org",
        "a@b@example.org",
    ],
)
def test_a_mail_goes_to_the_one_who_was_named_and_has_no_lines_of_theirs(
    host: Host, mailbox: Mailbox, address: str
) -> None:
    anna, notices = named(host, "Anna"), host.service(Notices)
    answer = anna.post("/notices", data={"mail": address})
    assert answer.status_code == 400
    assert anna.post("/notices", data={"mail": "anna.o'nil+houses=x@mail.example.org"}).status_code == 303
    assert mailbox.mails.pop()["to"] == "anna.o'nil+houses=x@mail.example.org"
    kept = NoticeSettings(mail=address, confirmed=True)
    host.call(notices.send_confirmation(owner_of(anna), kept))  # kept by a version that refused less
    assert mailbox.mails == []


def test_nobody_can_have_a_stranger_flooded_with_mail_or_a_push_service_with_tries(
    tmp_path: Path, mailbox: Mailbox, service: PushService
) -> None:
    hosting = Hosting(smtp=mailbox.address, mail_from="table@domik.example", public_url="http://127.0.0.1:1")
    host = Host(tmp_path / "limited.db", RequestLimits(), hosting)
    try:
        anna = named(host, "Anna")
        answers = [anna.post("/notices", data={"mail": f"x+{number}@example.org"}) for number in range(6)]
        assert [answer.status_code for answer in answers] == [303] * 3 + [429] * 3
        assert len(mailbox.mails) == 3
        assert host.call(host.service(Notices).settings(owner_of(anna))).mail == "x+2@example.org"
        assert [anna.post("/notices/try").status_code for _ in range(7)] == [303] * 5 + [429] * 2
    finally:
        host.stop()


def test_a_sweep_that_goes_wrong_is_not_the_last_one(
    host: Host, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(app_module, "SWEEP_SECONDS", 0.01)
    calls: list[int] = []

    async def fails(*_: object) -> None:
        calls.append(1)
        raise ValueError("an odd document")

    notices, rooms = host.service(Notices), host.rooms
    monkeypatch.setattr(notices, "catch_up", fails)
    meeting, evenings = host.service(Meeting), host.service(Evenings)

    async def swept() -> None:
        task = asyncio.ensure_future(app_module.sweep_periodically(rooms, meeting, notices, evenings, 0))
        await eventually_async(lambda: task.done() or len(calls) >= 3)
        assert not task.done()
        task.cancel()

    host.call(swept())
    assert "a sweep went wrong" in caplog.text


def test_a_table_whose_people_cannot_be_told_is_not_loaded_again_and_again(host: Host) -> None:
    """Every sweep loaded every slow game whose turn it was, so that none was ever put away."""
    anna, marek = named(host, "Anna"), named(host, "Marek")
    for person in (anna, marek):  # no device takes messages, and one wants no mail about this game
        loud(host, person, mail=f"{owner_of(person)}@example.org")
    table, notices, rooms = play_together(host, anna, marek), host.service(Notices), host.rooms
    loud(host, marek, mail="marek@example.org", confirmed=True, silent_tables=[table])
    long_ago = [Waiting(owner_of(person), seat, 0) for seat, person in enumerate((anna, marek))]
    store = rooms.services.store.key_value
    host.call(store.put(DUE_KIND, "", table, msgspec.json.encode(long_ago)))
    rooms.by_id.pop(table)
    host.call(notices.catch_up(rooms))
    assert table not in rooms.by_id


def test_quiet_hours_are_the_persons_own() -> None:
    at = 1_700_000_000_000  # 22:13 in Greenwich
    night = NoticeSettings(quiet_from=22 * 60, quiet_to=7 * 60)
    assert is_quiet(night, at)
    assert not is_quiet(msgspec.structs.replace(night, offset=-120), at)
    assert is_quiet(msgspec.structs.replace(night, offset=8 * 60), at)
    assert not is_quiet(msgspec.structs.replace(night, offset=9 * 60), at)


def test_what_is_kept_of_a_person_is_forgotten_with_them(host: Host, service: PushService) -> None:
    anna = subscribed(host, service, "Anna")
    owner, notices = owner_of(anna), host.service(Notices)
    anna.post("/forget", data={"sure": "yes"})
    assert host.call(notices.subscriptions(owner)) == {}
    assert host.call(notices.settings(owner)) == NoticeSettings()
