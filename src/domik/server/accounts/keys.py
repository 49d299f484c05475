"""Random tokens, their hashes, and secrets derived from the server's signing key."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # without letters and digits that are easily confused

BOT_KEY_PREFIX = "domik_"


def new_table_id() -> str:
    """A table's public id: short enough to say, too long to guess."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(10))


def new_visitor_token() -> str:
    """The value of a browser's cookie."""
    return secrets.token_urlsafe(24)


def new_bot_key() -> str:
    """A key for the JSON API; its prefix distinguishes it from a seat's secret."""
    return BOT_KEY_PREFIX + secrets.token_urlsafe(24)


def is_bot_key(key: str) -> bool:
    return key.startswith(BOT_KEY_PREFIX)


def new_device_link() -> str:
    """The secret in a link for another device: 144 bits."""
    return secrets.token_urlsafe(18)


def hash_device_link(link: str) -> str:
    """What the journal stores of such a link."""
    return hashlib.sha256(f"domik link {link}".encode()).hexdigest()[:32]


def owner_hash(visitor: str) -> str:
    """What the store keeps of a visitor: it identifies them, but the token cannot be recovered from it."""
    return hashlib.sha256(f"domik visitor {visitor}".encode()).hexdigest()[:32]


def new_login_key() -> str:
    """A key by which another device becomes the same person: 192 bits, shown once in a link."""
    return secrets.token_urlsafe(24)


def hash_key(secret: str) -> str:
    """What the store keeps of a key; one round is enough, since keys are random and long."""
    return hashlib.sha256(f"domik key {secret.strip()}".encode()).hexdigest()


class DerivedKeys:
    """Secrets that are derived from the signing key with HMAC, so they need not be stored."""

    def __init__(self, key: str) -> None:
        self.key = key.encode()

    def seat_secret(self, table: str, seat: int) -> str:
        """The secret of a seat's invitation link, which can be used once."""
        digest = hmac.new(self.key, f"seat {table} {seat}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:15]).decode()

    def invitation_secret(self, table: str) -> str:
        """The secret of the link that gives a free seat to everyone who follows it.

        It is short, and only valid together with the table's id.
        """
        digest = hmac.new(self.key, f"join {table}".encode(), hashlib.sha256).digest()
        return "".join(ID_LETTERS[byte % len(ID_LETTERS)] for byte in digest[:8])

    def is_invitation(self, table: str, secret: str) -> bool:
        return hmac.compare_digest(self.invitation_secret(table).encode(), secret.encode())

    def host_key(self) -> str:
        """The key of the administrator's page: the same on all nodes of the same data."""
        digest = hmac.new(self.key, b"host", hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:15]).decode()

    def is_seat_secret(self, table: str, seat: int, secret: str) -> bool:
        return hmac.compare_digest(self.seat_secret(table, seat).encode(), secret.encode())
