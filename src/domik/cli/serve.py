"""`domik serve`: the table in the browser."""

from __future__ import annotations

import socket
from argparse import ArgumentParser, Namespace
from urllib.parse import urlsplit

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.language import Words

NAME = "serve"


def add(parser: ArgumentParser, say: Words) -> None:
    """--port, --host, --data, --node-address, --own-deals, --keep-days."""
    parser.add_argument("--port", type=int, default=8000, metavar="N", help=say(Phrase("serve.port")))
    parser.add_argument("--host", default="127.0.0.1", metavar="HOST", help=say(Phrase("serve.host")))
    parser.add_argument("--data", default="domik.db", metavar="FILE", help=say(Phrase("serve.data")))
    parser.add_argument("--node-address", default="", metavar="URL", help=say(Phrase("serve.node_address")))
    parser.add_argument("--own-deals", action="store_true", help=say(Phrase("serve.own_deals")))
    parser.add_argument("--keep-days", type=int, default=0, metavar="N", help=say(Phrase("serve.keep_days")))


def run(args: Namespace, say: Words) -> int:
    """Check that the door can be opened, say where it is, and serve."""
    from domik.cli import complain
    from domik.games import left_out
    from domik.server import serve

    if not 0 <= args.port <= 65535:
        raise DomikError(
            Phrase("error.number", {"option": "--port", "value": str(args.port), "least": 0, "most": 65535})
        )
    if not 0 <= args.keep_days <= 36500:
        raise DomikError(
            Phrase("error.number", {"option": "--keep-days", "value": str(args.keep_days), "least": 0, "most": 36500})
        )
    port = free_port(args.host, args.port)
    host = f"[{args.host}]" if ":" in args.host else args.host
    for why in left_out():
        complain(why, say)
    print(say(Phrase("serve.address", {"address": f"http://{host}:{port}/"})), flush=True)
    serve(args.host, port, args.data, node_address(args.node_address), args.keep_days, args.own_deals)
    return 0


def node_address(text: str) -> str:
    """Where other nodes reach this one, checked; empty for where it listens."""
    parts = urlsplit(text)
    if text and (parts.scheme != "http" or not parts.hostname or parts.path.strip("/") or parts.query):
        raise DomikError(Phrase("serve.bad_node_address", {"value": text}))
    return text.rstrip("/")


def free_port(host: str, port: int) -> int:
    """The port, or with 0 any free one; DomikError when somebody else has it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((host, port))
        except OSError as error:
            raise DomikError(Phrase("serve.taken", {"host": host, "port": port, "why": str(error.strerror)})) from None
        found: int = tried.getsockname()[1]
        return found
