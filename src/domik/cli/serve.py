"""`domik serve`: run the server."""

from __future__ import annotations

import contextlib
import os
import re
import socket
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.language import Words

if TYPE_CHECKING:
    from domik.server.hosting import Hosting

NAME = "serve"
# Options with default and metavar. Each can also be set by an environment variable DOMIK_...
OPTIONS: tuple[tuple[str, str, str], ...] = (
    ("port", "8000", "N"),
    ("host", "127.0.0.1", "HOST"),
    ("unix-socket", "", "FILE"),
    ("unix-socket-mode", "600", "MODE"),
    ("data", "", "FILE"),  # "": usual_data_file
    ("node-address", "", "URL"),
    ("keep-days", "0", "N"),
    ("public-url", "", "URL"),
    ("root-path", "", "PATH"),
    ("trusted-proxies", "", "LIST"),
    ("allowed-hosts", "", "LIST"),
    ("metrics-bind", "", "HOST:PORT"),
    ("metrics-key", "", "KEY"),
    ("host-key", "", "KEY"),
    ("backups", "", "FOLDER"),
    ("known-names", "0", "0|1"),
    ("own-deals", "0", "0|1"),
    ("smtp", "", "URL"),
    ("mail-from", "", "ADDRESS"),
    ("log-format", "text", "text|json"),
    ("access-log", "0", "0|1"),
)
TRUE, FALSE = ("1", "yes", "true", "on"), ("0", "no", "false", "off", "")
SHORTEST_KEY = 16
DATA_FILE = "domik.db"


def environment_variable(option: str) -> str:
    return f"DOMIK_{option.replace('-', '_').upper()}"


def default_value(option: str) -> str:
    """The environment's value of an option, or its default."""
    given = os.environ.get(environment_variable(option))
    if option == "data" and not given:
        return usual_data_file()
    return given or next(value for name, value, _ in OPTIONS if name == option)


def usual_data_file() -> str:
    """domik.db in the current folder if there is one, as older versions kept it; else in the user's data folder."""
    from platformdirs import user_data_path

    return DATA_FILE if os.path.exists(DATA_FILE) else str(user_data_path("domik", appauthor=False) / DATA_FILE)


def make_data_folder(data: str) -> None:
    """Make the user's data folder, for this user alone; a folder that somebody named has to be there."""
    if data == usual_data_file() and os.path.dirname(data):
        try:
            os.makedirs(os.path.dirname(data), mode=0o700, exist_ok=True)
        except OSError as error:
            why = str(error.strerror or error)
            raise DomikError(Phrase("serve.no_data_folder", {"folder": os.path.dirname(data), "why": why})) from None


def data_place(data: str) -> str:
    """Where the data lie, for people: a whole path, or a database without its password."""
    from domik.server.store.store import is_database_url, postgres_module

    return str(postgres_module("postgres").redact_dsn(data)) if is_database_url(data) else os.path.abspath(data)


def add(parser: ArgumentParser, say: Words) -> None:
    for name, _, metavar in OPTIONS:
        more: dict[str, Any] = {"nargs": "?", "const": "1"} if metavar == "0|1" else {}
        text = f"{say(Phrase('serve.' + name.replace('-', '_')))} [{environment_variable(name)}]"
        parser.add_argument(f"--{name}", default=default_value(name), metavar=metavar, help=text, **more)


def run(args: Namespace, say: Words) -> int:
    """Open the listening socket, print the address, and serve."""
    from domik.cli import lan_address, print_error
    from domik.games import unusable_guests
    from domik.server import serve

    hosting = hosting_from(args)
    make_data_folder(hosting.data)
    listening: list[socket.socket] = []
    if hosting.unix:
        hosting = replace(hosting, unix=free_socket_path(hosting.unix))
        listening = [listen_at(hosting.unix, hosting.unix_mode)]
    else:
        listening = listen_on(hosting)
        hosting = replace(hosting, port=listening[0].getsockname()[1])

    def when_open() -> None:
        for why in unusable_guests():
            print_error(why, say)
        if hosting.is_open_to_all and not hosting.allowed_hosts:
            print_error(Phrase("serve.open_to_all", {"host": hosting.host or "0.0.0.0"}), say)
        print(say(Phrase("serve.address", {"address": hosting.url()})), flush=True)
        print(say(Phrase("serve.data_place", {"data": data_place(hosting.data)})), flush=True)
        lan_address.print_lan_address(hosting, say)

    def key_is(key: str) -> None:
        print(say(Phrase("serve.host_page", {"address": hosting.host_page_url(), "key": key})), flush=True)
        if hosting.known_names:
            print(say(Phrase("serve.known_host", {"address": f"{hosting.url()}key"})), flush=True)

    with contextlib.ExitStack() as open_sockets:
        for one in listening:
            open_sockets.enter_context(one)
        if hosting.unix:
            open_sockets.callback(remove_socket, hosting.unix)
        serve(hosting, listening, when_open, key_is)
    return 0


def check_smtp(address: str, sender: str, public_url: str) -> str:
    """The mail server's URL; DomikError where it is none, or where links in mail could lead nowhere."""
    from domik.server.live.mail import parse_smtp

    parse_smtp(address, sender)
    if address and not public_url:
        raise DomikError(Phrase("serve.smtp_needs_url"))
    return address


