"""`domik serve`: the table in the browser."""

from __future__ import annotations

import importlib
from argparse import ArgumentParser, Namespace
from importlib.util import find_spec

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.language import Words

NAME = "serve"
SERVER = "domik.server"  # an optional part: everything else works without it


def add(parser: ArgumentParser, say: Words) -> None:
    """The server knows its own arguments."""
    if find_spec(SERVER) is not None:
        importlib.import_module(SERVER).add_arguments(parser, say)


def run(args: Namespace, say: Words) -> int:
    """Serve until interrupted."""
    if find_spec(SERVER) is None:
        raise DomikError(Phrase("serve.missing"))
    return int(importlib.import_module(SERVER).serve(args, say) or 0)
