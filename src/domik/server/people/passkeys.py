"""Passkeys: the screen lock of a phone or computer instead of a key link, where the address allows it (0032)."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import ipaddress
import json
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any

from starlette.requests import Request

from domik.server.live.house import House
from domik.server.live.rooms import Rooms
from domik.server.paper.dates import ago
from domik.server.paper.templates import web_words
from domik.server.store.kept_passkeys import Passkey
from domik.server.visitors.labels import label_of
from domik.server.visitors.visitors import Visitor
from domik.table.clock import now

PACKAGE = "webauthn"  # an extra: a fifth of a second to import, and nobody needs it at home without https
MAKE, COME = "make", "come"
WINDOW = 600_000  # milliseconds in which a challenge stays the same; the one before is good too
PATIENCE = 120_000  # milliseconds that a browser waits for a finger
KINDS = (-7, -8, -257)  # signatures: ES256, EdDSA, RS256
MOST = 10  # passkeys of one person
LOCAL = "localhost"


@dataclass(frozen=True)
class Shown:
    """A passkey in the list."""

    id: str
    label: str
    made: str


@dataclass(frozen=True)
class Passkeys:
    """What a page about oneself says of them."""

    wish: str  # empty: no more can be made here
    has: list[Shown]


@cache
def is_installed() -> bool:
    """Whether the package is there."""
    return find_spec(PACKAGE) is not None


def is_offered(request: Request) -> bool:
    """Whether browsers make passkeys for this address: a name over https, or this very machine."""
    name = request.url.hostname or ""
    return is_installed() and (name == LOCAL or (request.url.scheme == "https" and is_name(name)))


def is_name(host: str) -> bool:
    """Whether that is a name: for a bare number no browser makes one."""
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(host)
        return False
    return bool(host)


def challenges(house: House, device: str, purpose: str) -> list[bytes]:
    """What this browser is to sign, now and a moment ago: no other browser can use it, and no node has to store it."""
    window = now() // WINDOW
    key = house.keys.key
    return [
        hmac.new(key, f"passkey {purpose} {device} {window - back}".encode(), hashlib.sha256).digest()
        for back in range(2)
    ]


def encoded(data: bytes) -> str:
    """Bytes as browsers and scripts exchange them."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def wish_to_make(request: Request, house: House, visitor: Visitor, name: str, has: list[Passkey]) -> str:
    """What a browser is asked for when it is to make a passkey."""
    handle = hashlib.sha256(f"domik passkey {visitor.owner}".encode()).digest()
    wish: dict[str, Any] = {
        "rp": {"id": request.url.hostname, "name": "Domik"},
        "user": {"id": encoded(handle), "name": name, "displayName": name},
        "challenge": encoded(challenges(house, visitor.device, MAKE)[0]),
        "pubKeyCredParams": [{"type": "public-key", "alg": kind} for kind in KINDS],
        "excludeCredentials": [{"type": "public-key", "id": one.id} for one in has],
        "authenticatorSelection": {
            "residentKey": "required",
            "requireResidentKey": True,
            "userVerification": "preferred",
        },
        "attestation": "none",
        "timeout": PATIENCE,
    }
    return json.dumps(wish)


def wish_to_come(request: Request, house: House, visitor: Visitor) -> str:
    """What a browser is asked for when it is to show one."""
    challenge = encoded(challenges(house, visitor.device, COME)[0])
    wish = {"rpId": request.url.hostname, "challenge": challenge, "timeout": PATIENCE, "userVerification": "preferred"}
    return json.dumps(wish)


async def passkeys_of(request: Request, visitor: Visitor) -> Passkeys:
    """Somebody's passkeys, and what a browser needs to make another; strangers have nothing to keep yet."""
    if visitor.is_new:
        return Passkeys("", [])
    house, t = house_of(request), web_words(visitor.language)
    has = await house.store.passkeys.of(visitor.owner)
    wanted = is_offered(request) and len(has) < MOST
    return Passkeys(
        wish_to_make(request, house, visitor, visitor.name or t("guest"), has) if wanted else "",
        [Shown(one.id, one.label or t("me.some_device"), ago(one.made, visitor.language)) for one in has],
    )


def wish_at_the_door(request: Request, visitor: Visitor) -> str:
    """What a browser needs to come in with a passkey; empty where there can be none."""
    return wish_to_come(request, house_of(request), visitor) if is_offered(request) else ""


def house_of(request: Request) -> House:
    """What all tables share."""
    rooms: Rooms = request.app.state.rooms
    return rooms.house


def expected(request: Request, challenge: bytes) -> dict[str, Any]:
    """What both proofs are held against."""
    origin = f"{request.url.scheme}://{request.url.netloc}"
    return {"expected_challenge": challenge, "expected_rp_id": request.url.hostname, "expected_origin": origin}


def made(request: Request, house: House, visitor: Visitor, credential: str) -> Passkey | None:
    """The passkey that a browser says it has made, or None where that is not true."""
    import webauthn

    for challenge in challenges(house, visitor.device, MAKE):
        with contextlib.suppress(Exception):  # whatever a stranger sends: it proves nothing
            found = webauthn.verify_registration_response(credential=credential, **expected(request, challenge))
            label = label_of(request.headers.get("user-agent", ""))
            return Passkey(
                encoded(found.credential_id),
                visitor.owner,
                found.credential_public_key,
                found.sign_count,
                label,
                now(),
            )
    return None


def credential_id(credential: str) -> str:
    """Which passkey a browser says it shows; empty for what is none."""
    try:
        found = json.loads(credential)
    except ValueError:
        return ""
    id = found.get("id") if isinstance(found, dict) else None
    return id if isinstance(id, str) else ""


def used(request: Request, house: House, visitor: Visitor, key: Passkey, credential: str) -> int | None:
    """How often a passkey was used with this time, or None where the browser does not have it."""
    import webauthn

    for challenge in challenges(house, visitor.device, COME):
        with contextlib.suppress(Exception):
            found = webauthn.verify_authentication_response(
                credential=credential,
                credential_public_key=key.public,
                credential_current_sign_count=key.uses,
                **expected(request, challenge),
            )
            return int(found.new_sign_count)
    return None
