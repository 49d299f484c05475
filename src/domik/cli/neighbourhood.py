"""The local network: the address by which others at home find this server, and its square for their cameras."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domik.kernel.phrase import Phrase
from domik.language import Words
from domik.web.qr import in_letters

if TYPE_CHECKING:
    from domik.server.hosting import Hosting


def show(hosting: Hosting, say: Words) -> None:
    """Say where phones and tablets of this network find the table, and that anybody here may come."""
    from domik.server.live.reaching import on_local_network

    origin = on_local_network(hosting)
    if not origin:
        return
    address = f"{origin}{hosting.root_path}/"
    print(say(Phrase("serve.neighbours", {"address": address})))
    print(in_letters(address), flush=True)
