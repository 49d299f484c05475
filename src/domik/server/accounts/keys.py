"""Keys: who somebody is without an account, and what proves a seat is theirs."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # nothing that is misread aloud

BOT_KEY_PREFIX = "domik_"


def new_table_id() -> str:
    """A table's public name: short enough to say, too long to guess."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(10))


def new_visitor_token() -> str:
    """What a browser's cookie holds."""
    return secrets.token_urlsafe(24)


def new_bot_key() -> str:
    """What a bot at the JSON door proves itself with; it can be told from a seat's secret at a glance."""
    return BOT_KEY_PREFIX + secrets.token_urlsafe(24)


def is_bot_key(key: str) -> bool:
    """Whether that is meant to be a bot's key."""
    return key.startswith(BOT_KEY_PREFIX)


def new_device_link() -> str:
    """What a link for another device carries: nobody guesses 144 bits."""
    return secrets.token_urlsafe(18)


def hash_device_link(link: str) -> str:
    """What the journal keeps of such a link."""
    return hashlib.sha256(f"domik link {link}".encode()).hexdigest()[:32]


def owner_hash(visitor: str) -> str:
    """What the store keeps of a visitor: enough to know them again, not enough to be them."""
    return hashlib.sha256(f"domik visitor {visitor}".encode()).hexdigest()[:32]


def new_login_key() -> str:
    """What lets another device be the same person: 192 bits that stand in a link once and nowhere else."""
    return secrets.token_urlsafe(24)


def hash_key(secret: str) -> str:
    """What the store keeps of a key: too many bits to guess, so one round is enough."""
    return hashlib.sha256(f"domik key {secret.strip()}".encode()).hexdigest()


class DerivedKeys:
    """Secrets of invitations, made from one key and therefore never stored; a seat's opens it once."""

    def __init__(self, key: str) -> None:
        self.key = key.encode()

    def seat_secret(self, table: str, seat: int) -> str:
        """The secret of an invitation link."""
        digest = hmac.new(self.key, f"seat {table} {seat}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:15]).decode()

    def invitation_secret(self, table: str) -> str:
        """The secret of the one link that seats everybody who follows it: short, and only with the table's own name."""
        digest = hmac.new(self.key, f"join {table}".encode(), hashlib.sha256).digest()
        return "".join(ID_LETTERS[byte % len(ID_LETTERS)] for byte in digest[:8])

    def is_invitation(self, table: str, secret: str) -> bool:
        """Whether this is the table's invitation."""
        return hmac.compare_digest(self.invitation_secret(table).encode(), secret.encode())

    def host_key(self) -> str:
        """What opens the host's page: the same as long as the data is the same, on all servers."""
        digest = hmac.new(self.key, b"host", hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:15]).decode()

    def is_seat_secret(self, table: str, seat: int, secret: str) -> bool:
        """Whether this is the seat's secret."""
        return hmac.compare_digest(self.seat_secret(table, seat).encode(), secret.encode())
