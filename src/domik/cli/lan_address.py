"""Print the server's address on the local network, with a QR code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domik.kernel.phrase import Phrase
from domik.language import Words
from domik.web.qr import qr_text

if TYPE_CHECKING:
    from domik.server.hosting import Hosting


def print_lan_address(hosting: Hosting, say: Words) -> None:
    """Print the address for phones on the same network; nothing if the server does not listen there."""
    from domik.server.live.lan_address import lan_url

    origin = lan_url(hosting)
    if not origin:
        return
    address = f"{origin}{hosting.root_path}/"
    print(say(Phrase("serve.neighbours", {"address": address})))
    print(qr_text(address), flush=True)
