"""Web Push: messages encrypted for one browser (RFC 8291) and signed with the server's key (RFC 8292)."""

from __future__ import annotations

import base64
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase

if TYPE_CHECKING:
    from py_vapid import Vapid02

# The push services of browsers: addresses come from visitors, and the server asks nobody else
PUSH_SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")
KEPT = 24 * 3600  # seconds for which a push service keeps a message
TOKEN_FOR = 12 * 3600  # seconds
TIMEOUT = 10.0
GONE = (404, 410)
LONGEST_ADDRESS = 1000
AMBIGUOUS = ' \\@"<>'  # letters that programs read differently in addresses; no push service has any
KEY_BYTES, SECRET_BYTES = 65, 16


class PushGone(Exception):
    """The browser no longer takes messages at this address."""


class PushSubscription(msgspec.Struct, frozen=True):
    """Where a browser takes messages, and the keys for which they are encrypted."""

    endpoint: str
    p256dh: str
    auth: str


def decode_key(text: str) -> bytes:
    """URL-safe base64 without padding; ValueError for anything else."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode_key(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def is_push_service(address: str) -> bool:
    """Whether an address is one of a browser's push service, for every program that may read it."""
    if not (address.isascii() and address.isprintable()) or set(address) & set(AMBIGUOUS):
        return False
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    known = any(host == one or host.endswith(f".{one}") for one in PUSH_SERVICES)
    return parts.scheme == "https" and known and port in (None, 443) and len(address) <= LONGEST_ADDRESS


def check_subscription(subscription: PushSubscription) -> PushSubscription:
    """DomikError for keys or addresses that no browser has."""
    try:
        key, secret = decode_key(subscription.p256dh), decode_key(subscription.auth)
    except ValueError:
        key = secret = b""
    is_whole = len(key) == KEY_BYTES and len(secret) == SECRET_BYTES and is_public_key(key)
    if not is_whole or not is_push_service(subscription.endpoint):
        raise DomikError(Phrase("web.error.push"))
    return subscription


def is_public_key(data: bytes) -> bool:
    """Whether a message can be encrypted for this key: not all bytes are a point of the curve."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)
    except ValueError:
        return False
    return True


def can_push() -> bool:
    """Whether the extra `notices` is installed."""
    return all(find_spec(name) is not None for name in ("cryptography", "http_ece", "py_vapid", "httpx"))


def new_private_key() -> str:
    """A key of the server's own, as it is kept in the store."""
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    return bytes(vapid.private_pem()).decode()


class PushSender:
    """Sends to push services; needs the extra `notices`."""

    def __init__(self, private_key: str, contact: str) -> None:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from py_vapid import Vapid02

        self._vapid: Vapid02 = Vapid02.from_pem(private_key.encode())
        self._contact = contact
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key = encode_key(point)  # what browsers subscribe with

    async def send(self, subscription: PushSubscription, text: bytes, topic: str) -> None:
        """Hand a message to the browser's push service; PushGone if it is wanted no longer, OSError if it failed."""
        import httpx

        headers = {
            "content-encoding": "aes128gcm",
            "ttl": str(KEPT),
            "topic": topic[:32],
            "urgency": "normal",
            "authorization": self._authorization(subscription.endpoint),
        }
        try:
            async with httpx.AsyncClient(timeout=TIMEOUT, follow_redirects=False, trust_env=False) as client:
                answer = await client.post(subscription.endpoint, content=encrypt(subscription, text), headers=headers)
        except httpx.HTTPError as error:
            raise OSError(str(error)) from None
        except (httpx.InvalidURL, ValueError):  # kept by an older version that checked less
            raise PushGone from None
        if answer.status_code in GONE:
            raise PushGone
        if answer.is_error:
            raise OSError(f"the push service answered {answer.status_code}")

    def _authorization(self, endpoint: str) -> str:
        parts = urlsplit(endpoint)
        audience = f"{parts.scheme}://{parts.netloc}"
        claims = {"aud": audience, "exp": int(time.time()) + TOKEN_FOR, "sub": self._contact}
        return str(self._vapid.sign(claims)["Authorization"])


def encrypt(subscription: PushSubscription, text: bytes) -> bytes:
    """A message that only this browser can read."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    return bytes(
        http_ece.encrypt(
            text,
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=decode_key(subscription.p256dh),
            auth_secret=decode_key(subscription.auth),
            version="aes128gcm",
        )
    )