def hosting_from(args: Namespace) -> Hosting:
    """The validated options; DomikError names a wrong one."""
    from domik.server.hosting import Hosting
    from domik.server.store.store import is_database_url

    url = urlsplit(check_pattern("public-url", args.public_url, r"(https?://[^/?#\s]+(/[^?#\s]*)?)?"))
    root = check_pattern("root-path", args.root_path or url.path, r"(/?[A-Za-z0-9._~-]+)*/?").strip("/")
    if args.unix_socket and is_database_url(args.data) and not args.node_address:
        raise DomikError(Phrase("serve.no_node_address"))
    return Hosting(
        host=args.host,
        port=parse_number("port", args.port, 65535),
        unix=args.unix_socket,
        unix_mode=int(check_pattern("unix-socket-mode", args.unix_socket_mode, "0?[0-7]{3}"), 8),
        data=args.data,
        node_address=parse_node_address(args.node_address),
        keep_days=parse_number("keep-days", args.keep_days, 36500),
        public_url=f"{url.scheme}://{url.netloc.lower()}" if url.netloc else "",
        root_path=f"/{root}" if root else "",
        proxies=trusted_proxies(args.trusted_proxies),
        allowed_hosts=tuple(one.strip().lower() for one in args.allowed_hosts.split(",") if one.strip()),
        metrics_bind=parse_bind_address("metrics-bind", args.metrics_bind),
        metrics_key=check_key("metrics-key", args.metrics_key),
        host_key=check_key("host-key", args.host_key),
        backups=args.backups,
        known_names=parse_flag("known-names", args.known_names),
        smtp=check_smtp(args.smtp, args.mail_from, args.public_url),
        mail_from=args.mail_from,
        own_deals=parse_flag("own-deals", args.own_deals),
        access_log=parse_flag("access-log", args.access_log),
        log_format=check_pattern("log-format", args.log_format, "text|json"),
    )


# ---- single values -----------------------------------------------------------------------------------------------


def bad_option(option: str, value: str) -> DomikError:
    return DomikError(Phrase(f"serve.bad_{option.replace('-', '_')}", {"value": value}))


def check_pattern(option: str, value: str, pattern: str) -> str:
    if not re.fullmatch(pattern, value):
        raise bad_option(option, value)
    return value


def parse_number(option: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 9 and int(text) <= most):
        raise DomikError(Phrase("error.number", {"option": f"--{option}", "value": text, "least": 0, "most": most}))
    return int(text)


def parse_flag(option: str, text: str) -> bool:
    if text.lower() not in (*TRUE, *FALSE):
        raise bad_option(option, text)
    return text.lower() in TRUE


def check_key(option: str, text: str) -> str:
    """A sufficiently long key, or ""; an error never repeats the key."""
    if text and len(text) < SHORTEST_KEY:
        raise DomikError(Phrase("serve.short_key", {"option": f"--{option}", "n": SHORTEST_KEY}))
    return text


def parse_bind_address(option: str, text: str) -> tuple[str, int] | None:
    """HOST:PORT, or only a port on 127.0.0.1; None if empty."""
    if not text:
        return None
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and 0 < int(port[:6]) <= 65535):
        raise bad_option(option, text)
    return host.strip("[]") or "127.0.0.1", int(port)


def trusted_proxies(text: str) -> Any:
    from domik.server.hosting import parse_proxies

    try:
        return parse_proxies(text)
    except ValueError:
        raise bad_option("trusted-proxies", text) from None


def parse_node_address(text: str) -> str:
    """The URL by which other nodes reach this one; "" for the listening address."""
    parts = urlsplit(text)
    if text and (parts.scheme != "http" or not parts.hostname or parts.path.strip("/") or parts.query):
        raise bad_option("node-address", text)
    return text.rstrip("/")


# ---- sockets -----------------------------------------------------------------------------------------------------


def listen_on(hosting: Hosting) -> list[socket.socket]:
    """Listen on a port, with 0 on any free one; DomikError if it is taken."""
    from domik.server.edge.listener import gate_for
    from domik.server.edge.transport import listening_sockets

    try:
        return listening_sockets(hosting.host, hosting.port, gate_for(hosting))
    except OSError as error:
        why = str(error.strerror or error)
        raise DomikError(Phrase("serve.taken", {"host": hosting.host, "port": hosting.port, "why": why})) from None


def listen_at(path: str, mode: int) -> socket.socket:
    """Listen at a Unix socket that has this file mode; DomikError if it cannot be created."""
    from domik.server.edge.transport import unix_socket

    try:
        return unix_socket(path, mode)
    except OSError as error:
        why = str(error.strerror or error)
        raise DomikError(Phrase("serve.no_socket", {"file": path, "why": why})) from None


def remove_socket(path: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(path)


def free_socket_path(path: str) -> str:
    """The absolute path for a Unix socket; DomikError if it cannot be created or is in use."""
    whole = os.path.abspath(path)
    why = ""
    if not hasattr(socket, "AF_UNIX"):
        why = "AF_UNIX"
    elif not os.access(os.path.dirname(whole), os.W_OK):
        why = os.strerror(13)
    elif os.path.exists(whole):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as tried:
            try:
                tried.connect(whole)
                why = os.strerror(98)
            except ConnectionRefusedError:  # left behind by a server that has ended
                os.unlink(whole)
            except OSError as error:
                why = str(error.strerror)
    if why:
        raise DomikError(Phrase("serve.no_socket", {"file": whole, "why": why}))
    return whole
