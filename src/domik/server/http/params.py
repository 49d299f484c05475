"""Parsing of numbers and client addresses in requests."""

from __future__ import annotations

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import HTTPConnection

MOST_DIGITS = 9


def parse_number(text: str, most: int | None = None) -> int | None:
    """A non-negative decimal number, at most `most`; None for signs, non-ASCII digits and more than MOST_DIGITS."""
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        return None
    number = int(text)
    return number if most is None or number <= most else None


def client_address(connection: HTTPConnection) -> str:
    """The client's address as rate limits count it; empty where it is unknown."""
    client = connection.client
    return address_prefix(client.host) if client is not None else ""


def address_prefix(address: str) -> str:
    """An address as rate limits count it: IPv6 addresses by their /64 network, since one client has all of it."""
    if ":" not in address:
        return address
    if address.startswith("::ffff:"):
        return address.removeprefix("::ffff:")
    groups = address.split("%")[0].split("::")[0].split(":")
    return ":".join((groups + ["0"] * 4)[:4]) + "::"


class StepConvertor(Convertor[int]):
    """A step of a game in a route, with a bounded number of digits."""

    regex = f"[0-9]{{1,{MOST_DIGITS}}}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("step", StepConvertor())
