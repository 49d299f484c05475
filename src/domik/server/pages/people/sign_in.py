"""House keys: the link that lets another device be the same person, and the devices that came by it."""

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

from domik.server.accounts.keys import hash_key, new_login_key
from domik.server.accounts.visitors import IdentityCache, Visitor, device_label
from domik.server.edge.allowlist import is_host_key, register_host
from domik.server.hosting import Hosting
from domik.server.http.dates import time_ago
from domik.server.http.outbox import CLOSE_RECONNECT
from domik.server.live.live_tables import LiveTables
from domik.server.live.services import Services
from domik.server.rendering.templates import web_words
from domik.server.store import Store
from domik.server.store.repositories import Passkey
from domik.table.clock import now

MAX_KEY_LENGTH = 200


def key_link(request: Request, secret: str) -> str:
    """The address that carries a key: behind the #, where no server and no log ever reads it."""
    hosting: Hosting = request.app.state.hosting
    return f"{request.base_url.scheme}://{request.base_url.netloc}{hosting.root_path}/key#{secret}"


def parse_key(text: str) -> str:
    """The key in what somebody pasted: bare, or the whole link."""
    return text.strip().rpartition("#")[2][:MAX_KEY_LENGTH]


async def create_login_key(store: Store, visitor: Visitor, request: Request) -> str:
    """A new key for somebody, and their device in the list; the secret is told once and kept nowhere."""
    secret = new_login_key()
    await store.login_keys.save(visitor.owner, hash_key(secret), now())
    await register_device(request, visitor, visitor.owner)
    return secret


async def register_device(request: Request, visitor: Visitor, owner: str) -> None:
    """From now on this browser stands in somebody's list."""
    rooms: LiveTables = request.app.state.live_tables
    label = device_label(request.headers.get("user-agent", ""))
    await rooms.services.store.devices.save(visitor.device, owner, label, now())


async def sign_in_with_key(request: Request, visitor: Visitor, secret: str) -> str:
    """Let this browser be whoever the key belongs to; empty, and nothing changes, where it opens nothing."""
    rooms: LiveTables = request.app.state.live_tables
    store = rooms.services.store
    found = parse_key(secret)
    owner = (
        await register_host(request)
        if is_host_key(request, found)
        else await store.login_keys.find_owner(hash_key(found))
    )
    if owner:
        await sign_in_as(request, visitor, owner)
    return owner


async def sign_in_as(request: Request, visitor: Visitor, owner: str) -> None:
    """From now on this browser is somebody."""
    await register_device(request, visitor, owner)
    reconnect_device(request, visitor.device)


async def sign_out_device(request: Request, owner: str, device: str) -> None:
    """One of somebody's devices is not theirs any more, and its open pages have to come anew."""
    rooms: LiveTables = request.app.state.live_tables
    await rooms.services.store.devices.delete(device, owner)
    reconnect_device(request, device)


def reconnect_device(request: Request, device: str) -> None:
    """A device has become somebody else: whatever it has open comes again, with new eyes."""
    rooms: LiveTables = request.app.state.live_tables
    identities: IdentityCache = request.app.state.identities
    identities.invalidate(device)
    for room in rooms.by_id.values():
        for viewer in [one for one in room.viewers.values() if one.device == device]:
            del room.viewers[viewer.id]
            if viewer.outbox is not None:
                viewer.outbox.close(CLOSE_RECONNECT)


PACKAGE = "webauthn"  # an extra: a fifth of a second to import, and nobody needs it at home without https
REGISTRATION, SIGN_IN = "make", "come"
WINDOW = 600_000  # milliseconds in which a challenge stays the same; the one before is good too
PROMPT_TIMEOUT = 120_000  # milliseconds that a browser waits for a finger
ALGORITHMS = (-7, -8, -257)  # signatures: ES256, EdDSA, RS256
MAX_PASSKEYS = 10  # passkeys of one person
LOCAL = "localhost"


@dataclass(frozen=True)
class PasskeyRow:
    """A passkey in the list."""

    id: str
    label: str
    made: str


@dataclass(frozen=True)
class PasskeyPanel:
    """What a page about oneself says of them."""

    wish: str  # empty: no more can be made here
    has: list[PasskeyRow]


@cache
def is_installed() -> bool:
    """Whether the package is there."""
    return find_spec(PACKAGE) is not None


def is_offered(request: Request) -> bool:
    """Whether browsers make passkeys for this address: a name over https, or this very machine."""
    name = request.base_url.hostname or ""
    return is_installed() and (name == LOCAL or (request.base_url.scheme == "https" and is_hostname(name)))


