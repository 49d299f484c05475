"""Signing in on further devices: login keys, passkeys (WebAuthn), and the list of a person's devices."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import ipaddress
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any

from starlette.requests import Request

from domik.server.accounts.visitors import IdentityCache, Visitor, device_label, hash_key, new_login_key
from domik.server.edge.security import is_host_key, register_host
from domik.server.hosting import Hosting
from domik.server.http.dates import time_ago
from domik.server.http.outbox import CLOSE_RECONNECT
from domik.server.http.requests import service
from domik.server.live.live_tables import LiveTables
from domik.server.live.services import Services
from domik.server.pages.tables.device_pages import revoke_all_links
from domik.server.rendering.templates import web_words
from domik.server.store import Store
from domik.server.store.repositories import Passkey
from domik.table.clock import now

MAX_KEY_LENGTH = 200


def key_link(request: Request, secret: str) -> str:
    """Login link; the key is in the fragment, which never reaches a server or its logs."""
    hosting = service(request, Hosting)
    return f"{request.base_url.scheme}://{request.base_url.netloc}{hosting.root_path}/key#{secret}"


def parse_key(text: str) -> str:
    """The key in pasted text: the bare key or the whole link."""
    return text.strip().rpartition("#")[2][:MAX_KEY_LENGTH]


async def create_login_key(store: Store, visitor: Visitor, request: Request) -> str:
    """Issue a login key and list this device; only a hash of the key is stored."""
    secret = new_login_key()
    await store.login_keys.save(visitor.owner, hash_key(secret), now())
    await register_device(request, visitor, visitor.owner)
    return secret


async def register_device(request: Request, visitor: Visitor, owner: str) -> None:
    live_tables = service(request, LiveTables)
    label = device_label(request.headers.get("user-agent", ""))
    await live_tables.services.store.devices.save(visitor.device, owner, label, now())


async def sign_in_with_key(request: Request, visitor: Visitor, secret: str) -> str:
    """Sign this browser in with a login key or the host key; returns the owner, or "" if the key is unknown."""
    live_tables = service(request, LiveTables)
    store = live_tables.services.store
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
    await register_device(request, visitor, owner)
    reconnect_device(request, visitor.device)


async def sign_out_device(request: Request, visitor: Visitor, device: str) -> None:
    """Remove a device from the visitor's identity and reconnect its open pages.

    One that is sent away by another cannot come back: the login key, which it may have made or come by, passkeys made
    there (or nobody knows where), and unused links to tables are revoked as well.
    """
    live_tables = service(request, LiveTables)
    store, owner = live_tables.services.store, visitor.owner
    if device not in [one.id for one in await store.devices.list_for(owner)]:
        return
    await store.devices.delete(device, owner)
    reconnect_device(request, device)
    if device != visitor.device:
        await store.login_keys.delete(owner)
        await store.passkeys.delete_made_on(owner, device)
        await revoke_all_links(request, owner)


def reconnect_device(request: Request, device: str) -> None:
    """Close the device's sockets after its identity changed, so that its pages reconnect with new permissions."""
    live_tables = service(request, LiveTables)
    identities = service(request, IdentityCache)
    identities.invalidate(device)
    for live_table in live_tables.by_id.values():
        for viewer in [one for one in live_table.viewers.values() if one.device == device]:
            del live_table.viewers[viewer.id]
            if viewer.outbox is not None:
                viewer.outbox.close(CLOSE_RECONNECT)


PACKAGE = "webauthn"  # optional extra: slow to import, and useless at home without https
REGISTRATION, SIGN_IN = "make", "come"
ANSWERED = "proof"  # key-value kind: challenges that were answered, by time window
NONCE_BYTES = 16
WINDOW = 600_000  # milliseconds per challenge; the previous one is still accepted
PROMPT_TIMEOUT = 120_000  # milliseconds until the browser's prompt expires
ALGORITHMS = (-7, -8, -257)  # COSE algorithms: ES256, EdDSA, RS256
MAX_PASSKEYS = 10  # per person
LOCAL = "localhost"


@dataclass(frozen=True)
class PasskeyRow:
    id: str
    label: str
    made: str


@dataclass(frozen=True)
class PasskeyPanel:
    wish: str  # creation options as JSON; empty if no more can be created
    has: list[PasskeyRow]


@cache
def is_installed() -> bool:
    return find_spec(PACKAGE) is not None


def is_offered(request: Request) -> bool:
    """Whether browsers support passkeys for this URL: a host name over https, or localhost."""
    name = request.base_url.hostname or ""
    return is_installed() and (name == LOCAL or (request.base_url.scheme == "https" and is_hostname(name)))


def is_hostname(host: str) -> bool:
    """Whether this is a host name; WebAuthn does not accept IP addresses."""
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(host)
        return False
    return bool(host)


