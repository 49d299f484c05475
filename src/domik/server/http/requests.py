"""What handlers read from a request: services of the application, numbers, client addresses, the root path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse

from domik.server.hosting import Hosting

MOST_DIGITS = 9
SEE_OTHER = 303
T = TypeVar("T")


class ServiceRegistry:
    """The services of one application, one of each class."""

    def __init__(self) -> None:
        self._by_class: dict[type, object] = {}

    def add(self, service: T, kind: type[T] | None = None) -> T:
        """Register a service under its own class, or under a base class that is asked for."""
        self._by_class[kind or type(service)] = service
        return service

    def find(self, kind: type[T]) -> T | None:
        found = self._by_class.get(kind)
        assert found is None or isinstance(found, kind)
        return found

    def get(self, kind: type[T]) -> T:
        found = self.find(kind)
        assert found is not None, f"the application has no {kind.__name__}"
        return found


def find_service(connection: Mapping[str, Any], kind: type[T]) -> T | None:
    """The application's service of a class, from a request or its scope; None before the application has started."""
    services: ServiceRegistry | None = getattr(connection["app"].state, "services", None)
    return services.find(kind) if services is not None else None


def service(connection: Mapping[str, Any], kind: type[T]) -> T:
    """The application's service of a class, from a request or its scope."""
    services: ServiceRegistry = connection["app"].state.services
    return services.get(kind)


def root_of(request: HTTPConnection) -> str:
    """The path prefix of every URL (`--root-path`), such as /domik; empty where there is none."""
    return service(request, Hosting).root_path


def redirect(request: HTTPConnection, path: str) -> RedirectResponse:
    """Redirect to another page of this server, which the browser requests with GET."""
    return RedirectResponse(root_of(request) + path, SEE_OTHER)


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


def request_origin(request: Request) -> str:
    """Scheme and host as the browser addresses this server."""
    return f"{request.base_url.scheme}://{request.headers.get('host', '')}"
