"""What an address or a form asks for: numbers as people and programs may write them."""

from __future__ import annotations

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import HTTPConnection

MOST_DIGITS = 9


def parse_number(text: str, most: int | None = None) -> int | None:
    """The number that a text means, at most `most`; None for signs, other digits ("²"), endless ones and no number."""
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        return None
    number = int(text)
    return number if most is None or number <= most else None


def client_address(connection: HTTPConnection) -> str:
    """Where somebody comes from; of the new kind of address the part that one household has."""
    client = connection.client
    return address_prefix(client.host) if client is not None else ""


def address_prefix(address: str) -> str:
    """An address as limits count it: whoever has one IPv6 address has 2**64 of them."""
    if ":" not in address:
        return address
    if address.startswith("::ffff:"):
        return address.removeprefix("::ffff:")
    groups = address.split("%")[0].split("::")[0].split(":")
    return ":".join((groups + ["0"] * 4)[:4]) + "::"


class StepConvertor(Convertor[int]):
    """A step of a game in an address: a number that no game is too short for by a thousand digits."""

    regex = f"[0-9]{{1,{MOST_DIGITS}}}"

    def convert(self, value: str) -> int:
        """As a number."""
        return int(value)

    def to_string(self, value: int) -> str:
        """As in an address."""
        return str(value)


register_url_convertor("step", StepConvertor())