def is_hostname(host: str) -> bool:
    """Whether that is a name: for a bare number no browser makes one."""
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(host)
        return False
    return bool(host)


def challenges(house: Services, device: str, purpose: str) -> list[bytes]:
    """What this browser is to sign, now and a moment ago: no other browser can use it, and no node has to store it."""
    window = now() // WINDOW
    key = house.keys.key
    return [
        hmac.new(key, f"passkey {purpose} {device} {window - back}".encode(), hashlib.sha256).digest()
        for back in range(2)
    ]


def base64url(data: bytes) -> str:
    """Bytes as browsers and scripts exchange them."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def creation_options(request: Request, house: Services, visitor: Visitor, name: str, has: list[Passkey]) -> str:
    """What a browser is asked for when it is to make a passkey."""
    handle = hashlib.sha256(f"domik passkey {visitor.owner}".encode()).digest()
    wish: dict[str, Any] = {
        "rp": {"id": request.base_url.hostname, "name": "Domik"},
        "user": {"id": base64url(handle), "name": name, "displayName": name},
        "challenge": base64url(challenges(house, visitor.device, REGISTRATION)[0]),
        "pubKeyCredParams": [{"type": "public-key", "alg": kind} for kind in ALGORITHMS],
        "excludeCredentials": [{"type": "public-key", "id": one.id} for one in has],
        "authenticatorSelection": {
            "residentKey": "required",
            "requireResidentKey": True,
            "userVerification": "preferred",
        },
        "attestation": "none",
        "timeout": PROMPT_TIMEOUT,
    }
    return json.dumps(wish)


def request_options(request: Request, house: Services, visitor: Visitor) -> str:
    """What a browser is asked for when it is to show one."""
    challenge = base64url(challenges(house, visitor.device, SIGN_IN)[0])
    wish = {
        "rpId": request.base_url.hostname,
        "challenge": challenge,
        "timeout": PROMPT_TIMEOUT,
        "userVerification": "preferred",
    }
    return json.dumps(wish)


async def passkey_panel(request: Request, visitor: Visitor) -> PasskeyPanel:
    """Somebody's passkeys, and what a browser needs to make another; strangers have nothing to keep yet."""
    if visitor.is_new:
        return PasskeyPanel("", [])
    house, t = services_of(request), web_words(visitor.language)
    has = await house.store.passkeys.list_for(visitor.owner)
    wanted = is_offered(request) and len(has) < MAX_PASSKEYS
    return PasskeyPanel(
        creation_options(request, house, visitor, visitor.name or t("guest"), has) if wanted else "",
        [PasskeyRow(one.id, one.label or t("me.some_device"), time_ago(one.made, visitor.language)) for one in has],
    )


def sign_in_options(request: Request, visitor: Visitor) -> str:
    """What a browser needs to come in with a passkey; empty where there can be none."""
    return request_options(request, services_of(request), visitor) if is_offered(request) else ""


def services_of(request: Request) -> Services:
    """What all tables share."""
    rooms: LiveTables = request.app.state.live_tables
    return rooms.services


def verification_arguments(request: Request, challenge: bytes) -> dict[str, Any]:
    """What both proofs are held against."""
    origin = f"{request.base_url.scheme}://{request.base_url.netloc}"
    return {"expected_challenge": challenge, "expected_rp_id": request.base_url.hostname, "expected_origin": origin}


def verify_registration(request: Request, house: Services, visitor: Visitor, credential: str) -> Passkey | None:
    """The passkey that a browser says it has made, or None where that is not true."""
    import webauthn

    for challenge in challenges(house, visitor.device, REGISTRATION):
        with contextlib.suppress(Exception):  # whatever a stranger sends: it proves nothing
            found = webauthn.verify_registration_response(
                credential=credential, **verification_arguments(request, challenge)
            )
            label = device_label(request.headers.get("user-agent", ""))
            return Passkey(
                base64url(found.credential_id),
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


def verify_sign_in(request: Request, house: Services, visitor: Visitor, key: Passkey, credential: str) -> int | None:
    """How often a passkey was used with this time, or None where the browser does not have it."""
    import webauthn

    for challenge in challenges(house, visitor.device, SIGN_IN):
        with contextlib.suppress(Exception):
            found = webauthn.verify_authentication_response(
                credential=credential,
                credential_public_key=key.public,
                credential_current_sign_count=key.uses,
                **verification_arguments(request, challenge),
            )
            return int(found.new_sign_count)
    return None