def new_challenge(services: Services, device: str, purpose: str) -> bytes:
    """A WebAuthn challenge: a nonce, and an HMAC that binds it to browser, purpose and time.

    So no node has to store those that are never answered.
    """
    nonce = secrets.token_bytes(NONCE_BYTES)
    return nonce + challenge_seal(services, device, purpose, nonce, now() // WINDOW)


def challenge_seal(services: Services, device: str, purpose: str, nonce: bytes, window: int) -> bytes:
    what = f"passkey {purpose} {device} {window} ".encode() + nonce
    return hmac.new(services.keys.key, what, hashlib.sha256).digest()


def answered_challenge(services: Services, device: str, purpose: str, credential: str) -> bytes | None:
    """The challenge that a credential answers, if it was ours: of this time window or the one before."""
    try:
        signed = json.loads(credential)["response"]["clientDataJSON"]
        challenge = base64url_to_bytes(json.loads(base64url_to_bytes(signed))["challenge"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):  # the credential is untrusted
        return None
    nonce, seal, window = challenge[:NONCE_BYTES], challenge[NONCE_BYTES:], now() // WINDOW
    seals = [challenge_seal(services, device, purpose, nonce, window - back) for back in range(2)]
    return challenge if any(hmac.compare_digest(seal, one) for one in seals) else None


async def use_challenge(store: Store, challenge: bytes) -> bool:
    """Note that a challenge was answered; false if it was before: a proof works once, on whichever node."""
    window, mark = now() // WINDOW, secrets.token_bytes(8)
    await store.key_value.delete_parts_before(ANSWERED, str(window - 2))
    return await store.key_value.put_if_absent(ANSWERED, str(window), challenge.hex(), mark) == mark


def base64url_to_bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def base64url(data: bytes) -> str:
    """Base64url without padding, as WebAuthn uses it."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def creation_options(request: Request, services: Services, visitor: Visitor, name: str, has: list[Passkey]) -> str:
    """WebAuthn options for creating a passkey, as JSON."""
    handle = hashlib.sha256(f"domik passkey {visitor.owner}".encode()).digest()
    wish: dict[str, Any] = {
        "rp": {"id": request.base_url.hostname, "name": "Domik"},
        "user": {"id": base64url(handle), "name": name, "displayName": name},
        "challenge": base64url(new_challenge(services, visitor.device, REGISTRATION)),
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


def request_options(request: Request, services: Services, visitor: Visitor) -> str:
    """WebAuthn options for signing in with a passkey, as JSON."""
    challenge = base64url(new_challenge(services, visitor.device, SIGN_IN))
    command = {
        "rpId": request.base_url.hostname,
        "challenge": challenge,
        "timeout": PROMPT_TIMEOUT,
        "userVerification": "preferred",
    }
    return json.dumps(command)


async def passkey_panel(request: Request, visitor: Visitor) -> PasskeyPanel:
    """The visitor's passkeys, and the options to create another; empty for new visitors."""
    if visitor.is_new:
        return PasskeyPanel("", [])
    services, t = service(request, Services), web_words(visitor.language)
    has = await services.store.passkeys.list_for(visitor.owner)
    wanted = is_offered(request) and len(has) < MAX_PASSKEYS
    return PasskeyPanel(
        creation_options(request, services, visitor, visitor.name or t("guest"), has) if wanted else "",
        [PasskeyRow(one.id, one.label or t("me.some_device"), time_ago(one.made, visitor.language)) for one in has],
    )


def sign_in_options(request: Request, visitor: Visitor) -> str:
    """Options for signing in with a passkey, as JSON; empty where passkeys are not available."""
    return request_options(request, service(request, Services), visitor) if is_offered(request) else ""


def verification_arguments(request: Request, challenge: bytes) -> dict[str, Any]:
    origin = f"{request.base_url.scheme}://{request.base_url.netloc}"
    return {"expected_challenge": challenge, "expected_rp_id": request.base_url.hostname, "expected_origin": origin}


async def verify_registration(
    request: Request, services: Services, visitor: Visitor, credential: str
) -> Passkey | None:
    """The passkey that the browser has created; None if verification fails."""
    import webauthn

    challenge = answered_challenge(services, visitor.device, REGISTRATION, credential)
    if challenge is None:
        return None
    try:
        found = webauthn.verify_registration_response(
            credential=credential, **verification_arguments(request, challenge)
        )
    except Exception:  # the credential is untrusted: any failure means it is invalid
        return None
    if not await use_challenge(services.store, challenge):
        return None
    label = device_label(request.headers.get("user-agent", ""))
    public = found.credential_public_key
    id = base64url(found.credential_id)
    return Passkey(id, visitor.owner, public, found.sign_count, label, now(), visitor.device)


def credential_id(credential: str) -> str:
    """Credential id in the browser's JSON; empty if there is none."""
    try:
        found = json.loads(credential)
    except (ValueError, RecursionError):
        return ""
    id = found.get("id") if isinstance(found, dict) else None
    return id if isinstance(id, str) else ""


async def verify_sign_in(
    request: Request, services: Services, visitor: Visitor, key: Passkey, credential: str
) -> int | None:
    """New signature counter of the passkey; None if verification fails, or if this proof was used before."""
    import webauthn

    challenge = answered_challenge(services, visitor.device, SIGN_IN, credential)
    if challenge is None:
        return None
    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            credential_public_key=key.public,
            credential_current_sign_count=key.uses,
            **verification_arguments(request, challenge),
        )
    except Exception:  # the credential is untrusted: any failure means it is invalid
        return None
    return int(found.new_sign_count) if await use_challenge(services.store, challenge) else None
