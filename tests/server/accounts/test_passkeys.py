"""Passkeys: whoever can sign for one is its person, on any device, until it is taken back; nobody else is."""

from __future__ import annotations

import hashlib
import html
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from domik.language import LANGUAGES
from domik.server.accounts.visitors import IdentityCache, owner_hash
from tests.server.host import OPENED, Host
from tests.waiting import patient_client

HERE = "localhost"  # no browser makes a passkey for a bare number
PRESENT, VERIFIED, NEW = 0x01, 0x04, 0x40


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Authenticator:
    """What a phone does when a finger touches it."""

    origin: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = b"a passkey of a test"
    uses: int = 0

    def client(self, kind: str, wish: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": wish["challenge"], "origin": self.origin}).encode()

    def data(self, flags: int) -> bytes:
        self.uses += 1
        return hashlib.sha256(HERE.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def said(self, response: dict[str, bytes]) -> str:
        texts = {name: encoded(value) for name, value in response.items()}
        id = encoded(self.id)
        return json.dumps({"id": id, "rawId": id, "type": "public-key", "response": texts})

    def make(self, wish: dict[str, Any]) -> str:
        point = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        made = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        proof = {"fmt": "none", "attStmt": {}, "authData": self.data(PRESENT | VERIFIED | NEW) + made}
        client = self.client("webauthn.create", wish)
        return self.said({"clientDataJSON": client, "attestationObject": cbor2.dumps(proof)})

    def show(self, wish: dict[str, Any]) -> str:
        client, data = self.client("webauthn.get", wish), self.data(PRESENT | VERIFIED)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self.said({"clientDataJSON": client, "authenticatorData": data, "signature": signature})


def person(host: Host, **headers: str) -> httpx.Client:
    origin = f"http://{HERE}:{host.port}"
    return OPENED.enter_context(patient_client(base_url=origin, headers={"accept-language": "en"} | headers))


def named(host: Host, name: str = "Ania") -> httpx.Client:
    found = person(host)
    found.post("/me", data={"name": name, "animal": "fox"})
    return found


def wish(client: httpx.Client, path: str) -> dict[str, Any]:
    found = re.search(r'data-passkey="([^"]+)"', client.get(path).text)
    assert found is not None
    asked: dict[str, Any] = json.loads(html.unescape(found[1]))
    return asked


def with_passkey(host: Host, id: bytes) -> tuple[httpx.Client, Authenticator]:
    ania = named(host)
    device = Authenticator(f"http://{HERE}:{host.port}", id=id)
    answer = ania.post("/me/passkey", data={"credential": device.make(wish(ania, "/me"))})
    assert answer.headers["location"] == "/me?said=passkey_made"
    return ania, device


def owner(host: Host, client: httpx.Client) -> str:
    identities = host.service(IdentityCache)
    return str(host.call(identities.resolve(owner_hash(client.cookies["domik"]))).owner)


def test_a_passkey_makes_another_device_the_same_person_until_it_is_taken_back(host: Host) -> None:
    ania, device = with_passkey(host, b"first")
    assert "Passkey: " in ania.get("/me").text
    phone = person(host)
    answer = phone.post("/key/passkey", data={"credential": device.show(wish(phone, "/key"))})
    assert answer.headers["location"] == "/me?said=came"
    assert owner(host, phone) == owner(host, ania)
    assert 'value="Ania"' in phone.get("/me").text

    ania.post("/me/passkey/drop", data={"passkey": encoded(device.id)})
    assert "Passkey: " not in ania.get("/me").text
    other = person(host)
    answer = other.post("/key/passkey", data={"credential": device.show(wish(other, "/key"))})
    assert answer.status_code == 403
    assert "opens nothing here" in answer.text
    assert owner(host, phone) == owner(host, ania), "who is in stays in: devices are signed out one by one"


def test_what_was_signed_for_one_browser_lets_no_other_in(host: Host) -> None:
    ania, device = with_passkey(host, b"second")
    phone, thief = person(host), person(host)
    signed = device.show(wish(phone, "/key"))
    thief.get("/key")
    assert thief.post("/key/passkey", data={"credential": signed}).status_code == 403
    assert owner(host, thief) != owner(host, ania)
    assert phone.post("/key/passkey", data={"credential": signed}).status_code == 303
    assert phone.post("/key/passkey", data={"credential": signed}).status_code == 403, "a count that does not grow"


def test_a_false_signature_another_site_or_a_wish_to_make_prove_nothing(host: Host) -> None:
    _, device = with_passkey(host, b"third")
    phone = person(host)
    asked = wish(phone, "/key")
    copied = Authenticator(device.origin, id=device.id, uses=50)
    elsewhere = Authenticator("http://example.org", device.key, device.id, 50)
    for liar in (copied, elsewhere):
        assert phone.post("/key/passkey", data={"credential": liar.show(asked)}).status_code == 403
    ola = named(host, "Ola")
    for_making = device.show(wish(ola, "/me"))
    assert ola.post("/key/passkey", data={"credential": for_making}).status_code == 403


def test_nobody_takes_a_passkey_over_or_away(host: Host) -> None:
    ania, device = with_passkey(host, b"fourth")
    ola = named(host, "Ola")
    copy = Authenticator(device.origin, id=device.id)
    ola.post("/me/passkey", data={"credential": copy.make(wish(ola, "/me"))})
    ola.post("/me/passkey/drop", data={"passkey": encoded(device.id)})
    assert "Passkey: " not in ola.get("/me").text
    phone = person(host)
    assert phone.post("/key/passkey", data={"credential": device.show(wish(phone, "/key"))}).status_code == 303
    assert owner(host, phone) == owner(host, ania)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("credential", ["", "{}", "[]", "null", '{"id": 7}', '{"id": "x", "response": []}', "\0"])
def test_nonsense_gets_a_sentence(host: Host, credential: str, language: str) -> None:
    said = {"en": "passkey", "ru": "ключ доступа", "pl": "klucz"}[language]
    someone = person(host, **{"accept-language": language})
    someone.post("/me", data={"name": "Ola", "animal": "owl"})
    for path in ("/me/passkey", "/key/passkey"):
        answer = someone.post(path, data={"credential": credential})
        assert answer.status_code == 403
        assert said in answer.text.lower()


def test_where_browsers_make_none_there_is_nothing_to_press(host: Host) -> None:
    ania = host.person()  # by a number, without https
    ania.post("/me", data={"name": "Ania", "animal": "fox"})
    for path in ("/me", "/key"):
        assert "data-passkey" not in ania.get(path).text
    answer = ania.post("/me/passkey", data={"credential": "{}"})
    assert answer.status_code == 404
    assert "key link works everywhere" in answer.text


def test_who_is_forgotten_leaves_no_passkey(host: Host) -> None:
    ania, device = with_passkey(host, b"fifth")
    assert ania.post("/forget", data={"sure": "yes"}).status_code == 303
    assert host.call(host.rooms.services.store.passkeys.get(encoded(device.id))) is None


def test_what_is_kept_cannot_sign(host: Host) -> None:
    _, device = with_passkey(host, b"sixth")
    kept = host.call(host.rooms.services.store.passkeys.get(encoded(device.id)))
    assert kept is not None
    secret = device.key.private_numbers().private_value.to_bytes(32, "big")
    assert secret not in kept.public
    assert urlsafe_b64decode(kept.id + "=" * (-len(kept.id) % 4)) == device.id
